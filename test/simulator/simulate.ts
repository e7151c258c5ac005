/**
 * A seed determines a history of a market, its bank, its clock and its faults. As in TigerBeetle's VOPR, the predicates
 * must hold after every step.
 */
import { setSystemTime } from "bun:test";
import { isNull, ne } from "drizzle-orm";
import { restartRun } from "../../db/queries/reconciliation/runs.ts";
import { reconciliationFindings, reconciliationRuns } from "../../db/schema/index.ts";
import { reconcileDueDays } from "../../market/reconciliation/reconcile-due-days.ts";
import { hourMs } from "../../platform/time.ts";
import { silentLog } from "../support/log-lines.ts";
import { expectExactSums } from "../support/money.ts";
import { act, cancelSubscriptions, decideDispute, drawMenu, thaw, tick } from "./acts.ts";
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
/** Acts that happen ten times as often, such as `SIMULATOR_OFTEN=bank_disputes,bank_decides`. */
const oftenNames = process.env.SIMULATOR_OFTEN ?? "";
const often = oftenNames.split(",").filter((name) => name !== "");
const oftenSetting = often.length > 0 ? `SIMULATOR_OFTEN=${oftenNames} ` : "";

/** Its message holds the replay command, the violations and the end of the trace. */
class SimulationFailed extends Error {
  constructor(seed: number, step: number, violations: string[], trace: string[]) {
    super(
      [
        `${oftenSetting}SIMULATOR_SEED=${seed} SIMULATOR_STEPS=${step} bun test test/simulator/simulator.test.ts`,
        ...violations.slice(0, 10),
        ...trace.slice(-linesShown),
      ].join("\n"),
    );
  }
}

/** Plays the seed for `steps`, then mostly runs the market to rest. Throws {@link SimulationFailed}. */
export async function simulate({
  seed,
  steps,
  rests = true,
  untilMs = Number.POSITIVE_INFINITY,
}: {
  seed: number;
  steps: number;
  rests?: boolean;
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
    const menu = drawMenu(world.random, often);
    let seen = await world.camera.take(world.now());
    while (step < steps && performance.now() < untilMs) {
      step += 1;
      const begin = trace.length;
      note(`${step}.`);
      // Bad days come and go.
      if (step % 25 === 1) world.bank.setFaults(world.random.pick([0, 5, 15, 40]) ?? 0);
      world.advance(world.random.between(1, 3_000));
      await act(world, seen, menu);
      for (const line of trace.slice(begin)) countAct(acts, line);
      seen = await judge(world, seen, always, fail);
      note(standing(seen));
    }
    if (rests && performance.now() < untilMs) await rest(world, seen, fail);
    return { seed, steps: step, hash: hasher.digest("hex"), acts };
  } catch (error) {
    if (error instanceof SimulationFailed) throw error;
    // With its causes: a refused statement names only itself.
    throw fail([Bun.inspect(error)]);
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
  violations.push(...world.oddities);
  for (const { id, paid } of now.purchases) {
    if (paid === null && world.toldPaid.has(id)) violations.push(`${id} was told paid, and is not`);
  }
  if (violations.length > 0) throw fail(violations);
  return now;
}

/** The market's state without random ids and times. */
function standing({ purchases, auctions, awards, subscriptions, entryCount }: Snapshot): string {
  const states = purchases.map(({ state, price }) => `${state}${price}`).join(",");
  const prices = auctions.map(({ price, closed }) => `${price}${closed === null ? "" : "x"}`);
  const won = awards.map(({ state, price }) => `${state}${price}`);
  const periods = subscriptions.map(({ state, period }) => `${state}${period}`);
  const digest = Bun.hash(`${states} ${prices} ${won} ${periods} ${entryCount}`).toString(36);
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
  await thaw(world);
  while (bank.countStragglers() > 0) await bank.letArrive(0);
  let last = seen;
  await cancelSubscriptions(world, seen);
  // Sixty days decide a dispute, also one that a bounty's late end has opened.
  const steps = [0, 1, 2, 6, 26, 26, 26, 26, 26, 26, 200, 1_600, 1_600, 30, 30, 30, 30, 30, 30];
  for (const hours of steps) {
    world.advance(hours * hourMs);
    for (const dispute of bank.openDisputes()) await decideDispute(world, dispute);
    await untilQuiet(world);
    last = await judge(world, last, always, fail);
  }
  await reconcile(world);
  for (const { owner } of world.sellers) await expectExactSums(world.api, owner);
  await judge(world, last, atRest, fail);
}

/** Compares all days with the bank. What differs is settled again, and then compared once more. */
async function reconcile(world: World): Promise<void> {
  const { db, ctx } = world.api;
  for (let round = 0; round < 4; round += 1) {
    for (const { day } of await db.select().from(reconciliationRuns)) {
      await restartRun(db, day, ctx.now());
    }
    while ((await reconcileDueDays({ ctx, log: silentLog })) > 0);
    const undone = await db.$count(reconciliationRuns, ne(reconciliationRuns.state, "done"));
    if (undone > 0) throw new Error(`${undone} days are not compared`);
    const isOpen = isNull(reconciliationFindings.resolvedAt);
    if ((await db.$count(reconciliationFindings, isOpen)) === 0) return;
    world.advance(26 * hourMs);
    await untilQuiet(world);
  }
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
