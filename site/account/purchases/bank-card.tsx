/** Asks the person to confirm a payment at their card's bank. */
import type { NextActionView } from "../../../market/purchase/next-action.ts";
import { PostButton } from "../../kit/fields.tsx";
import { formatCard } from "../../kit/format.ts";
import { Card, Money, Time } from "../../kit/parts.tsx";
import type { Frame } from "../frame.tsx";

/** `card`: left out where the page does not know it. */
export function BankCard(props: {
  frame: Frame;
  next: NextActionView | null;
  cents: number;
  currency: string;
  card?: { brand: string; last4: string };
}): JSX.Element {
  const { frame, next, cents, currency, card } = props;
  if (next === null) return "";
  return (
    <Card title="Your bank asks you to confirm">
      <p>
        The bank of your card
        {card !== undefined && (
          <>
            , <span safe>{formatCard(card)}</span>,
          </>
        )}{" "}
        asks you to confirm that you are paying{" "}
        <strong>
          <Money {...{ cents, currency }} />
        </strong>
        . Confirm it on the bank's page; you then return here.
      </p>
      <div class="actions">
        <PostButton
          action={`${new URL(next.url).pathname}/bank`}
          viewer={frame.viewer}
          label="Go to your bank"
          kind="primary"
        />
      </div>
      <p class="muted small">
        If you do nothing, the payment ends at <Time at={next.expires_at} />, and nothing is
        charged.
      </p>
    </Card>
  );
}
