/** Addresses with credentials: what `NATS_URL` states, tested with servers that require it. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { configurationExample } from "../../../dev/docs/configuration.ts";
import { startNats } from "../../../dev/parts/nats.ts";
import { openBus } from "../../../platform/bus/nats.ts";
import { ConfigError, loadConfig } from "../../../platform/config.ts";
import { forFile } from "../../support/for-file.ts";
import { createTestDir, freePort } from "../../support/stack.ts";

setDefaultTimeout(30_000);

async function startWith(flags: string[]): Promise<string> {
  const storeDir = createTestDir();
  const started = await startNats({
    port: await freePort(),
    storeDir,
    logFile: join(storeDir, "nats.log"),
    cacheDir: join(import.meta.dir, "../../../.data/cache"),
    flags,
  });
  await forFile(Promise.resolve({ close: () => started.stop() }));
  return new URL(started.url).host;
}

const byPassword = await startWith(["--user", "market", "--pass", "1234 p%s:s@1,/"]);
const byToken = await startWith(["--auth", "a-token-of-its-own"]);

async function reach(url: string): Promise<string> {
  const bus = await openBus({ url, name: "test", ackWaitSeconds: 30 });
  await bus.ensureTopology();
  await bus.ping();
  await bus.drain();
  return "reached";
}

describe("a NATS that requires authentication", () => {
  const password = encodeURIComponent("1234 p%s:s@1,/");

  test("takes user and password of the address, whatever characters they have", async () => {
    expect(await reach(`nats://market:${password}@${byPassword}`)).toBe("reached");
  });

  test("takes a token", async () => {
    expect(await reach(`nats://a-token-of-its-own@${byToken}`)).toBe("reached");
  });

  test("is reached by whichever of several addresses answers", async () => {
    const away = `127.0.0.1:${await freePort()}`;
    const url = `nats://market:${password}@${away}, nats://${byPassword}`;
    expect(await reach(url)).toBe("reached");
  });

  test.each([
    [`nats://${byPassword}`, "refuses these credentials"],
    [`nats://market:wrong@${byPassword}`, "refuses these credentials"],
    [`nats://another-token@${byToken}`, "refuses these credentials"],
    [`tls://market:${password}@${byPassword}`, "does not support 'tls'"],
  ])("refuses %s", async (url, reason) => {
    await expect(reach(url)).rejects.toThrow(reason);
  });
});

test.each([
  ["DATABASE_URL", "postgres://market:p%ss@db/market", "%25"],
  ["DATABASE_DIRECT_URL", "postgres://market:p%ss@db/market", "%25"],
  ["DATABASE_REPLICA_URLS", "postgres://db/market,postgres://market:p%ss@db/market", "%25"],
  ["NATS_URL", "nats://market:p%ss@bus", "%25"],
  ["NATS_URL", "nats://a:one@bus1,nats://a:two@bus2", "the same user and password"],
  ["NATS_URL", "nats://bus1,bus2", "addresses such as"],
  ["NATS_URL", "http://bus1", "addresses such as"],
  ["NATS_URL", "nats://", "addresses such as"],
])("%s as %s is a fault that is named", (name, value, words) => {
  const load = () => loadConfig({ ...configurationExample, [name]: value });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(name);
  expect(load).toThrow(words);
});
