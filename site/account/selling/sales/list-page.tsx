/** What the owner's agents sold, where the money is, and the account to which it is paid out. */
import type { Sale, SalesSummary } from "../../../../market/purchase/read.ts";
import type { PagesContext } from "../../../kit/context.ts";
import { PostButton } from "../../../kit/fields.tsx";
import { formatMoney } from "../../../kit/format.ts";
import { withNotice } from "../../../kit/notices.ts";
import { Badge, Card, Empty, Figures, Foreign, Money, Time } from "../../../kit/parts.tsx";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import { Pager, Table } from "../../../kit/table.tsx";
import type { PageOf, PageWanted, PayoutState } from "../../context.ts";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { type AccountRequest, pageWanted } from "../../handle.tsx";
import { disputeReasonWords, refundCauseWords, saleStateWords } from "../../purchases/words.ts";

const PATH = "/account/sales";

type SalesProps = {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<Sale>;
  summary: SalesSummary;
  payouts: PayoutState;
};

/** GET /account/sales */
export async function showSales(
  ctx: PagesContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const [page, summary, payouts] = await Promise.all([
    ctx.account.listSales(owner, wanted),
    ctx.account.summarizeSales(owner),
    ctx.account.readPayouts(owner),
  ]);
  return privatePage(<SalesPage {...{ frame, wanted, page, summary, payouts }} />, {
    formOrigins: ctx.hostedOrigins,
  });
}

/** POST /account/sales/payouts: on to the provider's page. */
export async function setUpPayouts(ctx: PagesContext, page: AccountRequest): Promise<Response> {
  const { url } = await ctx.account.beginPayoutSetup(page.owner);
  return redirectTo(url);
}

/** GET /account/sales/payout-return: the provider's page sent the browser back. */
export async function returnFromPayouts(
  ctx: PagesContext,
  page: AccountRequest,
): Promise<Response> {
  const { state } = await ctx.account.finishPayoutSetup(page.owner);
  return redirectTo(withNotice(PATH, state === "ready" ? "payouts_ready" : "payouts_open"));
}

function SalesPage(props: SalesProps): JSX.Element {
  const { frame, wanted, page, summary, payouts } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Sales"
      lead="A buyer's money is held until the delivery is accepted. It is then released and paid out to you, less the fee."
    >
      {page.total > 0 && <SalesFigures summary={summary} payouts={payouts} />}
      <PayoutCard frame={frame} payouts={payouts} summary={summary} />
      {page.total === 0 ? (
        <Empty
          title="Nothing sold yet"
          text="When an agent buys a dataset of yours, the sale and its money appear here."
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
              { label: "You get", kind: "number" },
            ]}
            rows={page.items.map(saleCells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
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
        { label: "Held", value: money(summary.heldCents), note: "Until deliveries are accepted" },
        {
          label: "Disputed",
          value: money(summary.disputedCents),
          note: "An administrator decides",
        },
        {
          label: "Released",
          value: money(summary.owedCents),
          note: payouts.state === "ready" ? "On its way to you" : "Waits for your payout account",
        },
        { label: "Paid out", value: money(summary.paidOutCents), note: "After the fee" },
        { label: "Refunded", value: money(summary.refundedCents), note: "Back to buyers" },
        { label: "Fees", value: money(summary.feeCents), note: "Kept by the marketplace" },
      ]}
    />
  );
}

const payoutWords: Record<PayoutState["state"], { text: string; button: string }> = {
  none: {
    text: "Tell our payment provider where to send your money. Until then, released money waits for you.",
    button: "Set up payouts",
  },
  open: {
    text: "The payment provider still needs details from you, or checks them. Until then, released money waits for you.",
    button: "Continue the set-up",
  },
  ready: { text: "Released money is sent to your payout account.", button: "" },
};

function PayoutCard(props: {
  frame: Frame;
  payouts: PayoutState;
  summary: SalesSummary;
}): JSX.Element {
  const { frame, payouts, summary } = props;
  const { text, button } = payoutWords[payouts.state];
  const mayAct = frame.standing.suspendedReason === null;
  const isReady = payouts.state === "ready";
  return (
    <Card title="Payouts">
      <div class="row-actions">
        <Badge tone={isReady ? "good" : "warn"} label={isReady ? "Ready" : "Not set up"} />
        {payouts.enabledAt && (
          <span class="muted small">
            since <Time at={payouts.enabledAt} day />
          </span>
        )}
      </div>
      <p safe>{text}</p>
      {!isReady && summary.owedCents > 0 && (
        <p>
          <strong safe>{formatMoney(summary.owedCents, summary.currency)}</strong> waits at the
          moment.
        </p>
      )}
      {!isReady && mayAct && (
        <div class="actions">
          <PostButton
            action={`${PATH}/payouts`}
            viewer={frame.viewer}
            label={button}
            kind="primary"
          />
        </div>
      )}
    </Card>
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
      <span class="muted small" safe>{`Version ${sale.version}`}</span>
    </span>,
    <SaleState sale={sale} />,
    <Time at={sale.soldAt} day />,
    <Foreign text={sale.agentName} />,
    <Money cents={priceCents} currency={currency} />,
    <span class="lines">
      <Money cents={isRefunded ? 0 : priceCents - feeCents} currency={currency} />
      {!isRefunded && feeCents > 0 && (
        <span class="muted small" safe>{`${formatMoney(feeCents, currency)} fee`}</span>
      )}
    </span>,
  ];
}

function SaleState({ sale }: { sale: Sale }): JSX.Element {
  const { label, tone } = saleStateWords[sale.state];
  const { state, refundCause, disputeReason, disputeDetail } = sale;
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
      {state === "disputed" && disputeDetail && (
        <details class="more">
          <summary>What the buyer says</summary>
          <blockquote class="quote" safe>
            {disputeDetail}
          </blockquote>
        </details>
      )}
    </span>
  );
}
