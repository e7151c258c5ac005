import { enqueueJob } from "../../../db/queries/journal/journal.ts";
import {
  insertStatement,
  readStatements,
} from "../../../db/queries/purchases/dispute-statements.ts";
import { lockPurchase } from "../../../db/queries/purchases/purchases.ts";
import type { KeptAttachment } from "../../../db/vocabulary/purchase.ts";
import type { Context } from "../../context.ts";
import { throwRefusals } from "../../refusal.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { notifyOfPurchase } from "../emit-purchase-event.ts";
import { loadDisputeFile } from "./dispute-view.ts";
import { requireOwnSale, type SaleActor } from "./own-sale.ts";
import { answerOutcome, type StatementContent } from "./rules.ts";
import type { DisputeFileView } from "./schemas.ts";

type Answer = { text: string; attachments: KeptAttachment[] };

/**
 * Adds the seller's statement with its files; the buyer gets an event and a mail. If it equals the last
 * answer, nothing changes and `changed` is false. Locks the purchase.
 * Errors: purchase_not_found (also for another seller's), purchase_not_disputed, limit_reached.
 */
export async function answerDispute(
  ctx: Context,
  seller: SaleActor,
  purchaseId: string,
  { text, attachments }: Answer,
): Promise<{ changed: boolean; dispute: DisputeFileView }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const purchase = await requireOwnSale(tx, await lockPurchase(tx, purchaseId), seller);
    const answers = (await readStatements(tx, purchaseId)).filter(({ side }) => side === "seller");
    const outcome = answerOutcome(purchase, answers.map(saidBy), saidBy({ text, attachments }));
    if (typeof outcome === "object") throwRefusals([outcome]);
    if (outcome === "create") {
      const said = { text, attachments, side: "seller", createdAt: now } as const;
      const { id } = await insertStatement(tx, { ...said, purchaseId });
      const detail = { statement_id: id, files: attachments.map(({ sha256 }) => sha256) };
      const step = { actor: seller, action: "purchase.dispute_answered", detail } as const;
      await auditPurchase(tx, purchaseId, step, now);
      const told = { type: "purchase.dispute_answered", sides: ["buyer"] } as const;
      await notifyOfPurchase(tx, purchase, { ...told, cause: purchase.disputeReason, now });
      await enqueueJob(tx, "jobs.mail", { template: "dispute_answered", statement_id: id }, now);
    }
    const dispute = await loadDisputeFile({ ...ctx, db: tx }, purchase);
    return { changed: outcome === "create", dispute };
  });
}

const saidBy = ({ text, attachments }: Answer): StatementContent => ({
  text,
  sha256s: attachments.map(({ sha256 }) => sha256),
});
