/**
 * Windows of calls that all processes count together. The store hands a process calls of a window in
 * small blocks, which the process then spends without asking: what others hold unspent is at most a
 * hundredth of the limit each. The first call of a window waits for nothing: it is let pass while the
 * store is asked, and counted then, so that a process lets pass one call beyond the limit at most.
 * A store that answers late is gone on without for a few seconds' worth of the limit; its late answer
 * counts as any other, and takes in what was let pass meanwhile.
 */
import { LRUCache } from "lru-cache";
import type { RateWindowGrant, RateWindowRequest } from "../../../db/queries/edge/rate-windows.ts";
import type { Outage } from "../../../platform/outage.ts";
import type { Policy, PolicyName } from "./policies.ts";

export type SpendWindow = (wanted: RateWindowRequest) => Promise<RateWindowGrant>;

/** What a caller is told of its window, and the limit that it is one of. */
export type RateWindowState = {
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
  /** The store was asked for more and has not answered in time. */
  isOverdue: boolean;
  /** Calls that may be let pass meanwhile, until `lentUntil`; they are owed then. */
  lent: number;
  lentUntil: number;
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
  async take(policy: Policy, caller: string): Promise<RateWindowState> {
    for (;;) {
      const standing = this.takeAtOnce(policy, caller);
      if (standing !== null) return standing;
      await this.#ask(policy, caller);
    }
  }

  /** The same where nobody has to be waited for; null, and nothing is counted, where the store has. */
  takeAtOnce(policy: Policy, caller: string, now = performance.now()): RateWindowState | null {
    const window = this.#windowOf(policy, caller, now);
    if (window === undefined) return this.#advance(policy, caller);
    return takeOf(policy, window, { now, restsUntil: this.#restsUntil });
  }

  /** The standing of who has nothing left, as far as is known here; null: who has, or may have. */
  spent(policy: Policy, caller: string, now: number): RateWindowState | null {
    const window = this.#windowOf(policy, caller, now);
    if (window === undefined || window.held > 0) return null;
    if (window.isOverdue && window.lent > 0) return null;
    return takeOf(policy, window, { now, restsUntil: this.#restsUntil });
  }

  /** Puts a call back that turned out to be another one's. */
  giveBack(policy: Policy, caller: string): void {
    const window = this.#windowOf(policy, caller);
    if (window !== undefined) window.held += 1;
  }

  /** One that is not over. */
  #windowOf({ name }: Policy, caller: string, now = performance.now()): Window | undefined {
    const window = this.#windows.get(caller)?.[name];
    return window === undefined || window.endsAt <= now ? undefined : window;
  }

  #keep({ name }: Policy, caller: string, window: Window): void {
    this.#windows.set(caller, { ...this.#windows.get(caller), [name]: window });
  }

  /** Lets the first call of a window pass and asks the store meanwhile. */
  #advance(policy: Policy, caller: string): RateWindowState | null {
    // Of a smaller limit one call by each process would be too large a share.
    if (policy.calls * blockShare < 1) return null;
    if (this.#asked.size >= advancesMax || this.#asked.has(keyOf(policy, caller))) return null;
    const msLeft = policy.windowSeconds * 1000;
    const callsLeft = policy.calls - 1;
    const endsAt = performance.now() + msLeft;
    this.#keep(policy, caller, { ...unasked, owed: 1, beyond: callsLeft, endsAt });
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
    const askedAt = performance.now();
    if (askedAt < this.#restsUntil) return this.#lend(policy, caller);
    const { calls: callsMax, windowSeconds } = policy;
    const { owed = 0 } = this.#windowOf(policy, caller) ?? {};
    const calls = Math.max(1, Math.floor(callsMax * blockShare)) + owed;
    const wanted = { key: keyOf(policy, caller), calls, callsMax, windowSeconds };
    const answer = this.#spend(wanted).then((granted) =>
      this.#settle(policy, caller, { granted, askedAt }),
    );
    try {
      await inTime(answer, this.#storeMsMax);
      this.#outage.end();
    } catch (error) {
      this.#outage.meet(error instanceof Error ? error.message : "unknown");
      this.#restsUntil = performance.now() + restMs;
      this.#lend(policy, caller);
    }
  }

  /** Takes in what the store hands out, however late, with what was put back or let pass meanwhile. */
  #settle(
    policy: Policy,
    caller: string,
    { granted, askedAt }: { granted: RateWindowGrant; askedAt: number },
  ): void {
    const now = performance.now();
    // It answers again, if late: then it is left alone no longer than it took.
    this.#restsUntil = Math.min(this.#restsUntil, now + (now - askedAt));
    const window = this.#windowOf(policy, caller, now) ?? unasked;
    const balance = granted.calls + window.held - window.owed;
    this.#keep(policy, caller, {
      ...window,
      held: Math.max(0, balance),
      owed: Math.max(0, -balance),
      beyond: granted.callsLeft,
      endsAt: askedAt + granted.msLeft,
      isOverdue: false,
    });
  }

  /** Without an answer in time each process lets pass what the limit allows in a few seconds. */
  #lend(policy: Policy, caller: string): void {
    const now = performance.now();
    const { calls, windowSeconds } = policy;
    const fresh = { ...unasked, endsAt: now + windowSeconds * 1000 };
    const window = this.#windowOf(policy, caller, now) ?? fresh;
    if (window.lentUntil > now) {
      window.isOverdue = true;
      return;
    }
    // Of a long outage only what the last few seconds let pass is counted afterwards.
    const owed = window.isOverdue ? 0 : window.owed;
    const share = Math.ceil((calls * insuredMs) / (windowSeconds * 1000));
    const lentUntil = now + insuredMs;
    this.#keep(policy, caller, {
      ...window,
      owed,
      endsAt: Math.max(window.endsAt, lentUntil),
      isOverdue: true,
      lent: Math.max(0, share - owed),
      lentUntil,
    });
  }
}

/** Of a window that the store knows nothing of yet. */
const unasked: Window = {
  held: 0,
  owed: 0,
  beyond: 0,
  endsAt: 0,
  isOverdue: false,
  lent: 0,
  lentUntil: 0,
};

/** Null: only the store knows. What others hold of it they may not spend. */
function takeOf(
  policy: Policy,
  window: Window,
  { now, restsUntil }: { now: number; restsUntil: number },
): RateWindowState | null {
  const msLeft = window.endsAt - now;
  if (window.held > 0) {
    window.held -= 1;
    return { policy, isAllowed: true, callsLeft: window.held + window.beyond, msLeft };
  }
  if (window.isOverdue) return borrowOf(policy, window, { now, restsUntil });
  // Who is told so comes again when it is over.
  return window.beyond > 0 ? null : { policy, isAllowed: false, callsLeft: 0, msLeft };
}

/** The same while the store does not answer. Null: it can be asked again, or lends anew. */
function borrowOf(
  policy: Policy,
  window: Window,
  { now, restsUntil }: { now: number; restsUntil: number },
): RateWindowState | null {
  if (window.lentUntil <= now) return null;
  if (window.lent > 0) {
    window.lent -= 1;
    window.owed += 1;
    const msLeft = window.lentUntil - now;
    return { policy, isAllowed: true, callsLeft: window.lent, msLeft };
  }
  if (restsUntil <= now) return null;
  const msLeft = Math.min(restsUntil, window.lentUntil) - now;
  return { policy, isAllowed: false, callsLeft: 0, msLeft };
}

const keyOf = ({ name }: Policy, caller: string): string => `${name} ${caller}`;

/** Rejects when the time is over. */
async function inTime(answer: Promise<void>, msMax: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no answer in time")), msMax);
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
