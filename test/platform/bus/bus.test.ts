/** The bus port on a real NATS server. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { v7 } from "uuid";
import { type StartedNats, startNats } from "../../../dev/parts/nats.ts";
import { openBus } from "../../../platform/bus/nats.ts";
import type { Bus } from "../../../platform/bus/port.ts";
import { createTestDir, eventually, freePort } from "../../support/stack.ts";

setDefaultTimeout(30_000);

let server: StartedNats;
let start: () => Promise<StartedNats>;
const opened: Bus[] = [];

beforeAll(async () => {
  const storeDir = createTestDir();
  const options = {
    port: await freePort(),
    storeDir,
    logFile: join(storeDir, "nats.log"),
    cacheDir: join(import.meta.dir, "../../../.data/cache"),
  };
  start = () => startNats(options);
  server = await start();
});

afterAll(async () => {
  await Promise.all(opened.map((bus) => bus.drain()));
  await server.stop();
});

async function open(prefix: string, ackWaitSeconds = 1): Promise<Bus> {
  const bus = await openBus({ url: server.url, name: "test", ackWaitSeconds, prefix });
  opened.push(bus);
  await bus.ensureTopology();
  return bus;
}

const prefixed = () => `b${v7().replaceAll("-", "")}`;

const take = (bus: Bus, waitSeconds = 3) =>
  bus.take("profile", { waitSeconds, signal: new AbortController().signal });

const payloadOf = (id: number) => ({ upload_id: String(id) });

test("a store that has lost its messages, and no consumer, hands out what is published from then on", async () => {
  const storeDir = createTestDir();
  const cacheDir = join(import.meta.dir, "../../../.data/cache");
  const logFile = join(storeDir, "nats.log");
  const options = { port: await freePort(), storeDir, logFile, cacheDir };
  const before = await startNats(options);
  const prefix = prefixed();
  const bus = await openBus({ url: before.url, name: "test", ackWaitSeconds: 5, prefix });
  await bus.ensureTopology();
  for (const id of [1, 2, 3]) {
    await bus.publish("jobs.profile", payloadOf(id), { messageId: `before-${id}` });
    (await take(bus))?.ack();
  }
  await before.stop();
  // Like a full disk: the message blocks are gone, the consumers' states are not.
  const streamDir = join(storeDir, "jetstream", "$G", "streams", `${prefix}_JOBS`);
  rmSync(join(streamDir, "msgs"), { recursive: true });
  const after = await startNats(options);
  await eventually(() => bus.isConnected());
  await bus.publish("jobs.profile", payloadOf(4), { messageId: "after" });
  expect(await take(bus, 1)).toBeNull();
  await bus.ensureTopology();
  expect(await take(bus)).toMatchObject({ payload: payloadOf(4) });
  await bus.drain();
  await after.stop();
});

describe("bus", () => {
  test("a message that is published twice under one id is delivered once", async () => {
    const bus = await open(prefixed());
    await bus.publish("jobs.profile", payloadOf(1), { messageId: "one" });
    await bus.publish("jobs.profile", payloadOf(1), { messageId: "one" });
    expect((await bus.inspect("profile")).waiting).toBe(1);
    const message = await take(bus);
    expect(message).toMatchObject({ subject: "jobs.profile", payload: payloadOf(1) });
    message?.ack();
    await bus.publish("jobs.profile", payloadOf(1), { messageId: "one" });
    expect((await bus.inspect("profile")).waiting).toBe(0);
  });

  test("an unsettled message comes again after the ack wait, a renewed one does not", async () => {
    const bus = await open(prefixed(), 1);
    await bus.publish("jobs.profile", payloadOf(1), { messageId: "one" });
    const first = await take(bus);
    const renewing = setInterval(() => first?.renew(), 250);
    expect(await take(bus, 2)).toBeNull();
    clearInterval(renewing);
    const second = await take(bus);
    expect(second?.deliveries).toBe(2);
    second?.ack();
  });

  test("a message that is given back comes again after its delay", async () => {
    const bus = await open(prefixed(), 30);
    await bus.publish("jobs.profile", payloadOf(1), { messageId: "one" });
    (await take(bus))?.retry(4);
    expect(await take(bus, 1)).toBeNull();
    expect((await take(bus, 30))?.deliveries).toBe(2);
  });

  test("a terminated message never comes again", async () => {
    const bus = await open(prefixed(), 1);
    await bus.publish("jobs.profile", payloadOf(1), { messageId: "one" });
    (await take(bus))?.terminate();
    expect(await take(bus, 2)).toBeNull();
  });

  test("waiting for a message ends when the signal fires", async () => {
    const bus = await open(prefixed());
    const signal = AbortSignal.timeout(100);
    expect(await bus.take("profile", { waitSeconds: 3600, signal })).toBeNull();
  });

  test("events stay for others who listen when the webhooks have taken them", async () => {
    const prefix = prefixed();
    const bus = await open(prefix);
    await bus.publish("events.published", { type: "listing.sold" }, { messageId: "one" });
    const options = { waitSeconds: 3, signal: new AbortController().signal };
    const message = await bus.take("webhooks", options);
    expect(message?.payload).toEqual({ type: "listing.sold" });
    message?.ack();
    expect((await bus.inspect("webhooks")).waiting).toBe(0);
    expect((await bus.inspect("profile")).waiting).toBe(0);
    const connection = await connect({ servers: server.url });
    const manager = await jetstreamManager(connection);
    const stream = await manager.streams.info(`${prefix}_EVENTS`);
    await connection.close();
    expect(stream.state.messages).toBe(1);
  });

  test("two prefixes on one server never see each other's messages", async () => {
    const [one, other] = await Promise.all([open(prefixed()), open(prefixed())]);
    await one.publish("jobs.profile", payloadOf(1), { messageId: "one" });
    expect((await other.inspect("profile")).waiting).toBe(0);
    expect((await one.inspect("profile")).waiting).toBe(1);
  });

  test("a changed ack wait changes the durable consumer, and its messages stay", async () => {
    const prefix = prefixed();
    const bus = await open(prefix, 30);
    await bus.publish("jobs.profile", payloadOf(1), { messageId: "one" });
    await open(prefix, 7);
    const connection = await connect({ servers: server.url });
    const manager = await jetstreamManager(connection);
    const consumer = await manager.consumers.info(`${prefix}_JOBS`, "profile");
    await connection.close();
    expect(consumer.config.ack_wait).toBe(7e9);
    expect((await bus.inspect("profile")).waiting).toBe(1);
  });

  test("draining ends though the server answers no more", async () => {
    const bus = await openBus({ url: server.url, name: "test", ackWaitSeconds: 1 });
    const { pid } = server.process;
    process.kill(pid, "SIGSTOP");
    try {
      await bus.drain();
      expect(bus.isConnected()).toBe(false);
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });

  test("a server that restarts keeps what it stored, and the same connection goes on", async () => {
    const bus = await open(prefixed(), 1);
    await bus.publish("jobs.profile", payloadOf(1), { messageId: "one" });
    await take(bus);
    await server.stop();
    await eventually(() => !bus.isConnected());
    await expect(bus.ping()).rejects.toThrow("not connected");
    server = await start();
    await eventually(() => bus.isConnected());
    const again = await eventually(() => take(bus));
    expect(again.payload).toEqual(payloadOf(1));
    again.ack();
    await bus.publish("jobs.profile", payloadOf(2), { messageId: "two" });
    expect((await take(bus))?.payload).toEqual(payloadOf(2));
  });
});
