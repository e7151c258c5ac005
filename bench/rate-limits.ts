/**
 * What the rate limits add to a call: `bun bench/rate-limits.ts [calls]`. They alone, over a real Postgres:
 * calls of many addresses, of one address and of one API key by this process, with what the store's
 * processor takes for each; then one key by four processes at once, held against its limit.
 */
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { loadConfig } from "../platform/config.ts";
import { openTestApi } from "../test/support/api.ts";
import { newKey, newOwner } from "../test/support/operators.ts";
import { stopStack, testEnv } from "../test/support/stack.ts";
import { at, openLimits } from "./parts/open-limits.ts";
import { backendPids, startProcessorMs } from "./processor-time.ts";

const calls = Number(process.argv[2] ?? 20_000);
const warmUp = 1000;
const processes = 4;
/** Calls a minute of one key, as they are by default. */
const limit = 600;

const say = (line: string) => process.stdout.write(`${line}\n`);
const api = await openTestApi();
const env = await testEnv({ DATABASE_URL: api.databaseUrl });
const config = loadConfig(env);
const limits = openLimits(config);
const newBearer = async () => `Bearer ${(await newKey(api, await newOwner(api), {})).secret}`;
const load = () => readFileSync("/proc/loadavg", "utf8").split(" ").slice(0, 3).join(" ");

async function measure(
  name: string,
  addressOf: (call: number) => string,
  headers: Record<string, string> = {},
) {
  for (let call = 0; call < warmUp; call += 1) await limits.call(addressOf(call), headers);
  const store = startProcessorMs(await backendPids(api.db));
  const took: number[] = [];
  for (let call = warmUp; call < warmUp + calls; call += 1) {
    took.push((await limits.call(addressOf(call), headers)).ms);
  }
  // What was let pass before the store was asked is its work as well.
  await api.db.execute(sql`select 1`);
  const sorted = took.toSorted((one, other) => one - other);
  const share = (store() / calls).toFixed(4);
  say(`${name}: p50 ${at(sorted, 0.5)} ms, p95 ${at(sorted, 0.95)} ms, store ${share} ms a call`);
}

/** Each of four processes tries the whole limit of one key at once, another key each round. */
async function measureTogether() {
  const own = { RATE_LIMIT_OPERATOR_PER_MINUTE: `${limit}` };
  const command = [process.execPath, "bench/parts/rate-caller.ts", await newBearer(), `${limit}`];
  const children = Array.from({ length: processes }, () =>
    Bun.spawn(command, { env: { ...process.env, ...env, ...own }, stdin: "pipe", stdout: "pipe" }),
  );
  const readers = children.map(({ stdout }) =>
    stdout.pipeThrough(new TextDecoderStream()).getReader(),
  );
  await Promise.all(readers.map((reader) => reader.read()));
  const store = startProcessorMs(await backendPids(api.db));
  for (const { stdin } of children) {
    stdin.write("go\n");
    stdin.flush();
  }
  const told = await Promise.all(readers.map(readAnswer));
  // Each has made one call before the others were ready.
  const passed = told.reduce((sum, one) => sum + one.passed, processes);
  const sorted = told.flatMap(({ took }) => took).toSorted((one, other) => one - other);
  const share = (store() / sorted.length).toFixed(4);
  say(
    `one API key by ${processes} processes: ${passed} of ${limit} passed, ` +
      `p50 ${at(sorted, 0.5)} ms, p95 ${at(sorted, 0.95)} ms, store ${share} ms a call`,
  );
}

type WindowResult = { passed: number; took: number[] };

async function readAnswer(reader: {
  read(): Promise<{ done: boolean; value?: string }>;
}): Promise<WindowResult> {
  let text = "";
  while (!text.endsWith("\n")) {
    const { done, value = "" } = await reader.read();
    if (done) throw new Error(`A process ended with: ${text}`);
    text += value;
  }
  return JSON.parse(text) as WindowResult;
}

say(`load ${load()}`);
const addressOf = (call: number) => `10.${call >> 16}.${(call >> 8) % 256}.${call % 256}`;
await measure("many addresses", addressOf);
await measure("one address", () => "192.0.2.1");
await measure("one API key", () => "192.0.2.2", { authorization: await newBearer() });
for (let round = 0; round < 3; round += 1) await measureTogether();
say(`load ${load()}`);
await limits.close();
await api.close();
await stopStack();
process.exit(0);
