import { type EarningGroup, earningGroups } from "../../../../db/vocabulary/purchase.ts";
import type { AgentEarnings } from "../../../../market/earnings/read.ts";
import type { EarningsView } from "../../../../market/earnings/schemas.ts";
import { Card, Empty, Figures, Foreign, Money } from "../../../kit/parts.tsx";
import { CursorPager, Table } from "../../../kit/table.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { namesOf } from "./download.ts";
import { type EarningsFilter, filteredPath, TimeForm } from "./filter.tsx";

type EarningsProps = {
  frame: Frame;
  filter: EarningsFilter;
  by: EarningGroup;
  earnings: EarningsView;
  agents: AgentEarnings[];
};
type Flows = EarningsView["totals"][number];

export function EarningsPage(props: EarningsProps): JSX.Element {
  const { frame, filter, earnings, agents } = props;
  const { agentId } = filter;
  const name = agentId === undefined ? null : (namesOf(agents).get(agentId) ?? "this agent");
  return (
    <AccountLayout
      frame={frame}
      title="Earnings"
      lead="Sums from the ledger, to the cent. Each amount counts on the day (UTC) of its posting."
      action={
        <a class="button plain" href={filteredPath(`${paths.earnings}/payouts`, filter)}>
          See the payouts
        </a>
      }
    >
      {name !== null && <OneAgent name={name} filter={filter} />}
      {earnings.balances.length === 0 ? (
        <Empty
          title="Nothing earned yet"
          text="When somebody buys one of your datasets, the earnings appear here."
        >
          <a class="button plain" href="/account/listings">
            See your listings
          </a>
        </Empty>
      ) : (
        <Earned {...props} />
      )}
    </AccountLayout>
  );
}

function OneAgent({ name, filter }: { name: string; filter: EarningsFilter }): JSX.Element {
  return (
    <p>
      Only <Foreign text={name} />.{" "}
      <a href={filteredPath(paths.earnings, { ...filter, agentId: undefined })}>All agents</a>
    </p>
  );
}

function Earned({ frame, filter, by, earnings, agents }: EarningsProps): JSX.Element {
  return (
    <>
      {earnings.balances.map((balance) => (
        <Balance balance={balance} />
      ))}
      <Card title="Movements">
        <nav aria-label="Group by">
          <ul class="filters">
            {earningGroups.map((group) => (
              <li>
                <a
                  href={filteredPath(paths.earnings, filter, { by: group })}
                  aria-current={group === by ? "true" : undefined}
                  safe
                >
                  {`By ${group}`}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <TimeForm path={paths.earnings} filter={filter} kept={{ by }} />
        {earnings.items.length === 0 ? (
          <p class="muted">There were no movements in this period.</p>
        ) : (
          <FlowTable
            caption={`Earnings by ${by}, the latest first`}
            head={by === "dataset" ? "Dataset" : by === "day" ? "Day" : "Month"}
            rows={[
              ...earnings.items.map((item): [JSX.Element, Flows] => [groupName(item), item]),
              ...earnings.totals.map((total): [JSX.Element, Flows] => [
                <strong>Total</strong>,
                total,
              ]),
            ]}
          />
        )}
        <CursorPager url={frame.url} nextCursor={earnings.pagination.next_cursor} />
        <Downloads {...{ filter, by }} />
      </Card>
      {filter.agentId === undefined && agents.length > 0 && (
        <Card title="By agent">
          <FlowTable
            caption="Earnings by agent, the newest first"
            head="Agent"
            rows={agents.map((flows) => [<AgentLink {...{ flows, filter, by }} />, flows])}
          />
        </Card>
      )}
    </>
  );
}

function AgentLink(props: {
  flows: AgentEarnings;
  filter: EarningsFilter;
  by: EarningGroup;
}): JSX.Element {
  const { flows, filter, by } = props;
  const { id, name } = flows.agent;
  return (
    <a href={filteredPath(paths.earnings, { ...filter, agentId: id }, { by })}>
      <Foreign text={name} />
    </a>
  );
}

function groupName({ period, dataset }: EarningsView["items"][number]): JSX.Element {
  if (dataset === null) return <span safe>{period ?? ""}</span>;
  return (
    <a href={`/datasets/${dataset.id}`}>
      <Foreign text={dataset.title} />
    </a>
  );
}

function Balance({ balance }: { balance: EarningsView["balances"][number] }): JSX.Element {
  const { currency } = balance;
  const money = (cents: number) => <Money cents={cents} currency={currency} />;
  return (
    <Figures
      figures={[
        { label: "In escrow", value: money(balance.held_cents), note: "Until buyers confirm" },
        {
          label: "Disputed",
          value: money(balance.disputed_cents),
          note: "From payments in escrow",
        },
        { label: "To be paid out", value: money(balance.payable_cents), note: "Released to you" },
        { label: "Paid out", value: money(balance.paid_out_cents), note: "All time" },
        { label: "You owe", value: money(balance.owed_back_cents), note: "For lost bank disputes" },
      ]}
    />
  );
}

function FlowTable(props: {
  caption: string;
  head: string;
  rows: [JSX.Element, Flows][];
}): JSX.Element {
  const number = (label: string) => ({ label, kind: "number" as const });
  return (
    <Table
      caption={props.caption}
      columns={[
        props.head,
        number("Sold"),
        number("Refunded"),
        number("Fees"),
        number("Released"),
        number("Paid out"),
        number("Taken back"),
      ]}
      rows={props.rows.map(([head, flows]) => {
        const money = (cents: number) => <Money cents={cents} currency={flows.currency} />;
        return [
          head,
          money(flows.sold_cents),
          money(flows.refunded_cents),
          money(flows.fee_cents - flows.fee_returned_cents),
          money(flows.released_cents),
          money(flows.paid_out_cents),
          money(flows.reversed_cents + flows.kept_cents + flows.set_off_cents),
        ];
      })}
    />
  );
}

function Downloads({ filter, by }: { filter: EarningsFilter; by: EarningGroup }): JSX.Element {
  const files: [label: string, path: string, more: Record<string, string>][] = [
    ["Earnings", `${paths.earnings}/download`, { by }],
    ["Sales", `${paths.sales}/download`, {}],
    ["Payouts", `${paths.earnings}/payouts/download`, {}],
  ];
  return (
    <p>
      Export as CSV:{" "}
      {files.map(([label, path, more], index) => (
        <>
          {index > 0 && " · "}
          <a href={filteredPath(path, filter, more)} safe>
            {label}
          </a>
        </>
      ))}
    </p>
  );
}
