import type { AgentEarnings } from "../../../../market/earnings/read.ts";
import type { PayoutStatus } from "../../../../market/earnings/rules.ts";
import type { PayoutsView, PayoutView } from "../../../../market/earnings/schemas.ts";
import { moneyText } from "../../../../market/pricing.ts";
import { Badge, Empty, Foreign, Money, Time, type Tone } from "../../../kit/parts.tsx";
import { CursorPager, Table } from "../../../kit/table.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { namesOf } from "./download.ts";
import { type EarningsFilter, filteredPath, TimeForm } from "./filter.tsx";

type PayoutsProps = {
  frame: Frame;
  filter: EarningsFilter;
  payouts: PayoutsView;
  agents: AgentEarnings[];
};

const stateWords: Record<PayoutStatus, { label: string; tone: Tone }> = {
  waiting: { label: "Pending", tone: "warn" },
  sent: { label: "Sent", tone: "good" },
  partly_reversed: { label: "Partly taken back", tone: "bad" },
  reversed: { label: "Taken back", tone: "bad" },
  none: { label: "Nothing to send", tone: "plain" },
};

export function PayoutsPage({ frame, filter, payouts, agents }: PayoutsProps): JSX.Element {
  const path = `${paths.earnings}/payouts`;
  const names = namesOf(agents);
  return (
    <AccountLayout
      frame={frame}
      title="Payouts"
      lead="Each sale is paid out separately once its money is released, less the fee."
      up={{ href: filteredPath(paths.earnings, filter), label: "Earnings" }}
    >
      <TimeForm path={path} filter={filter} kept={{}} />
      {payouts.items.length === 0 ? (
        <Empty
          title="Nothing released yet"
          text="Money is released when the buyer accepts the delivery, or seven days after the payment."
        />
      ) : (
        <>
          <Table
            caption="Payouts, the latest sale first"
            columns={[
              "Dataset",
              "State",
              "Released",
              "Agent",
              { label: "Price", kind: "number" },
              { label: "Paid out", kind: "number" },
            ]}
            rows={payouts.items.map((payout) => payoutCells(payout, names))}
          />
          <CursorPager url={frame.url} nextCursor={payouts.pagination.next_cursor} />
          <p>
            <a href={filteredPath(`${path}/download`, filter)}>Export as CSV</a>
          </p>
        </>
      )}
    </AccountLayout>
  );
}

function payoutCells(payout: PayoutView, names: Map<string, string>): JSX.Element[] {
  const { currency, status, waits_for: wait, fee_cents, set_off_cents, kept_cents } = payout;
  const { label, tone } = stateWords[status];
  const less: [string, number][] = [
    ["fee", fee_cents],
    ["set off", set_off_cents],
    ["kept", kept_cents],
    ["taken back", payout.reversed_cents],
  ];
  return [
    <a href={`/datasets/${payout.dataset_id}`}>
      <Foreign text={payout.dataset_title} />
    </a>,
    <span class="lines">
      <Badge tone={tone} label={label} />
      {wait && (
        <span class="small" safe>
          {wait.detail}
        </span>
      )}
      {payout.sent_at && (
        <span class="muted small">
          on <Time at={payout.sent_at} day />
        </span>
      )}
    </span>,
    <Time at={payout.released_at} day />,
    <Foreign text={names.get(payout.agent_id) ?? ""} />,
    <Money cents={payout.price_cents} currency={currency} />,
    <span class="lines">
      <Money cents={payout.amount_cents} currency={currency} />
      {less
        .filter(([, cents]) => cents > 0)
        .map(([what, cents]) => (
          <span class="muted small" safe>{`${moneyText(cents, currency)} ${what}`}</span>
        ))}
    </span>,
  ];
}
