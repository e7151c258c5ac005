/**
 * Preloaded into the API of the trial in containers: leads the issuer's port on its own loopback to the
 * identity stand-in, so that the issuer has one address for the API and for browsers on the host.
 */
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream";

const port = Number(new URL(process.env.OIDC_ISSUER ?? "http://127.0.0.1:4002").port);

const server = createServer((caller) => {
  const identity = connect(port, "identity");
  // A caller that leaves, and a stand-in that is not up yet, end this connection alone.
  pipeline(caller, identity, caller, () => undefined);
});
server.listen(port, "127.0.0.1");
server.unref();
