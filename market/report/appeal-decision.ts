import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findDecision, lockDecision, updateDecision } from "../../db/queries/reports/decisions.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { auditSubjectOf } from "./audit-subject.ts";
import { lockSubject } from "./effects.ts";
import { appealRefusal } from "./rules.ts";
import type { AppealBody } from "./schemas.ts";

/**
 * Asks administrators to review a decision, once. Locks account, agent, thing and decision, in this
 * order. Errors: decision_not_found (also for another owner's), appeal_not_possible,
 * account_suspended.
 */
export async function appealDecision(
  ctx: Context,
  owner: OwnerActor,
  decisionId: string,
  { text }: AppealBody,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockOpenAccount(tx, owner.accountId);
    const found = await findDecision(tx, decisionId);
    if (found === null || found.decision.accountId !== owner.accountId) throw notFound();
    const locked = await lockSubject(tx, found.subject);
    const decision = await lockDecision(tx, decisionId);
    if (decision === null) throw notFound();
    const subject = locked?.subject ?? found.subject;
    throwRefusals([appealRefusal(decision, subject)]);
    await updateDecision(tx, decisionId, { appeal: text, appealedAt: now });
    const detail = { decision_id: decisionId };
    const audited = auditSubjectOf(subject);
    await writeAudit(tx, { actor: owner, action: "report.appealed", ...audited, detail }, now);
  });
}

const notFound = () => new MarketError("decision_not_found", "No decision has this id.");
