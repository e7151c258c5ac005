/**
 * Windows of calls that all processes count together. The store hands a process calls of a window in
 * small blocks, which the process then spends without asking: nobody gets more than the limit, and
 * what others hold unspent is at most a hundredth of it each.
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
  /** Calls that the store had left when it was asked last. */
  beyond: number;
  endsAt: number;
};

/** The share of a limit that a process takes at once. */
const blockShare = 0.01;
const windowsMax = 100_000;
/** A store that takes longer is gone on without, for so long at a time. */
const storeMsMax = 250;
const insuredMs = 5_000;
/** Meanwhile it is not asked again, so that not every caller waits for it. */
const restMs = 1_000;

export class SharedWindows {
  readonly #spend: SpendWindow;
  readonly #outage: Outage;
  readonly #windows = new LRUCache<string, Window>({ max: windowsMax });
  readonly #asked = new Map<string, Promise<void>>();
  /** Until when the store is not asked: it has just failed to answer. */
  #restsUntil = 0;

  constructor(spend: SpendWindow, outage: Outage) {
    this.#spend = spend;
    this.#outage = outage;
  }

  /** Takes one call from the caller's window. */
  async take(policy: Policy, caller: string): Promise<Standing> {
    const key = keyOf(policy, caller);
    for (;;) {
      const standing = this.#takeHeld(key);
      if (standing !== null) return standing;
      await this.#ask(policy, key);
    }
  }

  /** The same where this process knows the window; null where the store has to be asked. */
  takeHeld(policy: Policy, caller: string): Standing | null {
    return this.#takeHeld(keyOf(policy, caller));
  }

  /** Puts a call back that turned out to be another one's. */
  giveBack(policy: Policy, caller: string): void {
    const window = this.#windows.get(keyOf(policy, caller));
    if (window !== undefined) window.held += 1;
  }

  #takeHeld(key: string): Standing | null {
    const window = this.#windows.get(key);
    if (window === undefined) return null;
    const msLeft = window.endsAt - performance.now();
    if (msLeft <= 0) return null;
    if (window.held > 0) {
      window.held -= 1;
      return { isAllowed: true, callsLeft: window.held + window.beyond, msLeft };
    }
    // What others hold of it they may not spend; who is told so comes again when it is over.
    return window.beyond > 0 ? null : { isAllowed: false, callsLeft: 0, msLeft };
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
      held: granted.calls,
      beyond: granted.callsLeft,
      endsAt: askedAt + granted.msLeft,
    });
  }

  /** Without an answer in time each process lets pass what the limit allows in a few seconds. */
  async #grant(wanted: Wanted): Promise<Granted> {
    if (performance.now() < this.#restsUntil) return insured(wanted);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("no answer in time")), storeMsMax);
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

const keyOf = ({ name }: Policy, caller: string): string => `${name} ${caller}`;

function insured({ callsMax, windowSeconds }: Wanted): Granted {
  const share = insuredMs / (windowSeconds * 1000);
  return { calls: Math.max(1, Math.ceil(callsMax * share)), callsLeft: 0, msLeft: insuredMs };
}
