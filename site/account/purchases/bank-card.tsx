/** Asks the person to confirm a payment at their card's bank. */
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { PostButton } from "../../kit/fields.tsx";
import { formatCard } from "../../kit/format.ts";
import { Card, Money, Time } from "../../kit/parts.tsx";
import type { Frame } from "../frame.tsx";

export function BankCard(props: { frame: Frame; purchase: PurchaseView }): JSX.Element {
  const { frame, purchase } = props;
  const { next_action: next, metadata } = purchase;
  if (next === null) return "";
  return (
    <Card title="Your bank asks you to confirm">
      <p>
        The bank of your card, <span safe>{formatCard(metadata.payment_method)}</span>, asks you to
        confirm that you are paying{" "}
        <strong>
          <Money cents={purchase.price_cents} currency={purchase.currency} />
        </strong>
        . Confirm it on the bank's page; you then return here.
      </p>
      <div class="actions">
        <PostButton
          action={`/account/purchases/${purchase.id}/bank`}
          viewer={frame.viewer}
          label="Go to your bank"
          kind="primary"
        />
      </div>
      <p class="muted small">
        If you do nothing, the purchase ends at <Time at={next.expires_at} />, and nothing is
        charged.
      </p>
    </Card>
  );
}
