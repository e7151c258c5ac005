import type { Database } from "../../../db/client.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Actor } from "../../../db/vocabulary/actor.ts";
import type { DisputeReason } from "../../../db/vocabulary/purchase.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { movePurchase } from "../move-purchase.ts";
import { mailPurchase } from "./end-escrow.ts";

type Dispute = {
  actor: Actor;
  reason: DisputeReason;
  detail: string | null;
  now: Date;
  /** SHA-256 of the statement's files. */
  files?: string[];
};

/** Holds the money of a locked purchase in escrow until a person or the bank has decided. */
export async function holdDisputed(
  tx: Database,
  purchase: PurchaseRow,
  { actor, reason, detail, now, files = [] }: Dispute,
): Promise<PurchaseRow> {
  const held = await movePurchase(
    tx,
    purchase,
    {
      state: "disputed",
      releaseDueAt: null,
      disputedAt: now,
      disputeReason: reason,
      disputeDetail: detail,
      resolvedAt: null,
    },
    { now },
  );
  const facts = files.length === 0 ? { reason } : { reason, files };
  const step = { actor, action: "purchase.disputed", detail: facts } as const;
  await auditPurchase(tx, purchase.id, step, now);
  await mailPurchase(tx, purchase.id, "disputed_seller", now);
  await mailPurchase(tx, purchase.id, "disputed_administrators", now);
  return held;
}
