/** A seller's debts from payments that banks reversed, and how they are repaid. */
import type { Debt } from "../../../../market/purchase/read.ts";
import { Card, Foreign, Money, Time } from "../../../kit/parts.tsx";
import { Table } from "../../../kit/table.tsx";

export function DebtsCard({ debts }: { debts: Debt[] }): JSX.Element {
  const [first] = debts;
  if (first === undefined) return "";
  const owedCents = debts.reduce((sum, debt) => sum + debt.owedCents, 0);
  const money = (cents: number) => <Money cents={cents} currency={first.currency} />;
  return (
    <Card title="You owe">
      <p>
        {money(owedCents)} for payments that buyers' banks took back after you were paid. The amount
        is deducted from your next sales.
      </p>
      <Table
        caption="Debts, oldest first"
        columns={[
          "Dataset",
          "Taken back",
          { label: "Amount lost", kind: "number" },
          { label: "Paid", kind: "number" },
          { label: "Still owed", kind: "number" },
        ]}
        rows={debts.map((debt) => [
          <a href={`/datasets/${debt.listingId}`}>
            <Foreign text={debt.title} />
          </a>,
          <Time at={debt.closedAt ?? debt.openedAt} day />,
          money(debt.debtCents),
          money(debt.recoveredCents),
          money(debt.owedCents),
        ])}
      />
    </Card>
  );
}
