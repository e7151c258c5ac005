/**
 * Rate limit windows that all processes share. The store grants a process calls of a window in
 * small blocks, which the process then spends without asking; other processes hold at most a
 * hundredth of the limit each unspent. The first call of a window passes at once and is counted
 * while the store is asked, so a process lets at most one call pass beyond the limit. If the store
 * answers late, the process goes on for a few seconds with a share of the limit. The late answer
 * still counts, less the calls that passed meanwhile.
 */
import { LRUCache } from "lru-cache";
import type { RateWindowGrant, RateWindowRequest } from "../../../db/queries/edge/rate-windows.ts";
import type { Outage } from "../../../platform/outage.ts";
import type { Policy, PolicyName } from "./policies.ts";

export type SpendWindow = (wanted: RateWindowRequest) => Promise<RateWindowGrant>;

/** The state of a caller's window, and the limit to which it belongs. */
export type RateWindowState = {
  policy: Policy;
  isAllowed: boolean;
  callsLeft: number;
  msLeft: number;
};

type Window = {
  /** Granted calls that this process can still let pass without asking the store. */
  held: number;
  /** Calls that passed before the store granted them. */
  owed: number;
  /** The store's remaining calls at its last answer. */
  beyond: number;
  endsAt: number;
  /** The store was asked for more and did not answer in time. */
  isOverdue: boolean;
  /** Calls that may pass without a grant until `lentUntil`; they count as owed. */
  lent: number;
  lentUntil: number;
};

/** One caller's windows, by limit. */
type Windows = Partial<Record<PolicyName, Window>>;

/** The share of a limit that a process takes as one block. */
const blockShare = 0.01;
const callersMax = 100_000;
/** The limit of concurrent first calls that pass before the store answers; further ones wait. */
const advancesMax = 100;
/** How long a process lends calls without the store before it lends again. */
const insuredMs = 5_000;
/** After a failure, the store is not asked for this long, so that not every caller waits for it. */
const restMs = 1_000;

export class SharedWindows {
  readonly #spend: SpendWindow;
  readonly #outage: Outage;
  readonly #storeMsMax: number;
  /** By caller, then by limit: a combined key would have to be built for each call. */
  readonly #windows = new LRUCache<string, Windows>({ max: callersMax });
  readonly #asked = new Map<string, Promise<void>>();
  /** The store has just failed to answer and is not asked before this time. */
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

  /** Like `take`, but returns null and counts nothing if the store has to be asked. */
  takeAtOnce(policy: Policy, caller: string, now = performance.now()): RateWindowState | null {
    const window = this.#windowOf(policy, caller, now);
    if (window === undefined) return this.#advance(policy, caller);
    return takeOf(policy, window, { now, restsUntil: this.#restsUntil });
  }

  /** The state of a window without calls left, as far as known; null if some may be left. */
  spent(policy: Policy, caller: string, now: number): RateWindowState | null {
    const window = this.#windowOf(policy, caller, now);
    if (window === undefined || window.held > 0) return null;
    if (window.isOverdue && window.lent > 0) return null;
    return takeOf(policy, window, { now, restsUntil: this.#restsUntil });
  }

  /** Returns a call that counts against another budget. */
  giveBack(policy: Policy, caller: string): void {
    const window = this.#windowOf(policy, caller);
    if (window !== undefined) window.held += 1;
  }

  /** The caller's current window, or undefined if it has ended. */
  #windowOf({ name }: Policy, caller: string, now = performance.now()): Window | undefined {
    const window = this.#windows.get(caller)?.[name];
    return window === undefined || window.endsAt <= now ? undefined : window;
  }

  #keep({ name }: Policy, caller: string, window: Window): void {
    this.#windows.set(caller, { ...this.#windows.get(caller), [name]: window });
  }

  /** Lets a window's first call pass and asks the store meanwhile. */
  #advance(policy: Policy, caller: string): RateWindowState | null {
    // For a smaller limit, one call for each process would be too large a share.
    if (policy.calls * blockShare < 1) return null;
    if (this.#asked.size >= advancesMax || this.#asked.has(keyOf(policy, caller))) return null;
    const msLeft = policy.windowSeconds * 1000;
    const callsLeft = policy.calls - 1;
    const endsAt = performance.now() + msLeft;
    this.#keep(policy, caller, { ...unasked, owed: 1, beyond: callsLeft, endsAt });
    void this.#ask(policy, caller);
    return { policy, isAllowed: true, callsLeft, msLeft };
  }

  /** One request at a time for each window; concurrent callers await the same answer. */
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

  /** Adds a grant, however late, to the calls that were returned or passed meanwhile. */
  #settle(
    policy: Policy,
    caller: string,
    { granted, askedAt }: { granted: RateWindowGrant; askedAt: number },
  ): void {
    const now = performance.now();
    // The store answers again, if late: the pause is no longer than its answer took.
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

  /** Without a timely answer, each process lends a few seconds' share of the limit. */
  #lend(policy: Policy, caller: string): void {
    const now = performance.now();
    const { calls, windowSeconds } = policy;
    const fresh = { ...unasked, endsAt: now + windowSeconds * 1000 };
    const window = this.#windowOf(policy, caller, now) ?? fresh;
    if (window.lentUntil > now) {
      window.isOverdue = true;
      return;
    }
    // After a long outage, only the calls of the last few seconds are counted.
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

/** A window that the store has not granted yet. */
const unasked: Window = {
  held: 0,
  owed: 0,
  beyond: 0,
  endsAt: 0,
  isOverdue: false,
  lent: 0,
  lentUntil: 0,
};

/** Null: only the store knows. Calls that other processes hold cannot be spent here. */
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
  // The caller is refused until the window ends.
  return window.beyond > 0 ? null : { policy, isAllowed: false, callsLeft: 0, msLeft };
}

/** Like `takeOf` while the store does not answer. Null: ask it again, or lend again. */
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

/** Rejects if `answer` takes longer than `msMax`. */
async function inTime(answer: Promise<void>, msMax: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no answer in time")), msMax);
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
