/** The payout account for released money, and the steps that are still missing. */
import { moneyText } from "../../../../market/pricing.ts";
import type { SalesSummary } from "../../../../market/purchase/read.ts";
import { PostButton } from "../../../kit/fields.tsx";
import { Badge, Card, Time } from "../../../kit/parts.tsx";
import type { Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import type { PayoutState } from "./use-cases.ts";

const payoutWords: Record<PayoutState["state"], { text: string; button: string }> = {
  none: {
    text: "Tell our payment provider where to send your money. Until then we hold released money for you.",
    button: "Set up payouts",
  },
  open: {
    text: "The payment provider still needs details from you, or is checking them. Until then we hold released money for you.",
    button: "Continue setup",
  },
  ready: { text: "Released money is sent to your payout account.", button: "" },
};

export function PayoutCard(props: {
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
          <strong safe>{moneyText(summary.owedCents, summary.currency)}</strong> waits at the
          moment.
        </p>
      )}
      {!isReady && mayAct && (
        <div class="actions">
          <PostButton
            action={`${paths.sales}/payouts`}
            viewer={frame.viewer}
            label={button}
            kind="primary"
          />
        </div>
      )}
    </Card>
  );
}
