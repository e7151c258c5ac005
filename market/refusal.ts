/** The result of a rule that refuses, and how to throw it. */
import { hourSeconds, secondsUntil } from "../platform/time.ts";
import { MarketError, type ProblemCode, type RefusalFacts } from "./errors.ts";

export type Refusal = {
  code: ProblemCode;
  detail: string;
  /** The refused part of the request, as in a field fault; empty: the caller. Omitted: not listed. */
  pointer?: string;
} & RefusalFacts;

/** How many messages or similar somebody may send within a time. */
export type Allowance = { who: string; what: string; max: number; windowSeconds: number };

/**
 * Why somebody has to wait: `firstOfFull` is when the first of their last `max` was sent; null if
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

/** One check: whether it refuses, with its code and text. */
export type Check = [applies: boolean, code: ProblemCode, detail: string, pointer?: string];

/** The refusals that apply, in order; `pointer` is the default. */
export function refusalsOf(checks: readonly Check[], pointer: string): Refusal[] {
  return checks
    .filter(([applies]) => applies)
    .map(([, code, detail, at = pointer]) => ({ pointer: at, code, detail }));
}

/** Refusals of the caller, listed with those of the request. */
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

/** The refusal of a check, to be thrown later; null if it passed. Rethrows faults of the service. */
export async function refusalOf(check: Promise<void> | undefined): Promise<MarketError | null> {
  try {
    await check;
    return null;
  } catch (error) {
    if (error instanceof MarketError) return error;
    throw error;
  }
}
