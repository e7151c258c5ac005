import type { ReportedKind } from "../../../db/vocabulary/report.ts";
import { reportPath } from "./words.ts";

/** Leads to the form that reports what the page shows. */
export function ReportLink(subject: { kind: ReportedKind; id: string }): JSX.Element {
  return (
    <a href={reportPath(subject)} rel="nofollow">
      Report
    </a>
  );
}
