import type { DaySum } from "../../../db/vocabulary/reconciliation.ts";
import { findingGuide } from "../../../market/reconciliation/findings.ts";
import type { FindingView, RunDetailView } from "../../../market/reconciliation/schemas.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { formatCount } from "../../kit/format.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Card, Empty, Facts, Money, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { Difference } from "./list-page.tsx";
import { findingStateWords, kindName, runStateWords } from "./words.ts";

type Props = {
  frame: Frame;
  wanted: PageWanted;
  run: RunDetailView;
  findings: PageOf<FindingView>;
};

export function RunPage({ frame, wanted, run, findings }: Props): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title={`Reconciliation of ${run.day}`}
      up={{ href: "/admin/reconciliation", label: "Reconciliation" }}
    >
      <RunCard run={run} />
      <section class="stack-m" aria-labelledby="findings">
        <h2 id="findings">Found</h2>
        {findings.total === 0 ? (
          <Empty
            title="Nothing was found"
            text="Open findings of earlier days are shown with those days."
          />
        ) : (
          <>
            <Table
              caption="Findings, open ones first"
              columns={[
                "What",
                "State",
                "Of",
                { label: "By the ledger", kind: "number" },
                { label: "By the provider", kind: "number" },
              ]}
              rows={findings.items.map(findingCells)}
            />
            <Pager url={frame.url} {...wanted} total={findings.total} order="newest" />
          </>
        )}
      </section>
      <SumsSection sums={run.sums} />
    </AccountLayout>
  );
}

function RunCard({ run }: { run: RunDetailView }): JSX.Element {
  const { started_at, ended_at, failure } = run;
  return (
    <Card title="The run">
      <Facts
        facts={[
          ["State", <Badge {...runStateWords[run.state]} />],
          started_at === null ? null : ["Started", <Time at={started_at} />],
          ended_at === null ? null : ["Ended", <Time at={ended_at} />],
          failure === null ? null : ["Last failure", <span safe>{failure}</span>],
          ["Transactions read", <span safe>{formatCount(run.transactions)}</span>],
          ["Open difference", <Difference differences={run.differences} />],
        ]}
      />
      <p class="muted small">
        The open difference covers all days, as of the end of the run, as an absolute amount.
      </p>
    </Card>
  );
}

function findingCells(finding: FindingView): JSX.Element[] {
  const { purchase_id, reference, currency } = finding;
  return [
    <span class="lines">
      <a href={`/admin/findings/${finding.id}`} safe>
        {kindName(finding.kind)}
      </a>
      <span class="muted small" safe>
        {findingGuide[finding.kind].means}
      </span>
    </span>,
    <Badge {...findingStateWords[finding.state]} />,
    purchase_id === null ? (
      <code safe>{reference}</code>
    ) : (
      <a href={`/admin/disputes/${purchase_id}`}>The purchase</a>
    ),
    <Money cents={finding.expected_cents} currency={currency} />,
    <Money cents={finding.found_cents} currency={currency} />,
  ];
}

function SumsSection({ sums }: { sums: DaySum[] }): JSX.Element {
  if (sums.length === 0) return "";
  return (
    <section class="stack-s" aria-labelledby="sums">
      <h2 id="sums">Both sides</h2>
      <p class="muted small">
        Each side uses its own dates: a movement that they date on two sides of midnight appears in
        two days and is not a finding.
      </p>
      <Table
        caption="Sums of the day by kind"
        columns={[
          "Kind",
          { label: "By the ledger", kind: "number" },
          { label: "By the provider", kind: "number" },
        ]}
        rows={sums.map(({ category, currency, ledgerCents, providerCents }) => [
          <span safe>{category}</span>,
          <Money cents={ledgerCents} currency={currency} />,
          <Money cents={providerCents} currency={currency} />,
        ])}
      />
    </section>
  );
}
