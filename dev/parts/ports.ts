import { createServer } from "node:net";

/** Whether this loopback port is free now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await portFault(port)) === null;
}

/** Why this loopback port cannot be used now: `EADDRINUSE`, `EACCES`; null if it is free. */
export function portFault(port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const probe = createServer();
  probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
    probe.close(() => resolve(null));
  });
  return promise;
}

/**
 * A free loopback port, chosen at random below the kernel's range for outgoing connections, so that
 * neither those nor a second test run take it in the meantime.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await isPortFree(port)) return port;
  }
  throw new Error("No free port between 12000 and 32000 was found in 50 tries.");
}
