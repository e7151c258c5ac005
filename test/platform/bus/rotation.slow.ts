/**
 * docs/operating.md, Passwords of database and bus: a second NATS user replaces the first by
 * reloads.
 */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNatsServer } from "../../../dev/parts/nats-binary.ts";
import { startProcess } from "../../../dev/parts/process.ts";
import { openBus } from "../../../platform/bus/nats.ts";
import { read } from "../../support/documents/repository-files.ts";
import { createTestDir, eventually, freePort } from "../../support/stack.ts";

const documented = /```conf\n(# nats-server\.conf[\s\S]*?)```/.exec(read("docs/operating.md"))?.[1];

test("the documented configuration gives two users in turn, and a reload ends nothing but the one left out", async () => {
  const storeDir = createTestDir();
  const file = join(storeDir, "nats.conf");
  const write = (users: string) => {
    const text = (documented ?? "").replace('"/data"', JSON.stringify(storeDir));
    writeFileSync(file, text.replace(/users = \[.*\]/, `users = [${users}]`));
  };
  const [first, second] = ["{user: market, password: old}", "{user: market_2, password: new}"];
  write(first);
  const port = await freePort();
  const binary = await findNatsServer(join(import.meta.dir, "../../../.data/cache"));
  const server = startProcess({
    name: "nats",
    command: [binary, "--config", file, "--addr", "127.0.0.1", "--port", String(port)],
    logFile: join(storeDir, "nats.log"),
  });
  const open = async (user: string) => {
    const url = `nats://${user}@127.0.0.1:${port}`;
    const bus = await openBus({ url, name: "test", ackWaitSeconds: 5, prefix: "rotated" });
    await bus.ensureTopology();
    return bus;
  };
  const reload = () => process.kill(server.pid, "SIGHUP");

  const old = await eventually(() => open("market:old"));
  await old.publish("jobs.profile", { upload_id: "1" }, { messageId: "one" });
  write(`${first}, ${second}`);
  reload();
  const added = await eventually(() => open("market_2:new"));
  const signal = new AbortController().signal;
  const taken = await added.take("profile", { waitSeconds: 3, signal });
  expect(taken?.payload).toEqual({ upload_id: "1" });
  taken?.ack();
  await old.publish("jobs.profile", { upload_id: "2" }, { messageId: "two" });

  write(second);
  reload();
  await eventually(() => !old.isConnected());
  expect(await open("market:old").catch((error) => error.message)).toContain("refuses these");
  const next = await added.take("profile", { waitSeconds: 3, signal });
  expect(next?.payload).toEqual({ upload_id: "2" });
  next?.ack();
  await Promise.all([old.drain(), added.drain()]);
  await server.stop();
}, 60_000);
