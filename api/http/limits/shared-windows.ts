/**
 * Windows of calls that all processes count together. The store hands a process calls of a window in
 * small blocks, which the process then spends without asking: what others hold unspent is at most a
 * hundredth of the limit each. The first call of a window waits for nothing: it is let pass while the
 * store is asked, and counted then, so that a process lets pass one call beyond the limit at most.
 */
import { LRUCache } from "lru-cache";
import type { Granted, Wanted } from "../../../db/queries/edge/rate-windows.ts";
import type { Outage } from "../../../platform/outage.ts";
import type { Policy } from "./policies.ts";

export type SpendWindow = (wanted: Wanted) => Promise<Granted>;

/** What a caller is told of its window. */
export type Standing = { isAllowed: boolean; callsLeft: number; msLeft: number };

type Window = {
  /** Calls that this process may still let pass without asking. */
  held: number;
  /** Calls that were let pass before the store was asked for them. */
  owed: number;
  /** Calls that the store had left when it was asked last. */
  beyond: number;
  endsAt: number;
};

/** The share of a limit that a process takes at once. */
const blockShare = 0.01;
const windowsMax = 100_000;
/** First calls at once for which the store is asked behind their backs; more of them wait for it. */
const advancesMax = 100;
/** Where a store takes longer than it may, it is gone on without, for so long at a time. */
const insuredMs = 5_000;
/** Meanwhile it is not asked again, so that not every caller waits for it. */
const restMs = 1_000;

export class SharedWindows {
  readonly #spend: SpendWindow;
  readonly #outage: Outage;
  readonly #storeMsMax: number;
  readonly #windows = new LRUCache<string, Window>({ max: windowsMax });
  readonly #asked = new Map<string, Promise<void>>();
  /** Until when the store is not asked: it has just failed to answer. */
  #restsUntil = 0;

  constructor(spend: SpendWindow, outage: Outage, storeMsMax: number) {
    this.#spend = spend;
    this.#outage = outage;
    this.#storeMsMax = storeMsMax;
  }

  /** Takes one call from the caller's window. */
  async take(policy: Policy, caller: string): Promise<Standing> {
    for (;;) {
      const standing = this.takeAtOnce(policy, caller);
      if (standing !== null) return standing;
      await this.#ask(policy, keyOf(policy, caller));
    }
  }

  /** The same where nobody has to be waited for; null, and nothing is counted, where the store has. */
  takeAtOnce(policy: Policy, caller: string, now = performance.now()): Standing | null {
    const key = keyOf(policy, caller);
    const window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) return this.#advance(policy, key);
    return takeOf(window, now);
  }

  /** The standing of who has nothing left, as far as is known here; null: who has, or may have. */
  spent(policy: Policy, caller: string, now: number): Standing | null {
    const window = this.#windows.get(keyOf(policy, caller));
    if (window === undefined || window.endsAt <= now || window.held > 0) return null;
    return takeOf(window, now);
  }

  /** Puts a call back that turned out to be another one's. */
  giveBack(policy: Policy, caller: string): void {
    const window = this.#windows.get(keyOf(policy, caller));
    if (window !== undefined) window.held += 1;
  }

  /** Lets the first call of a window pass and asks the store meanwhile. */
  #advance(policy: Policy, key: string): Standing | null {
    // Of a smaller limit one call by each process would be too large a share.
    if (policy.calls * blockShare < 1) return null;
    if (this.#asked.has(key) || this.#asked.size >= advancesMax) return null;
    const msLeft = policy.windowSeconds * 1000;
    const callsLeft = policy.calls - 1;
    const endsAt = performance.now() + msLeft;
    this.#windows.set(key, { held: 0, owed: 1, beyond: callsLeft, endsAt });
    void this.#ask(policy, key);
    return { isAllowed: true, callsLeft, msLeft };
  }

  /** One question at a time for each window; who comes meanwhile waits for the same answer. */
  async #ask(policy: Policy, key: string): Promise<void> {
    const running = this.#asked.get(key);
    if (running !== undefined) return await running;
    const answer = this.#fetch(policy, key).finally(() => this.#asked.delete(key));
    this.#asked.set(key, answer);
    await answer;
  }

  async #fetch(policy: Policy, key: string): Promise<void> {
    const { calls: callsMax, windowSeconds } = policy;
    const calls = Math.max(1, Math.floor(callsMax * blockShare));
    const askedAt = performance.now();
    const granted = await this.#grant({ key, calls, callsMax, windowSeconds });
    this.#windows.set(key, {
      held: Math.max(0, granted.calls + this.#carried(key)),
      owed: 0,
      beyond: granted.callsLeft,
      endsAt: askedAt + granted.msLeft,
    });
  }

  /** What was put back, or let pass, while the store was asked. */
  #carried(key: string): number {
    const window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= performance.now()) return 0;
    return window.held - window.owed;
  }

  /** Without an answer in time each process lets pass what the limit allows in a few seconds. */
  async #grant(wanted: Wanted): Promise<Granted> {
    if (performance.now() < this.#restsUntil) return insured(wanted);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("no answer in time")), this.#storeMsMax);
    try {
      const granted = await Promise.race([this.#spend(wanted), late]);
      this.#outage.end();
      return granted;
    } catch (error) {
      this.#outage.meet(error instanceof Error ? error.message : "unknown");
      this.#restsUntil = performance.now() + restMs;
      return insured(wanted);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Null: only the store knows. What others hold of it they may not spend. */
function takeOf(window: Window, now: number): Standing | null {
  const msLeft = window.endsAt - now;
  if (window.held > 0) {
    window.held -= 1;
    return { isAllowed: true, callsLeft: window.held + window.beyond, msLeft };
  }
  // Who is told so comes again when it is over.
  return window.beyond > 0 ? null : { isAllowed: false, callsLeft: 0, msLeft };
}

const keyOf = ({ name }: Policy, caller: string): string => `${name} ${caller}`;

function insured({ callsMax, windowSeconds }: Wanted): Granted {
  const share = insuredMs / (windowSeconds * 1000);
  return { calls: Math.max(1, Math.ceil(callsMax * share)), callsLeft: 0, msLeft: insuredMs };
}
