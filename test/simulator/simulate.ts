/**
 * A seed determines a history of a market, its bank, its clock and its faults. As in TigerBeetle's VOPR, the predicates
 * must hold after every step.
 */
import { setSystemTime } from "bun:test";
import { hourMs } from "../../platform/time.ts";
import { act, decideDispute, tick } from "./acts.ts";
import { always, atRest, type Predicate } from "./predicates.ts";
import type { Snapshot } from "./snapshot.ts";
import { openWorld, type World } from "./world.ts";

export type Simulation = {
  seed: number;
  steps: number;
  /** Hash of the trace: every act and the state after each step. */
  hash: string;
  /** Number of times by act. */
  acts: Record<string, number>;
};

const linesShown = 40;

/** Its message holds the replay command, the violations and the end of the trace. */
class SimulationFailed extends Error {
  constructor(seed: number, step: number, violations: string[], trace: string[]) {
    super(
      [
        `SIMULATOR_SEED=${seed} SIMULATOR_STEPS=${step} bun test test/simulator/simulator.test.ts`,
        ...violations.slice(0, 10),
        ...trace.slice(-linesShown),
      ].join("\n"),
    );
  }
}

/** Plays the seed for `steps`, then runs the market to rest. Throws {@link SimulationFailed}. */
export async function simulate({
  seed,
  steps,
  untilMs = Number.POSITIVE_INFINITY,
}: {
  seed: number;
  steps: number;
  /** No step begins after this value of `performance.now()`. */
  untilMs?: number;
}): Promise<Simulation> {
  const trace: string[] = [];
  const hasher = new Bun.CryptoHasher("sha256");
  const note = (line: string) => {
    trace.push(line);
    hasher.update(`${line}\n`);
  };
  const acts: Record<string, number> = {};
  let step = 0;
  const fail = (violations: string[]) => new SimulationFailed(seed, step, violations, trace);
  let world: World | undefined;
  try {
    world = await openWorld(seed, note);
    let seen = await world.camera.take(world.now());
    while (step < steps && performance.now() < untilMs) {
      step += 1;
      const begin = trace.length;
      note(`${step}.`);
      // Bad days come and go.
      if (step % 25 === 1) world.bank.setFaults(world.random.pick([0, 5, 15, 40]) ?? 0);
      world.advance(world.random.between(1, 3_000));
      await act(world, seen);
      for (const line of trace.slice(begin)) countAct(acts, line);
      seen = await judge(world, seen, always, fail);
      note(standing(seen));
    }
    if (performance.now() < untilMs) await rest(world, seen, fail);
    return { seed, steps: step, hash: hasher.digest("hex"), acts };
  } catch (error) {
    if (error instanceof SimulationFailed) throw error;
    throw fail([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  } finally {
    await world?.close();
    // Other test files share this process and its clock.
    setSystemTime();
  }
}

function countAct(acts: Record<string, number>, line: string): void {
  const name = /^(\w+): /.exec(line)?.[1];
  if (name !== undefined) acts[name] = (acts[name] ?? 0) + 1;
}

async function judge(
  world: World,
  before: Snapshot,
  predicates: Record<string, Predicate>,
  fail: (violations: string[]) => SimulationFailed,
): Promise<Snapshot> {
  const now = await world.camera.take(world.now());
  const violations = Object.entries(predicates).flatMap(([name, { invariant, check }]) =>
    check(now, before).map((why) => `${name} (${invariant ?? "ours"}): ${why}`),
  );
  if (world.oddities.length > 0) violations.push(...world.oddities);
  if (violations.length > 0) throw fail(violations);
  return now;
}

/** The market's state without random ids and times. */
function standing({ purchases, auctions, awards, entryCount }: Snapshot): string {
  const states = purchases.map(({ state, price }) => `${state}${price}`).join(",");
  const prices = auctions.map(({ price, closed }) => `${price}${closed === null ? "" : "x"}`);
  const won = awards.map(({ state, price }) => `${state}${price}`);
  const digest = Bun.hash(`${states} ${prices} ${won} ${entryCount}`).toString(36);
  return `  ${purchases.length} purchases, ${entryCount} entries, ${digest}`;
}

/** Ends faults, delivers every request, decides disputes and advances time until no work is left. */
async function rest(
  world: World,
  seen: Snapshot,
  fail: (violations: string[]) => SimulationFailed,
): Promise<void> {
  const { bank } = world;
  world.note("rest");
  bank.setFaults(0);
  while (bank.countStragglers() > 0) await bank.letArrive(0);
  let last = seen;
  for (const hours of [0, 1, 2, 6, 26, 26, 26, 26, 26, 26, 200, 1_600, 30, 30, 30, 30, 30, 30]) {
    world.advance(hours * hourMs);
    for (const { id } of bank.openDisputes()) await decideDispute(world, id);
    await untilQuiet(world);
    last = await judge(world, last, always, fail);
  }
  await judge(world, last, atRest, fail);
}

async function untilQuiet(world: World): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    for (const event of world.bank.newEvents()) world.mailbag.push(event);
    for (const event of world.mailbag.splice(0)) {
      const response = await world.api.fetch(await world.bank.webhook(event));
      if (!response.ok) throw new Error(`a webhook was answered ${response.status}`);
    }
    if ((await tick(world)) === "did 0") return;
    world.advance(61_000);
  }
}
