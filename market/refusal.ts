/** Why a rule refuses: the one shape of it, how a table of checks gives it, and how it is thrown. */
import { hourSeconds, secondsUntil } from "../platform/time.ts";
import { MarketError, type ProblemCode, type RefusalFacts } from "./errors.ts";

export type Refusal = {
  code: ProblemCode;
  detail: string;
  /** What of the request is refused, as in a field fault; empty: who asks. Left out: not listed. */
  pointer?: string;
} & RefusalFacts;

/** How much somebody may send within a time. */
export type Allowance = { who: string; what: string; max: number; windowSeconds: number };

/**
 * Why somebody has to wait: `firstOfFull` is when the earliest of their last `max` came, null where
 * there are fewer in the window.
 */
export function allowanceRefusal(
  { who, what, max, windowSeconds }: Allowance,
  firstOfFull: Date | null,
  now: Date,
): Refusal | null {
  if (firstOfFull === null) return null;
  const freeAt = firstOfFull.getTime() + windowSeconds * 1000;
  return {
    code: "rate_limited",
    detail: `${who} may send ${max} ${what} in ${windowSeconds / hourSeconds} h.`,
    retryAfterSeconds: secondsUntil(freeAt, now),
  };
}

/** One row of a table of checks: whether it refuses, by which code and in which words. */
export type Check = [applies: boolean, code: ProblemCode, detail: string, pointer?: string];

/** The refusals that apply, in the table's order; `pointer` is that of rows without one. */
export function refusalsOf(checks: readonly Check[], pointer: string): Refusal[] {
  return checks
    .filter(([applies]) => applies)
    .map(([, code, detail, at = pointer]) => ({ pointer: at, code, detail }));
}

/** The refusals of who asks, listed with those of what is asked for. */
export function listed(refusals: readonly (Refusal | null)[]): Refusal[] {
  return refusals.flatMap((refusal) => (refusal === null ? [] : [{ pointer: "", ...refusal }]));
}

/** Throws the first refusal as a `MarketError`, with all that have a pointer as its faults. */
export function throwRefusals(refusals: readonly (Refusal | null)[]): void {
  const found = refusals.filter((refusal) => refusal !== null);
  const [first] = found;
  if (first === undefined) return;
  const { code, detail, pointer: _pointer, ...facts } = first;
  const faults = found.flatMap((refusal) =>
    refusal.pointer === undefined
      ? []
      : [{ pointer: refusal.pointer, code: refusal.code, detail: refusal.detail }],
  );
  throw new MarketError(code, detail, { faults, ...facts });
}
