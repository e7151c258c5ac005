import { mkdirSync } from "node:fs";
import { findNatsServer } from "./nats-binary.ts";
import { type StartedPart, startProcess, untilReady } from "./process.ts";

export type NatsOptions = {
  port: number;
  /** Folder for JetStream's streams. */
  storeDir: string;
  logFile: string;
  /** Stores an unpacked `nats-server` for the next start; see {@link findNatsServer}. */
  cacheDir: string;
  onProgress?: (line: string) => void;
  /** Additional flags of the server. */
  flags?: string[];
  /** Makes it one of several servers, which find each other by the addresses in `routes`. */
  cluster?: { name: string; port: number; routes: string[] };
};

export type StartedNats = StartedPart & { url: string };

export const natsUrl = (port: number): string => `nats://127.0.0.1:${port}`;

/**
 * Starts the embedded NATS server with JetStream on loopback. Rejects with the last lines of its
 * log if it does not start.
 */
export async function startNats(options: NatsOptions): Promise<StartedNats> {
  const binary = await findNatsServer(options.cacheDir, { onProgress: options.onProgress });
  mkdirSync(options.storeDir, { recursive: true });
  // The name distinguishes our server from another one that took the port in the meantime.
  const name = `market-${process.pid}-${options.port}`;
  const address = ["--addr", "127.0.0.1", "--port", String(options.port), "--name", name];
  const child = startProcess({
    name: "nats",
    command: [
      binary,
      ...address,
      "--jetstream",
      "--store_dir",
      options.storeDir,
      ...clusterFlags(options),
      ...(options.flags ?? []),
    ],
    logFile: options.logFile,
  });
  await untilReady(child, () => greetsAs(name, options.port));
  return { url: natsUrl(options.port), process: child, stop: child.stop };
}

function clusterFlags({ cluster }: NatsOptions): string[] {
  if (cluster === undefined) return [];
  const own = `nats://127.0.0.1:${cluster.port}`;
  const routes = cluster.routes.join(",");
  return ["--cluster_name", cluster.name, "--cluster", own, "--routes", routes];
}

/** A NATS server sends an INFO line with its name as soon as a client connects. */
async function greetsAs(name: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), 1000);
  try {
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (_socket, data) => resolve(data.toString("utf8").includes(`"${name}"`)),
        error: () => resolve(false),
        close: () => resolve(false),
      },
    });
    const greeted = await promise;
    socket.end();
    return greeted;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
