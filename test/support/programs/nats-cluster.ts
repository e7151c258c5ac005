/** Three NATS servers on loopback with replicated streams. */
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { type StartedNats, startNats } from "../../../dev/parts/nats.ts";
import { createTestDir, eventually, freePort } from "../stack.ts";

export type NatsCluster = Awaited<ReturnType<typeof startNatsCluster>>;

const size = 3;
const cacheDir = join(import.meta.dir, "../../../.data/cache");

export async function startNatsCluster() {
  const folders = Array.from({ length: size }, createTestDir);
  const ports = await Promise.all(folders.map(freePort));
  const clusterPorts = await Promise.all(folders.map(freePort));
  const routes = clusterPorts.map((port) => `nats://127.0.0.1:${port}`);
  const urls = ports.map((port) => `nats://127.0.0.1:${port}`);
  const url = urls.join(",");
  const start = (index: number) => {
    const [port = 0, clusterPort = 0, folder = ""] = [
      ports[index],
      clusterPorts[index],
      folders[index],
    ];
    return startNats({
      port,
      storeDir: folder,
      logFile: join(folder, "nats.log"),
      cacheDir,
      cluster: { name: "test", port: clusterPort, routes },
    });
  };
  const servers = await Promise.all(folders.map((_, index) => start(index)));
  await eventually(() => asked(url, async (manager) => (await manager.getAccountInfo()) !== null), {
    timeoutMs: 30_000,
  });
  const at = (index: number): StartedNats => {
    const server = servers[index];
    if (server === undefined) throw new Error(`there is no server ${index}`);
    return server;
  };
  return {
    url,
    /** The server that leads the stream. */
    async leaderOf(stream: string): Promise<number> {
      const name = await asked(url, async (manager) => {
        return (await manager.streams.info(stream)).cluster?.leader;
      });
      return ports.findIndex((port) => name?.endsWith(`-${port}`) === true);
    },
    copiesOf: (stream: string) =>
      asked(url, async (manager) => (await manager.streams.info(stream)).config.num_replicas),
    /** The number of current copies, not counting the leader's. */
    currentCopiesOf: (stream: string) =>
      asked(url, async (manager) => {
        const { cluster } = await manager.streams.info(stream);
        return cluster?.replicas?.filter(({ current }) => current).length ?? 0;
      }),
    signal: (index: number, name: NodeJS.Signals) => process.kill(at(index).process.pid, name),
    async kill(index: number): Promise<void> {
      process.kill(at(index).process.pid, "SIGKILL");
      await at(index).process.exited;
    },
    async restart(index: number): Promise<void> {
      servers[index] = await start(index);
    },
    stop: () => Promise.all(servers.map((server) => server.stop())),
  };
}

type Manager = Awaited<ReturnType<typeof jetstreamManager>>;

async function asked<T>(url: string, ask: (manager: Manager) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: url.split(","), timeout: 2000 });
  try {
    return await ask(await jetstreamManager(connection, { timeout: 2000 }));
  } finally {
    await connection.close();
  }
}
