/** Names differences between ledger and provider, and schedules the compared days. Pure. */
import type { Category, Comparison, FindingKind } from "../../db/vocabulary/reconciliation.ts";
import type { BalanceMovement } from "../../platform/payments/port.ts";
import { dayMs, hourMs } from "../../platform/time.ts";

type Names = {
  /** The provider moved money that the ledger does not record. */
  unknown: FindingKind;
  /** The ledger records a movement that the provider's balance does not contain. */
  missing: FindingKind;
  amount: FindingKind;
  /** The provider made the movement once more than the ledger records. */
  twice: FindingKind;
  /** The provider reversed the movement, but the ledger does not record that. */
  back: FindingKind;
  /** The ledger records a reversal that the provider did not make. */
  backMissing: FindingKind;
};

/** Charges, disputes and fees have no reversals of their own. */
const names: Record<Category, Names> = {
  charge: {
    unknown: "charge_unknown",
    missing: "charge_missing",
    amount: "charge_amount",
    twice: "charge_twice",
    back: "charge_amount",
    backMissing: "charge_amount",
  },
  refund: {
    unknown: "refund_unknown",
    missing: "refund_missing",
    amount: "refund_amount",
    twice: "refund_twice",
    back: "refund_failed",
    backMissing: "refund_failure_missing",
  },
  dispute: {
    unknown: "dispute_unknown",
    missing: "dispute_missing",
    amount: "dispute_amount",
    twice: "dispute_unknown",
    back: "dispute_amount",
    backMissing: "dispute_amount",
  },
  transfer: {
    unknown: "transfer_unknown",
    missing: "transfer_missing",
    amount: "transfer_amount",
    twice: "transfer_twice",
    back: "transfer_reversed",
    backMissing: "transfer_reversal_missing",
  },
  fee: {
    unknown: "fee_unknown",
    missing: "fee_missing",
    amount: "fee_amount",
    twice: "fee_unknown",
    back: "fee_amount",
    backMissing: "fee_amount",
  },
};

type Divergence = { kind: FindingKind; expectedCents: number; foundCents: number };

/** The difference between a purchase's movements of one category, or null. */
export function divergenceOf(compared: Comparison): Divergence | null {
  const { expectedCents, foundCents, elsewhereCents } = compared;
  const kind = compared.isForeign ? "wrong_currency" : differenceOf(compared);
  if (kind !== null) return { kind, expectedCents, foundCents };
  if (elsewhereCents === 0) return null;
  return { kind: "transfer_destination", expectedCents: elsewhereCents, foundCents: 0 };
}

function differenceOf(compared: Comparison): FindingKind | null {
  const { category, expectedCents, foundCents, ledgerItems, providerItems } = compared;
  const { unknown, missing, amount, twice, back, backMissing } = names[category];
  const isOneSided = (ledgerItems === 0) !== (providerItems === 0);
  // Several movements may belong to one posting, so their sums are compared.
  if (expectedCents === foundCents && !isOneSided) return null;
  const backCents = compared.foundBackCents - compared.expectedBackCents;
  if (backCents > 0) return back;
  if (backCents < 0) return backMissing;
  if (providerItems === 0) return missing;
  // Somebody has refunded more than the ledger says.
  if (category === "refund" && ledgerItems > 0 && foundCents < expectedCents) return unknown;
  if (ledgerItems > 0) return amount;
  return compared.matchedItems > 0 ? twice : unknown;
}

/** The kind of a movement that belongs to no purchase; null: the platform's own movement. */
export const strayKinds: Record<BalanceMovement, FindingKind | null> = {
  charge: "charge_unknown",
  refund: "refund_unknown",
  refund_failure: "refund_unknown",
  dispute: "dispute_unknown",
  transfer: "transfer_unknown",
  transfer_reversal: "transfer_unknown",
  other: "movement_unknown",
  own: null,
};

const healing: ReadonlySet<FindingKind> = new Set([
  "charge_unknown",
  "refund_unknown",
  "refund_failed",
  "dispute_unknown",
  "transfer_unknown",
]);

/** Whether settling the purchase again may correct it: settling asks the provider. */
export function mayHeal(kind: FindingKind): boolean {
  return healing.has(kind);
}

/** The same difference has the same key in every run. */
export function findingKey(found: {
  kind: FindingKind;
  subject: string;
  expectedCents: number;
  foundCents: number;
}): string {
  return [found.kind, found.subject, found.expectedCents, found.foundCents].join("/");
}

/** Provider and ledger may date a movement differently, and the provider's list may lag. */
const slackHours = 1;
/** The time between the end of a day and its comparison. */
const waitHours = 2;

/** The day in UTC, as `2026-11-22`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

export function nextDay(day: string): string {
  return dayOf(new Date(dayStart(day).getTime() + dayMs));
}

export function dayBefore(day: string): string {
  return dayOf(new Date(dayStart(day).getTime() - dayMs));
}

/** The earliest time at which a day can be compared. */
export function comparableAt(day: string): Date {
  return new Date(dayStart(day).getTime() + dayMs + waitHours * hourMs);
}

/** The last day that can be compared now. */
export function lastDay(now: Date): string {
  return dayOf(new Date(now.getTime() - dayMs - waitHours * hourMs));
}

/** The days after `done` (null: from `first`) up to the last comparable one; at most `daysMax`. */
export function missedDays(
  given: { done: string | null; first: string; now: Date },
  daysMax: number,
): string[] {
  const last = lastDay(given.now);
  const days: string[] = [];
  let day = given.done === null ? given.first : nextDay(given.done);
  while (day <= last && days.length < daysMax) {
    days.push(day);
    day = nextDay(day);
  }
  return days;
}

/**
 * The span of provider transactions to read for a day. If the previous day was not read, it is
 * included: a posting of this day may belong to a transaction of that one.
 */
export function windowOf(day: string, { isDayBeforeRead }: { isDayBeforeRead: boolean }) {
  const start = dayStart(day).getTime();
  const backMs = slackHours * hourMs + (isDayBeforeRead ? 0 : dayMs);
  return { from: new Date(start - backMs), to: new Date(start + dayMs + slackHours * hourMs) };
}

const retrySecondsMax = 3600;

/** The delay before a failed run is retried, in seconds: 60, 120, … up to an hour. */
export function retrySeconds(attempts: number): number {
  return Math.min(60 * 2 ** Math.min(Math.max(attempts - 1, 0), 10), retrySecondsMax);
}
