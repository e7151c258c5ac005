/** States of a shared charge, and how a bank's dispute of it is divided. Pure. */
import type { ChargePart, PurchaseState, PurseState } from "../../../db/vocabulary/purchase.ts";

const transitions: Record<PurseState, readonly PurchaseState[]> = {
  payment_pending: ["in_escrow", "payment_failed", "cancelled", "expired"],
  in_escrow: ["released", "refunded"],
  released: [],
  refunded: [],
  // If it is charged after it has ended, the buyer is refunded.
  payment_failed: ["refunded"],
  cancelled: ["refunded"],
  expired: ["refunded"],
};

export function mayPurseBecome(from: PurseState, to: PurchaseState): boolean {
  return transitions[from].includes(to);
}

/** What can be allotted to one more purchase, in cents. */
export function freeCents(purse: {
  state: PurseState;
  priceCents: number;
  allottedCents: number;
}): number {
  return purse.state === "payment_pending" || purse.state === "in_escrow"
    ? purse.priceCents - purse.allottedCents
    : 0;
}

/** How a purse ends: `refundCents` goes back to the buyer. */
export function purseEnd(purse: { priceCents: number; allottedCents: number }) {
  const refundCents = purse.priceCents - purse.allottedCents;
  return { state: refundCents === 0 ? ("released" as const) : ("refunded" as const), refundCents };
}

/** What tells a purse and the purchases of one from others: only a purse has `refundCents`. */
export type MaybeShared = { refundCents?: number; purseId?: string | null };

/** What a refund pays back, in cents: not what the bank has taken. */
export function refundableCents({
  priceCents,
  refundCents,
  chargedBackCents = 0,
}: MaybeShared & { priceCents: number; chargedBackCents?: number }): number {
  return (refundCents ?? priceCents) - chargedBackCents;
}

/** What of refunds has not failed, in cents. */
export function refundedCents(refunds: readonly { status: string; amountCents: number }[]): number {
  return refunds
    .filter(({ status }) => status !== "failed")
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

type Moved = { movements: readonly { amountCents: number }[] };

/** What a bank has debited for a dispute and not given back, in cents. */
export const debitedCents = ({ movements }: Moved): number =>
  -movements.reduce((sum, { amountCents }) => sum + amountCents, 0);

type Lost = Moved & { state: string; amountCents: number };

/** What lost disputes took of money that was still held, at most all of it, in cents. */
export function takenCents(heldCents: number, disputes: readonly Lost[]): number {
  const lost = disputes.filter(({ state }) => state === "lost");
  const taken = lost.reduce((sum, dispute) => {
    const debited = debitedCents(dispute);
    return sum + (debited > 0 ? debited : dispute.amountCents);
  }, 0);
  return Math.min(heldCents, taken);
}

type PartFacts = {
  id: string;
  priceCents: number;
  paidAt: Date | null;
  refundId: string | null;
  refundPaidAt: Date | null;
};

type Priced = Pick<PartFacts, "id" | "priceCents" | "paidAt">;

/** The rest of a charge and the purchases that it has paid, whatever came back of them. */
export function chargedParts(purse: Priced, purchases: readonly Priced[]): ChargePart[] {
  const paid = purchases
    .filter(({ paidAt }) => paidAt !== null)
    .map(({ id, priceCents }) => ({ id, cents: priceCents }));
  const allotted = paid.reduce((sum, { cents }) => sum + cents, 0);
  return [{ id: purse.id, cents: purse.priceCents - allotted }, ...paid];
}

/** The parts of a charge now: what a refund has paid back to the card has left it. */
export function partsOfCharge(purse: PartFacts, purchases: readonly PartFacts[]): ChargePart[] {
  const back = [purse, ...purchases].filter(
    ({ refundId, refundPaidAt }) => refundId !== null && refundPaidAt !== null,
  );
  return chargedParts(purse, purchases).map(({ id, cents }) => ({
    id,
    cents: back.some((row) => row.id === id) ? 0 : cents,
  }));
}

/**
 * What one part bears of an amount that the bank moves, in cents: in proportion to what the parts still
 * hold of the charge. A cent that the rounding leaves goes to a part that was rounded down, `rest` first,
 * so that none bears more than it holds.
 */
export function shareCents(
  amountCents: number,
  { parts, id, rest }: { parts: readonly ChargePart[]; id: string; rest: string },
): number {
  const whole = parts.reduce((sum, { cents }) => sum + cents, 0);
  if (whole === 0) return id === rest ? amountCents : 0;
  const shares = parts.map((part) => {
    const scaled = BigInt(amountCents) * BigInt(part.cents);
    const isRounded = scaled % BigInt(whole) !== 0n;
    return { id: part.id, cents: Number(scaled / BigInt(whole)), isRounded };
  });
  const left = amountCents - shares.reduce((sum, { cents }) => sum + cents, 0);
  const bearers = shares
    .filter(({ isRounded }) => isRounded)
    .toSorted((one, other) => Number(other.id === rest) - Number(one.id === rest))
    .slice(0, Math.abs(left));
  const isBearer = bearers.some((bearer) => bearer.id === id);
  const own = shares.find((share) => share.id === id)?.cents ?? 0;
  return own + (isBearer ? Math.sign(left) : 0);
}

/** What lost disputes took of one part of a charge, in cents. */
function lostShareCents(
  disputes: readonly (Lost & { id: string })[],
  { id: rest, disputeParts }: { id: string; disputeParts: Record<string, ChargePart[]> },
  id: string,
): number {
  return disputes
    .filter(({ state }) => state === "lost")
    .reduce((sum, dispute) => {
      const parts = disputeParts[dispute.id] ?? [];
      return sum + shareCents(debitedCents(dispute), { parts, id, rest });
    }, 0);
}

/**
 * How a refund by hand that names no part of the charge is divided: it pays the rest first, and what is more by what
 * the purchases still hold (`held`, with the rest).
 */
export function refundParts(
  amountCents: number,
  { held, rest }: { held: readonly ChargePart[]; rest: string },
): ChargePart[] {
  const others = held.filter(({ id, cents }) => id !== rest && cents > 0);
  const restCents = held.find(({ id }) => id === rest)?.cents ?? 0;
  const ofRest = others.length === 0 ? amountCents : Math.min(amountCents, Math.max(0, restCents));
  const shares = others.map(({ id }) => ({
    id,
    cents: shareCents(amountCents - ofRest, { parts: others, id, rest }),
  }));
  return [{ id: rest, cents: ofRest }, ...shares].filter(({ cents }) => cents > 0);
}

type Refund = { id: string; purchaseId: string | null; status: string; amountCents: number };

/**
 * The parts of each refund by hand that names none of `parts`: those that were fixed before, and those that are
 * fixed now, oldest first, by what the parts still hold. The same record if nothing is new.
 */
export function fixedRefundParts(
  purse: { id: string; refundParts: RefundParts; disputeParts: Record<string, ChargePart[]> },
  parts: readonly ChargePart[],
  {
    refunds,
    disputes,
  }: { refunds: readonly Refund[]; disputes: readonly (Lost & { id: string })[] },
): RefundParts {
  const fixed = { ...purse.refundParts };
  const unnoticed = refunds.filter(
    ({ id, purchaseId, status }) =>
      status !== "failed" &&
      fixed[id] === undefined &&
      !parts.some((part) => part.id === purchaseId),
  );
  if (unnoticed.length === 0) return purse.refundParts;
  for (const { id, amountCents } of unnoticed.toReversed()) {
    const held = parts.map((part) => {
      const named = refunds.filter(({ purchaseId }) => purchaseId === part.id);
      const byHand = Object.values(fixed)
        .flat()
        .filter((share) => share.id === part.id)
        .reduce((sum, { cents }) => sum + cents, 0);
      const lost = lostShareCents(disputes, purse, part.id);
      return { id: part.id, cents: part.cents - refundedCents(named) - byHand - lost };
    });
    fixed[id] = refundParts(amountCents, { held, rest: purse.id });
  }
  return fixed;
}

type RefundParts = Record<string, ChargePart[]>;
