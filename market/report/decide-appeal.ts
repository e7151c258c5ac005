import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findDecision, lockDecision, updateDecision } from "../../db/queries/reports/decisions.ts";
import { readDecidedReports } from "../../db/queries/reports/reports.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { auditSubjectOf } from "./audit-subject.ts";
import { lockSubject } from "./effects.ts";
import { notifyAppealDecision } from "./notify.ts";
import { appealOutcomeRefusal, deciderRefusal, isHeldBy } from "./rules.ts";
import type { DecideAppealBody } from "./schemas.ts";

/**
 * Upholds the appeal, which restores what the decision still holds, or rejects it; owner and
 * reporters get the reasons. Returns whether anything was restored. Errors:
 * decision_not_found, party_to_dispute, appeal_not_possible (there is none), reports_changed.
 */
export async function decideAppeal(
  ctx: Context,
  admin: AdminActor,
  decisionId: string,
  { outcome, statement }: DecideAppealBody,
): Promise<{ restored: boolean }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const before = await findDecision(tx, decisionId);
    const locked = before === null ? null : await lockSubject(tx, before.subject);
    const found = await lockDecision(tx, decisionId);
    if (before === null || found === null) {
      throw new MarketError("decision_not_found", "No decision has this id.");
    }
    throwRefusals([deciderRefusal(admin.accountId, found.accountId)]);
    throwRefusals([appealOutcomeRefusal(found, outcome)]);
    const change = { appealOutcome: outcome, appealStatement: statement, appealDecidedAt: now };
    const decision = await updateDecision(tx, decisionId, change);
    const subject = locked?.subject ?? before.subject;
    const restored = outcome === "upheld" && locked !== null && isHeldBy(found, subject);
    if (restored) await locked.hold.restore({ admin, parts: found.parts, now });
    const detail = { decision_id: decisionId, outcome, reason: statement, restored };
    const audited = auditSubjectOf(subject);
    const action = "report.appeal_decided";
    await writeAudit(tx, { actor: admin, action, ...audited, detail }, now);
    const reports = await readDecidedReports(tx, decisionId);
    await notifyAppealDecision(tx, { decision, reports, agentId: subject.agentId }, now);
    return { restored };
  });
}
