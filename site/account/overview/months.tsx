/** Money by month: spending by person and agents, and earnings after fees. */
import type { MoneyMonth } from "../../../market/overview/rules.ts";
import { moneyText } from "../../../market/pricing.ts";
import { formatMonth } from "../../kit/format.ts";
import { Money } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { paths } from "../paths.ts";

const TABLE_MONTHS_MAX = 6;

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
      <MonthTable
        caption="Card payments by month (UTC)"
        columns={[
          ["You", ({ paidByPersonCents }) => paidByPersonCents],
          ["Your agents", ({ paidByAgentsCents }) => paidByAgentsCents],
        ]}
        {...{ months, currency }}
      />
      {returned > 0 && (
        <p class="muted small" safe>
          {`You got ${moneyText(returned, currency)} back in these months.`}
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
      <MonthTable
        caption="Your share of released sales by month (UTC)"
        columns={[["You receive", ({ earnedCents }) => earnedCents]]}
        {...{ months, currency }}
      />
    </section>
  );
}

function MonthTable(
  props: Props & { caption: string; columns: [string, (month: MoneyMonth) => number][] },
): JSX.Element {
  const { months, currency, caption, columns } = props;
  return (
    <Table
      caption={caption}
      columns={["Month", ...columns.map(([label]) => ({ label, kind: "number" as const }))]}
      rows={months
        .filter((month) => columns.some(([, of]) => of(month) !== 0))
        .slice(-TABLE_MONTHS_MAX)
        .toReversed()
        .map((month) => [
          <span safe>{formatMonth(month.month, "with year")}</span>,
          ...columns.map(([, of]) => <Money cents={of(month)} currency={currency} />),
        ])}
    />
  );
}
