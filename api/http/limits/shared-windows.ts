/**
 * Windows of calls that all processes count together. The store hands a process calls of a window in
 * small blocks, which the process then spends without asking: what others hold unspent is at most a
 * hundredth of the limit each. The first call of a window waits for nothing: it is let pass while the
 * store is asked, and counted then, so that a process lets pass one call beyond the limit at most.
 */
import { LRUCache } from "lru-cache";
import type { Granted, Wanted } from "../../../db/queries/edge/rate-windows.ts";
import type { Outage } from "../../../platform/outage.ts";
import type { Policy, PolicyName } from "./policies.ts";

export type SpendWindow = (wanted: Wanted) => Promise<Granted>;

/** What a caller is told of its window, and the limit that it is one of. */
export type Standing = {
  policy: Policy;
  isAllowed: boolean;
  callsLeft: number;
  msLeft: number;
};

type Window = {
  /** Calls that this process may still let pass without asking. */
  held: number;
  /** Calls that were let pass before the store was asked for them. */
  owed: number;
  /** Calls that the store had left when it was asked last. */
  beyond: number;
  endsAt: number;
};

/** A caller's, by limit. */
type Windows = Partial<Record<PolicyName, Window>>;

/** The share of a limit that a process takes at once. */
const blockShare = 0.01;
const callersMax = 100_000;
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
  /** By caller and limit: a key of both would be put together anew for each call. */
  readonly #windows = new LRUCache<string, Windows>({ max: callersMax });
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
      await this.#ask(policy, caller);
    }
  }

  /** The same where nobody has to be waited for; null, and nothing is counted, where the store has. */
  takeAtOnce(policy: Policy, caller: string, now = performance.now()): Standing | null {
    const window = this.#windowOf(policy, caller);
    if (window === undefined || window.endsAt <= now) return this.#advance(policy, caller);
    return takeOf(policy, window, now);
  }

  /** The standing of who has nothing left, as far as is known here; null: who has, or may have. */
  spent(policy: Policy, caller: string, now: number): Standing | null {
    const window = this.#windowOf(policy, caller);
    if (window === undefined || window.endsAt <= now || window.held > 0) return null;
    return takeOf(policy, window, now);
  }

  /** Puts a call back that turned out to be another one's. */
  giveBack(policy: Policy, caller: string): void {
    const window = this.#windowOf(policy, caller);
    if (window !== undefined) window.held += 1;
  }

  #windowOf({ name }: Policy, caller: string): Window | undefined {
    return this.#windows.get(caller)?.[name];
  }

  #keep({ name }: Policy, caller: string, window: Window): void {
    this.#windows.set(caller, { ...this.#windows.get(caller), [name]: window });
  }

  /** Lets the first call of a window pass and asks the store meanwhile. */
  #advance(policy: Policy, caller: string): Standing | null {
    // Of a smaller limit one call by each process would be too large a share.
    if (policy.calls * blockShare < 1) return null;
    if (this.#asked.size >= advancesMax || this.#asked.has(keyOf(policy, caller))) return null;
    const msLeft = policy.windowSeconds * 1000;
    const callsLeft = policy.calls - 1;
    const endsAt = performance.now() + msLeft;
    this.#keep(policy, caller, { held: 0, owed: 1, beyond: callsLeft, endsAt });
    void this.#ask(policy, caller);
    return { policy, isAllowed: true, callsLeft, msLeft };
  }

  /** One question at a time for each window; who comes meanwhile waits for the same answer. */
  async #ask(policy: Policy, caller: string): Promise<void> {
    const key = keyOf(policy, caller);
    const running = this.#asked.get(key);
    if (running !== undefined) return await running;
    const answer = this.#fetch(policy, caller).finally(() => this.#asked.delete(key));
    this.#asked.set(key, answer);
    await answer;
  }

  async #fetch(policy: Policy, caller: string): Promise<void> {
    const { calls: callsMax, windowSeconds } = policy;
    const key = keyOf(policy, caller);
    const calls = Math.max(1, Math.floor(callsMax * blockShare));
    const askedAt = performance.now();
    const granted = await this.#grant({ key, calls, callsMax, windowSeconds });
    this.#keep(policy, caller, {
      held: Math.max(0, granted.calls + this.#carried(policy, caller)),
      owed: 0,
      beyond: granted.callsLeft,
      endsAt: askedAt + granted.msLeft,
    });
  }

  /** What was put back, or let pass, while the store was asked. */
  #carried(policy: Policy, caller: string): number {
    const window = this.#windowOf(policy, caller);
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
function takeOf(policy: Policy, window: Window, now: number): Standing | null {
  const msLeft = window.endsAt - now;
  if (window.held > 0) {
    window.held -= 1;
    return { policy, isAllowed: true, callsLeft: window.held + window.beyond, msLeft };
  }
  // Who is told so comes again when it is over.
  return window.beyond > 0 ? null : { policy, isAllowed: false, callsLeft: 0, msLeft };
}

const keyOf = ({ name }: Policy, caller: string): string => `${name} ${caller}`;

function insured({ callsMax, windowSeconds }: Wanted): Granted {
  const share = insuredMs / (windowSeconds * 1000);
  return { calls: Math.max(1, Math.ceil(callsMax * share)), callsLeft: 0, msLeft: insuredMs };
}
