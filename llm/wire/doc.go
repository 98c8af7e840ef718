// Package wire makes every model server look well-behaved. It is an http.RoundTripper that sits under an OpenAI client:
// what servers, gateways and proxies really send goes in, and one canonical stream of chat completion chunks comes out.
//
// Guarantees, whatever bytes arrive:
//   - the body that the client reads is a sequence of "data: {…}" events that decode without surprises, ended by
//     "data: [DONE]" only after a finish reason was seen; each other end is an error of this package, returned by Read;
//   - a failure status is an error of RoundTrip, with the server's words and headers kept;
//   - text is valid UTF-8, memory and size are bounded, silence is bounded, and no goroutine outlives the body;
//   - errors never hold the request's key.
//
// It must not know what an error means to the user, nor anything of talks, personas or tokens.
package wire
