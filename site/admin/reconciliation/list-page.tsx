/** The compared days, and the form that starts the comparison of one. */
import { counted } from "../../../market/counted.ts";
import type { RunView } from "../../../market/reconciliation/schemas.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { ErrorSummary, OwnForm, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { formatCount } from "../../kit/format.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Card, Empty, Money } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { up } from "../subjects/standing.tsx";
import { runStateWords } from "./words.ts";

type Props = {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<RunView> & { open: number };
  form: { day: string; errors: FieldErrors };
};

export function ReconciliationPage({ frame, wanted, page, form }: Props): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title="Reconciliation"
      lead={`The ledger is compared with the payment provider every day. ${standing(page.open)}`}
      up={up}
    >
      <ErrorSummary errors={form.errors} labels={{ day: "Day" }} />
      <section class="stack-m" aria-labelledby="days">
        <h2 id="days">Days</h2>
        {page.total === 0 ? (
          <Empty
            title="No day was compared yet"
            text="A day is compared two hours after its end."
          />
        ) : (
          <>
            <Table
              caption="Days, newest first"
              columns={[
                "Day",
                "State",
                { label: "Transactions", kind: "number" },
                { label: "Found", kind: "number" },
                { label: "Still open", kind: "number" },
                { label: "Difference", kind: "number" },
              ]}
              rows={page.items.map(runCells)}
            />
            <Pager url={frame.url} {...wanted} total={page.total} order="newest" />
          </>
        )}
      </section>
      <Card title="Compare a day">
        <OwnForm action="/admin/reconciliation" viewer={frame.viewer}>
          <TextField
            name="day"
            label="Day"
            type="date"
            hint="In UTC. A day that was compared before is read and compared again."
            value={form.day}
            required
            errors={form.errors}
          />
          <div class="actions">
            <button class="button primary" type="submit">
              Compare
            </button>
          </div>
        </OwnForm>
      </Card>
    </AccountLayout>
  );
}

function standing(open: number): string {
  if (open === 0) return "There are no open differences.";
  return `${counted(open, "difference is", "differences are")} open.`;
}

function runCells(run: RunView): JSX.Element[] {
  return [
    <a href={`/admin/reconciliation/${run.id}`} safe>
      {run.day}
    </a>,
    <Badge {...runStateWords[run.state]} />,
    <span safe>{formatCount(run.transactions)}</span>,
    <span safe>{formatCount(run.findings)}</span>,
    <span safe>{formatCount(run.findings_open)}</span>,
    <Difference differences={run.differences} />,
  ];
}

/** The difference by currency; a dash for none. */
export function Difference(props: { differences: Record<string, number> }): JSX.Element {
  const entries = Object.entries(props.differences);
  if (entries.length === 0) return <span class="muted">—</span>;
  return (
    <span class="lines">
      {entries.map(([currency, cents]) => (
        <Money cents={cents} currency={currency} />
      ))}
    </span>
  );
}
