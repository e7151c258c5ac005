import type { Database } from "../../../db/client.ts";
import { type ChargedRow, isPurse, type PurseRow } from "../../../db/queries/purchases/charged.ts";
import {
  findPurse,
  readPurchasesOfPurse,
  updatePurse,
} from "../../../db/queries/purchases/purses.ts";
import type { BankDispute, Refund } from "../../../platform/payments/port.ts";
import { PURSE_PURCHASES_MAX } from "../limits.ts";
import { lostShareCents, refundedCents, refundParts } from "./rules.ts";

/** A charge's refunds and disputes at the provider, newest first. */
export type ChargeFacts = { refunds: Refund[]; disputes: BankDispute[] };

/**
 * The refunds of a locked row's charge with the amounts that are this row's. Of a shared charge: those that name it,
 * and its part of those that were made by hand and name nobody. The first notice fixes the parts.
 */
export async function ownRefunds(
  tx: Database,
  row: ChargedRow,
  { refunds, disputes }: ChargeFacts,
): Promise<Refund[]> {
  const purseId = isPurse(row) ? row.id : row.purseId;
  if (purseId === null || refunds.length === 0) return refunds;
  const purse = await findPurse(tx, purseId);
  if (purse === null) throw new Error(`purse ${purseId} is gone`);
  const paid = await readPurchasesOfPurse(tx, purseId, PURSE_PURCHASES_MAX);
  const whole = paid
    .filter(({ paidAt }) => paidAt !== null)
    .map(({ id, priceCents }) => ({ id, cents: priceCents }));
  const allotted = whole.reduce((sum, { cents }) => sum + cents, 0);
  const parts = [{ id: purse.id, cents: purse.priceCents - allotted }, ...whole];
  const isNamed = ({ purchaseId }: Refund) => parts.some(({ id }) => id === purchaseId);
  const byPart = await fixParts(tx, purse, { refunds, disputes, parts, isNamed });
  return refunds.flatMap((refund) => {
    if (isNamed(refund)) return refund.purchaseId === row.id ? [refund] : [];
    const share = byPart[refund.id]?.find(({ id }) => id === row.id)?.cents ?? 0;
    return share === 0 ? [] : [{ ...refund, amountCents: share }];
  });
}

type Parted = ChargeFacts & {
  parts: { id: string; cents: number }[];
  isNamed: (refund: Refund) => boolean;
};

async function fixParts(
  tx: Database,
  purse: PurseRow,
  { refunds, disputes, parts, isNamed }: Parted,
): Promise<PurseRow["refundParts"]> {
  const unnoticed = refunds.filter(
    (refund) =>
      !isNamed(refund) && refund.status !== "failed" && purse.refundParts[refund.id] === undefined,
  );
  if (unnoticed.length === 0) return purse.refundParts;
  const fixed = { ...purse.refundParts };
  for (const { id, amountCents } of unnoticed.toReversed()) {
    const held = parts.map((part) => {
      const named = refunds.filter(({ purchaseId }) => purchaseId === part.id);
      const shares = Object.values(fixed).flat();
      const byHand = shares
        .filter((share) => share.id === part.id)
        .reduce((sum, { cents }) => sum + cents, 0);
      const lost = lostShareCents(disputes, purse, part.id);
      return { id: part.id, cents: part.cents - refundedCents(named) - byHand - lost };
    });
    fixed[id] = refundParts(amountCents, { held, rest: purse.id });
  }
  await updatePurse(tx, purse, { refundParts: fixed });
  return fixed;
}
