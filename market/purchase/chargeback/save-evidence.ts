/** An administrator edits the evidence texts. They stay here until they are submitted. */
import { updateChargeback } from "../../../db/queries/purchases/chargebacks.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { lockDecided } from "./lock-decided.ts";
import { obstaclesTo } from "./rules.ts";
import type { EvidenceBody } from "./schemas.ts";
import { readStepFacts } from "./step-facts.ts";

/**
 * Replaces all texts; the files stay. Locks the purchase, then its chargeback.
 * Errors: chargeback_not_found, party_to_dispute, chargeback_step_closed.
 */
export async function saveEvidence(
  ctx: Context,
  admin: AdminActor,
  chargebackId: string,
  texts: EvidenceBody,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { purchase, row } = await lockDecided(tx, admin, chargebackId);
    const [obstacle] = obstaclesTo("save_draft", await readStepFacts(tx, row, now));
    if (obstacle !== undefined) throw new MarketError("chargeback_step_closed", obstacle);
    const given = Object.entries(texts).filter(([, text]) => text !== undefined);
    const evidence = { texts: Object.fromEntries(given), files: row.evidence?.files ?? {} };
    await updateChargeback(tx, row.id, { evidence, evidenceSavedAt: now });
    const detail = { dispute_id: row.id, texts: given.map(([name]) => name) };
    const step = { actor: admin, action: "purchase.evidence_saved", detail } as const;
    await auditPurchase(tx, purchase.id, step, now);
  });
}
