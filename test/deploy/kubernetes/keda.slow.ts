/** KEDA's reading of a real NATS for each trigger: the lag, and what it cannot read. */
import { expect, onTestFinished, test } from "bun:test";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { findNatsServer } from "../../../dev/parts/nats-binary.ts";
import { type RunningProcess, startProcess } from "../../../dev/parts/process.ts";
import { openBus } from "../../../platform/bus/nats.ts";
import type { Bus } from "../../../platform/bus/port.ts";
import { rootDir } from "../../support/documents/repository-files.ts";
import { createTestDir, eventually, freePort } from "../../support/stack.ts";
import { openKedaScaler, type Reading, type Trigger } from "./keda-scaler.ts";
import { ofKind } from "./support.ts";

type Scaled = { spec: { triggers: { metadata: Trigger }[] } };

const triggers = ofKind("production", "ScaledObject").flatMap((scaled) =>
  (scaled as unknown as Scaled).spec.triggers.map(({ metadata }) => metadata),
);
const of = (consumer: string, endpoint: string): Trigger => {
  const found = triggers.find((trigger) => trigger.consumer === consumer);
  if (found === undefined) throw new Error(`nothing scales by ${consumer}`);
  return { ...found, natsServerMonitoringEndpoint: endpoint };
};

/** Each server has its own loopback address, since KEDA queries all of them at one port. */
async function startServers(count: number) {
  const [port, monitoringPort, clusterPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const binary = await findNatsServer(join(rootDir, ".data/cache"));
  const hosts = Array.from({ length: count }, (_, index) => `127.0.0.${index + 1}`);
  const routes = hosts.map((host) => `nats://${host}:${clusterPort}`).join(",");
  const start = (host: string): RunningProcess => {
    const folder = createTestDir();
    const own = ["--addr", host, "--port", `${port}`, "--http_port", `${monitoringPort}`];
    const kept = ["--jetstream", "--store_dir", folder, "--name", `nats-${host}`];
    const cluster = ["--cluster_name", "test", "--cluster", `nats://${host}:${clusterPort}`];
    const child = startProcess({
      name: "nats",
      command: [binary, ...own, ...kept, ...(count > 1 ? [...cluster, "--routes", routes] : [])],
      logFile: join(folder, "log"),
    });
    onTestFinished(() => child.stop());
    return child;
  };
  const servers = new Map(hosts.map((host) => [`nats-${host}`, start(host)]));
  const url = hosts.map((host) => `nats://${host}:${port}`).join(",");
  const bus = await eventually(() => openBus({ url, name: "test", ackWaitSeconds: 30 }), {
    timeoutMs: 20_000,
  });
  // Stopping a server first would end both connections.
  onTestFinished(() => bus.drain().catch(() => {}));
  await eventually(() => bus.ensureTopology().then(() => true), { timeoutMs: 30_000 });
  const manage = async () => {
    const connection = await connect({ servers: url.split(","), timeout: 2000 });
    onTestFinished(() => connection.close().catch(() => {}));
    return jetstreamManager(connection);
  };
  return { bus, servers, manage, monitoring: hosts.map((host) => `${host}:${monitoringPort}`) };
}

const publish = async (bus: Bus, ids: string[]) => {
  for (const id of ids) await bus.publish("jobs.profile", { upload_id: id }, { messageId: id });
};
const take = (bus: Bus) =>
  bus.take("profile", { waitSeconds: 5, signal: AbortSignal.timeout(9000) });

test("of one server: each trigger's lag counts waiting and running jobs, and wakes the pool", async () => {
  const { bus, monitoring } = await startServers(1);
  const endpoint = monitoring[0] ?? "";
  for (const { consumer } of triggers)
    expect([consumer, await openKedaScaler(of(consumer, endpoint)).read()]).toEqual([
      consumer,
      { lag: 0, isActive: false },
    ]);
  const { read } = openKedaScaler(of("profile", endpoint));
  const untilRead = (reading: Reading) =>
    eventually(async () => Bun.deepEquals(await read(), reading));
  await publish(bus, ["a", "b", "c"]);
  const running = await take(bus);
  await untilRead({ lag: 3, isActive: true });
  running?.ack();
  await untilRead({ lag: 2, isActive: true });
  for (const _ of [1, 2]) (await take(bus))?.ack();
  await untilRead({ lag: 0, isActive: false });
});

test("an unreadable lag is an error, but the last lag of a lost stream stays", async () => {
  const { bus, servers, manage, monitoring } = await startServers(1);
  const trigger = of("profile", monitoring[0] ?? "");
  const unknown = { ...trigger, stream: "x_JOBS" };
  await expect(openKedaScaler(unknown).read()).rejects.toThrow("not found");
  await expect(openKedaScaler({ ...trigger, account: "other" }).read()).rejects.toThrow(
    "not found",
  );

  await publish(bus, ["a", "b"]);
  const lost = openKedaScaler(trigger);
  expect(await lost.read()).toEqual({ lag: 2, isActive: true });
  const manager = await manage();
  await manager.consumers.delete("JOBS", "profile");
  await expect(openKedaScaler(trigger).read()).rejects.toThrow("consumer profile not found");
  await bus.ensureTopology();
  expect((await lost.read()).lag).toBe(2);
  await manager.streams.delete("JOBS");
  expect((await lost.read()).lag).toBe(2);
  await expect(openKedaScaler(trigger).read()).rejects.toThrow("not found");
  await bus.ensureTopology();
  expect((await lost.read()).lag).toBe(0);

  await Promise.all([...servers.values()].map((server) => server.stop()));
  await expect(lost.read()).rejects.toThrow();
});

test("of three servers the consumer's leader is asked, and the next one once it is gone", async () => {
  const { bus, servers, manage, monitoring } = await startServers(3);
  const { consumers } = await manage();
  const leader = async () => {
    const { cluster } = await consumers.info("JOBS", "profile");
    return cluster?.leader ?? "";
  };
  await publish(bus, ["a", "b", "c"]);
  (await take(bus))?.ack();
  const before = await leader();
  const scalers = monitoring
    .filter((address) => !before.endsWith(address.split(":")[0] ?? ""))
    .map((address) => openKedaScaler(of("profile", address)));
  for (const { read } of scalers)
    await eventually(async () => (await read()).lag === 2, { timeoutMs: 10_000 });

  await servers.get(before)?.stop();
  const seen: number[] = [];
  for (const { read } of scalers)
    await eventually(
      async () => {
        const { lag } = await read();
        seen.push(lag);
        return lag === 2 && (await leader()) !== before;
      },
      { timeoutMs: 30_000 },
    );
  expect(Math.max(...seen)).toBe(2);
}, 90_000);
