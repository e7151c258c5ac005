import { counted } from "../../../../market/counted.ts";
import { moneyText } from "../../../../market/pricing.ts";
import type { Debt, Sale, SalesSummary } from "../../../../market/purchase/read.ts";
import { refundCauseWords } from "../../../../market/purchase/words.ts";
import type { PageOf, PageWanted } from "../../../kit/paging.ts";
import { Badge, Empty, Figures, Foreign, Money, Time } from "../../../kit/parts.tsx";
import { Pager, Table } from "../../../kit/table.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { disputeReasonWords, saleStateWords } from "../../purchases/words.ts";
import { DebtsCard } from "./debts-card.tsx";
import { PayoutCard } from "./payout-card.tsx";
import type { PayoutState } from "./use-cases.ts";

type SalesProps = {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<Sale>;
  summary: SalesSummary;
  payouts: PayoutState;
  debts: Debt[];
};

export function SalesPage(props: SalesProps): JSX.Element {
  const { frame, wanted, page, summary, payouts, debts } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Sales"
      lead="A buyer's money is held until the delivery is accepted. It is then released and paid out to you, less the fee."
    >
      {page.total > 0 && <SalesFigures summary={summary} payouts={payouts} />}
      <DebtsCard debts={debts} />
      <PayoutCard frame={frame} payouts={payouts} summary={summary} />
      {page.total === 0 ? (
        <Empty
          title="Nothing sold yet"
          text="When somebody buys one of your datasets, the sale and its money appear here."
        >
          <a class="button plain" href="/account/listings">
            See your listings
          </a>
        </Empty>
      ) : (
        <>
          <Table
            caption="Sales, newest first"
            columns={[
              "Dataset",
              "State",
              "Sold",
              "Agent",
              { label: "Price", kind: "number" },
              { label: "You receive", kind: "number" },
            ]}
            rows={page.items.map(saleCells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
          <p>
            <a href={`${paths.sales}/download`}>Export as CSV</a> ·{" "}
            <a href={paths.earnings}>See earnings by month, dataset and agent</a>
          </p>
        </>
      )}
    </AccountLayout>
  );
}

function SalesFigures(props: { summary: SalesSummary; payouts: PayoutState }): JSX.Element {
  const { summary, payouts } = props;
  const money = (cents: number) => <Money cents={cents} currency={summary.currency} />;
  return (
    <Figures
      figures={[
        { label: "In escrow", value: money(summary.heldCents), note: "Until buyers confirm" },
        {
          label: "Disputed",
          value: money(summary.disputedCents),
          note: "An administrator decides",
        },
        {
          label: "Released",
          value: money(summary.owedCents),
          note: payouts.state === "ready" ? "On its way to you" : "Waiting for your payout account",
        },
        { label: "Paid out", value: money(summary.paidOutCents), note: "After the fee" },
        { label: "Refunded", value: money(summary.refundedCents), note: "Back to buyers" },
        { label: "Fees", value: money(summary.feeCents), note: "Kept by the marketplace" },
      ]}
    />
  );
}

function saleCells(sale: Sale): JSX.Element[] {
  const { currency, priceCents, feeCents, state } = sale;
  const isRefunded = state === "refunded";
  return [
    <span class="lines">
      <a href={`/datasets/${sale.listingId}`}>
        <Foreign text={sale.title} />
      </a>
      <span class="muted small">
        <span safe>{`${partOf(sale)}Version ${sale.version}, `}</span>
        <a href={`${paths.sales}/${sale.id}`}>
          details<span class="unseen" safe>{` of the sale of ${sale.title}`}</span>
        </a>
      </span>
    </span>,
    <SaleState sale={sale} />,
    <Time at={sale.soldAt} day />,
    <Foreign text={sale.agentName} />,
    <Money cents={priceCents} currency={currency} />,
    <span class="lines">
      <Money cents={isRefunded ? 0 : priceCents - feeCents} currency={currency} />
      {!isRefunded && feeCents > 0 && (
        <span class="muted small" safe>{`${moneyText(feeCents, currency)} fee`}</span>
      )}
    </span>,
  ];
}

const sharedWords = { bundle: "Part of a bundle. ", bounty: "A bounty's prize. " };

function partOf({ trialRows, sharedBy }: Sale): string {
  if (trialRows !== null) return `A trial of ${counted(trialRows, "row")}. `;
  return sharedBy === null ? "" : sharedWords[sharedBy];
}

function SaleState({ sale }: { sale: Sale }): JSX.Element {
  const { label, tone } = saleStateWords[sale.state];
  const { state, refundCause, disputeReason } = sale;
  return (
    <span class="lines">
      <Badge tone={tone} label={state === "released" && sale.transferredAt ? "Paid out" : label} />
      {state === "in_escrow" && sale.releaseDueAt && (
        <span class="muted small">
          until <Time at={sale.releaseDueAt} day />
        </span>
      )}
      {state === "released" && sale.transferredAt && (
        <span class="muted small">
          on <Time at={sale.transferredAt} day />
        </span>
      )}
      {refundCause && (
        <span class="small" safe>
          {refundCauseWords[refundCause]}
        </span>
      )}
      {state === "disputed" && disputeReason && (
        <span class="small" safe>
          {disputeReasonWords[disputeReason]}
        </span>
      )}
      {state === "disputed" && disputeReason !== "chargeback" && (
        <a href={`${paths.sales}/${sale.id}`}>Read it and answer</a>
      )}
    </span>
  );
}
