/** The state of a visitor's report, and the button that confirms it. */
import type { VisitorReport } from "../../market/report/visitor/confirm-report.ts";
import { VISITOR_CONFIRM_DAYS } from "../../market/report/visitor/rules.ts";
import { DecidedReport } from "../account/reports/list-page.tsx";
import { kindLabel, SubjectTitle } from "../account/reports/subject-title.tsx";
import { decisionWords, reportReasonWords } from "../account/reports/words.ts";
import { Layout } from "../kit/layout.tsx";
import { Badge, Facts, Foreign, Time } from "../kit/parts.tsx";

type Props = { report: VisitorReport };

export function ReportStatusPage({ report }: Props): JSX.Element {
  const { subject, reason, detail, reported_at: reportedAt } = report;
  return (
    <Layout title="Your report">
      <div class="card stack">
        <h1>{report.isConfirmed ? "Your report" : "Confirm your report"}</h1>
        <Facts
          facts={[
            [
              kindLabel(subject.kind),
              <SubjectTitle subject={{ ...subject, state: subject.status }} />,
            ],
            ["Reason", <span safe>{reportReasonWords[reason]}</span>],
            ["Reported", <Time at={reportedAt} />],
          ]}
        />
        {detail !== null && (
          <p class="letter">
            <Foreign text={detail} />
          </p>
        )}
        <Standing report={report} />
      </div>
    </Layout>
  );
}

function Standing({ report }: Props): JSX.Element {
  const { decision, isConfirmed } = report;
  if (!isConfirmed) return <ConfirmForm />;
  if (decision === null) {
    return (
      <p>
        <Badge tone="warn" label="Pending" /> An administrator will look at it. You receive the
        decision by e-mail and can read it here.
      </p>
    );
  }
  return (
    <>
      <p>
        <Badge {...decisionWords[decision.decision]} />
      </p>
      <DecidedReport decision={decision} />
    </>
  );
}

/** Posts to the page's own address, which contains the code that proves the right to confirm. */
function ConfirmForm(): JSX.Element {
  return (
    <form method="post" class="stack-s">
      <p class="muted">
        It counts once you confirm it. Otherwise it is deleted after {VISITOR_CONFIRM_DAYS} days,
        and you receive no e-mail.
      </p>
      <div class="actions">
        <button class="button primary" type="submit">
          Confirm the report
        </button>
      </div>
    </form>
  );
}
