/**
 * Preloaded into the API of the container trial: forwards the issuer's port on its own loopback to
 * the identity stand-in, so that the issuer has the same address for the API and for browsers on
 * the host.
 */
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream";

const port = Number(new URL(process.env.OIDC_ISSUER ?? "http://127.0.0.1:4002").port);

const server = createServer((caller) => {
  const identity = connect(port, "identity");
  // A disconnected caller, or a stand-in that has not started, ends only this connection.
  pipeline(caller, identity, caller, () => undefined);
});
server.listen(port, "127.0.0.1");
server.unref();
