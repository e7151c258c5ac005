/** Free and busy ports on loopback. */
import { createServer } from "node:net";

/** Whether something can listen on this loopback port now. */
export function isPortFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer();
  probe.once("error", () => resolve(false));
  probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
    probe.close(() => resolve(true));
  });
  return promise;
}

/**
 * A free loopback port, drawn at random below the range from which the kernel takes the ports of
 * outgoing connections, so that neither those nor a second test run take it in between.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await isPortFree(port)) return port;
  }
  throw new Error("No free port between 12000 and 32000 was found in 50 tries.");
}
