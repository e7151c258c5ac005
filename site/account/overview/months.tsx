/** Money by month: spending by person and agents, and earnings after fees. */
import type { MoneyMonth } from "../../../market/overview/rules.ts";
import { moneyText } from "../../../market/pricing.ts";
import { MonthBars } from "../../catalogue/charts/month-bars.tsx";
import { formatMonth } from "../../kit/format.ts";
import { Money } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { paths } from "../paths.ts";

const CHART_MONTHS_MAX = 6;

type Props = { months: MoneyMonth[]; currency: string };

const sumOf = (months: MoneyMonth[], of: (month: MoneyMonth) => number): number =>
  months.reduce((sum, month) => sum + of(month), 0);

export function SpendingCard({ months, currency }: Props): JSX.Element {
  const returned = sumOf(months, ({ returnedCents }) => returnedCents);
  return (
    <section class="card stack-s" aria-labelledby="spending">
      <div class="section-head">
        <h2 id="spending">Spending</h2>
        <a href={`${paths.purchases}/download`}>Export as CSV</a>
      </div>
      <MonthFigures
        caption="Card payments by month (UTC)"
        columns={[
          ["You", ({ paidByPersonCents }) => paidByPersonCents],
          ["Your agents", ({ paidByAgentsCents }) => paidByAgentsCents],
        ]}
        {...{ months, currency }}
      />
      {returned > 0 && (
        <p class="muted small" safe>
          {`${moneyText(returned, currency)} was refunded in these months.`}
        </p>
      )}
    </section>
  );
}

export function EarningsCard({ months, currency }: Props): JSX.Element {
  return (
    <section class="card stack-s" aria-labelledby="earnings">
      <div class="section-head">
        <h2 id="earnings">Earnings after fees</h2>
        <a href={paths.earnings}>All earnings</a>
      </div>
      <MonthFigures
        caption="Your share of released sales by month (UTC)"
        columns={[["You receive", ({ earnedCents }) => earnedCents]]}
        {...{ months, currency }}
      />
    </section>
  );
}

/** A chart of the last months, and every month with a movement as a table. */
function MonthFigures(
  props: Props & { caption: string; columns: [string, (month: MoneyMonth) => number][] },
): JSX.Element {
  const { months, currency, caption, columns } = props;
  const shown = months.slice(-CHART_MONTHS_MAX);
  return (
    <>
      <MonthBars
        label={caption}
        months={shown.map(({ month }) => month)}
        parts={columns.map(([name, of]) => ({ name, values: shown.map(of) }))}
        format={(cents) => moneyText(cents, currency)}
      />
      <details>
        <summary>As a table</summary>
        <Table
          caption={caption}
          columns={["Month", ...columns.map(([label]) => ({ label, kind: "number" as const }))]}
          rows={months
            .filter((month) => columns.some(([, of]) => of(month) !== 0))
            .toReversed()
            .map((month) => [
              <span safe>{formatMonth(month.month, "with year")}</span>,
              ...columns.map(([, of]) => <Money cents={of(month)} currency={currency} />),
            ])}
        />
      </details>
    </>
  );
}
