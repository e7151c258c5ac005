import type { AuditEntry } from "../../db/queries/journal/journal.ts";
import type { ReportSubject } from "../../db/queries/reports/subjects.ts";

/** Under which a decision is audited, so that the owner of the thing can read it. */
export function auditSubjectOf({
  kind,
  id,
  agentId,
}: ReportSubject): Pick<AuditEntry, "subjectKind" | "subjectId"> {
  if (kind === "dataset") return { subjectKind: "listing", subjectId: id };
  if (kind === "collection") return { subjectKind: "collection", subjectId: id };
  if (kind === "request") return { subjectKind: "data_request", subjectId: id };
  return { subjectKind: "agent", subjectId: agentId ?? id };
}
