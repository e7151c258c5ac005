import type { ListingDecisionRow } from "../../../db/queries/reports/listing-decisions.ts";
import type { ListingReportRow } from "../../../db/queries/reports/listing-reports.ts";
import { counted } from "../../../market/counted.ts";
import type { ListingToDecide } from "../../../market/report/read.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { Statement } from "../../account/reports/list-page.tsx";
import { appealWords, decisionWords, reportReasonWords } from "../../account/reports/words.ts";
import { ErrorSummary } from "../../kit/fields.tsx";
import { Badge, Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { AppealForm, type DecisionDraft, DecisionForm, draftLabels } from "./forms.tsx";

type Props = { frame: Frame; shown: ListingToDecide; draft: DecisionDraft | null };

export function ReportedListingPage({ frame, shown, draft }: Props): JSX.Element {
  const { listing, reports, decisions, isOwn } = shown;
  const isOffered = listing.status === "active" || listing.status === "suspended";
  return (
    <AccountLayout
      frame={frame}
      title="A reported dataset"
      up={{ href: "/admin/reports", label: "Reported datasets" }}
    >
      <ErrorSummary errors={draft?.errors ?? {}} labels={draftLabels} />
      <Card title="Details">
        <Facts
          facts={[
            ["Dataset", <Title listing={listing} />],
            ["It is", <span safe>{listing.status}</span>],
            ["Listing", <a href={`/admin/listings/${listing.id}`}>See and suspend</a>],
            ["Seller", <a href={`/admin/agents/${listing.agentId}`}>The agent</a>],
          ]}
        />
        {!isOffered && <p safe>{`It is no longer on sale; its status is ${listing.status}.`}</p>}
        {isOwn && <p>It is your own listing: another administrator has to decide.</p>}
      </Card>
      {reports.length > 0 && (
        <Card title={`${counted(reports.length, "report")} to decide`}>
          <ol class="letters">
            {reports.map((report) => (
              <li>
                <Report report={report} />
              </li>
            ))}
          </ol>
          {!isOwn && (
            <DecisionForm
              {...{ frame, isOffered }}
              listingId={listing.id}
              seen={reports.length}
              draft={draft?.of === "reports" ? draft : null}
            />
          )}
        </Card>
      )}
      {decisions.map((decision) => (
        <Decision {...{ frame, decision, draft, isOwn }} />
      ))}
      {reports.length + decisions.length === 0 && <p>Nobody has reported it.</p>}
    </AccountLayout>
  );
}

function Title({ listing }: { listing: ListingToDecide["listing"] }): JSX.Element {
  if (listing.status !== "active") return <Foreign text={listing.title} />;
  return (
    <a href={`/datasets/${listing.id}`}>
      <Foreign text={listing.title} />
    </a>
  );
}

function Report({ report }: { report: ListingReportRow }): JSX.Element {
  const { reason, detail, createdAt } = report;
  return (
    <>
      <p class="letter-head">
        <Badge tone="warn" label={reportReasonWords[reason]} />
        <Time at={createdAt} />
        <Reporter report={report} />
      </p>
      <p class="letter">
        {detail === null ? (
          <span class="muted">The account is closed, and its text was deleted.</span>
        ) : (
          <Foreign text={detail} />
        )}
      </p>
    </>
  );
}

/** An account, an agent, or a visitor. A visitor's address appears only here. */
function Reporter({ report }: { report: ListingReportRow }): JSX.Element {
  const { accountId, agentId, visitorEmail, visitorName, reason } = report;
  if (accountId === null) {
    const named = [visitorName, visitorEmail].filter((part) => part !== null).join(", ");
    return <span safe>{`Without an account: ${named}`}</span>;
  }
  return (
    <a href={agentId === null ? `/admin/accounts/${accountId}` : `/admin/agents/${agentId}`}>
      {agentId === null ? "The account" : "The agent"}
      <span class="unseen" safe>{` that reported it for: ${reportReasonWords[reason]}`}</span>
    </a>
  );
}

type DecisionProps = {
  frame: Frame;
  decision: ListingDecisionRow;
  draft: DecisionDraft | null;
  isOwn: boolean;
};

function Decision({ frame, decision, draft, isOwn }: DecisionProps): JSX.Element {
  const { id, appeal, appealedAt, appealOutcome, appealStatement, appealDecidedAt } = decision;
  return (
    <Card title="A decision">
      <p>
        <Badge {...decisionWords[decision.decision]} />{" "}
        <span safe>{`about ${counted(decision.reportCount, "report")}`}</span>
      </p>
      <Statement at={decision.decidedAt} what="The reasons" statement={decision.statement} />
      {appealedAt !== null && (
        <Statement at={appealedAt} what="The seller appeals" statement={appeal ?? "(gone)"} />
      )}
      {appealOutcome !== null && (
        <>
          <p>
            <Badge {...appealWords[appealOutcome]} />
          </p>
          <Statement
            at={appealDecidedAt ?? decision.decidedAt}
            what="The reasons"
            statement={appealStatement ?? ""}
          />
        </>
      )}
      {appealedAt !== null && appealOutcome === null && !isOwn && (
        <AppealForm
          frame={frame}
          path={`/admin/reports/${decision.listingId}/appeals/${id}`}
          draft={draft?.of === id ? draft : null}
        />
      )}
    </Card>
  );
}
