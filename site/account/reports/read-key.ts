import type { SubjectKey } from "../../../db/queries/reports/subjects.ts";
import type { ReportedKind } from "../../../db/vocabulary/report.ts";
import { missingRefusal } from "../../../market/report/rules.ts";
import { idOf } from "../../kit/ids.ts";

/** What an address of this kind names by its `id`. Errors: the not-found code of its kind. */
export function readKey(
  page: { params: Record<string, string | undefined> },
  kind: ReportedKind,
): SubjectKey {
  const { code, detail } = missingRefusal(kind);
  return { kind, id: idOf(page, code, detail) };
}
