import { writeAudit } from "../../db/queries/journal/journal.ts";
import { insertDecision } from "../../db/queries/reports/decisions.ts";
import { closeReports, lockOpenReports } from "../../db/queries/reports/reports.ts";
import { goneSubject, type SubjectKey } from "../../db/queries/reports/subjects.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { ReportOutcome } from "../../db/vocabulary/report.ts";
import type { Context } from "../context.ts";
import { throwRefusals } from "../refusal.ts";
import { auditSubjectOf } from "./audit-subject.ts";
import { lockSubject } from "./effects.ts";
import { notifyDecision } from "./notify.ts";
import { deciderRefusal, missingRefusal, outcomeOf, seenRefusal, wishRefusal } from "./rules.ts";
import type { DecideBody } from "./schemas.ts";

/**
 * Decides all open reports of one thing: dismisses them, or suspends it, with a statement of reasons for
 * reporters and owner. Without a report, it suspends on the administrator's own initiative. Refused if the
 * reports changed after the administrator read them, so that two administrators decide once. Errors: the
 * not-found code of its kind, party_to_dispute, reports_changed, invalid_request (no part of a seller).
 */
export async function decideReports(
  ctx: Context,
  admin: AdminActor,
  key: SubjectKey,
  { wish, statement, seen, parts }: DecideBody,
): Promise<{ decision: ReportOutcome }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const locked = await lockSubject(tx, key);
    const reports = await lockOpenReports(tx, key.id);
    if (locked === null && reports.length === 0) throwRefusals([missingRefusal(key.kind)]);
    const subject = locked?.subject ?? goneSubject(key);
    throwRefusals([deciderRefusal(admin.accountId, subject.accountId)]);
    const { isHeld } = subject;
    throwRefusals([
      seenRefusal({ seen, open: reports.length, wish, isHeld }),
      wishRefusal(subject, { wish, parts }),
    ]);
    const outcome = outcomeOf(subject, wish);
    const hidden = subject.kind === "seller" && outcome === "suspended" ? parts : [];
    const decision = await insertDecision(tx, {
      ...{ kind: key.kind, subjectId: key.id, accountId: subject.accountId },
      ...{ decision: outcome, parts: hidden, statement },
      ...{ reportCount: reports.length, decidedAt: now },
    });
    await closeReports(tx, { reports, decisionId: decision.id });
    if (outcome === "suspended") {
      await locked?.hold.suspend({ admin, reason: statement, parts: hidden, now });
    }
    const detail = {
      decision: outcome,
      decision_id: decision.id,
      ...{ kind: key.kind, subject_id: key.id },
      reports: seen,
      reason: statement,
    };
    const audited = auditSubjectOf(subject);
    await writeAudit(tx, { actor: admin, action: "report.decided", ...audited, detail }, now);
    await notifyDecision(tx, { decision, reports, agentId: subject.agentId }, now);
    return { decision: outcome };
  });
}
