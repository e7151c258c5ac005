import type { PurseKind } from "../../../db/vocabulary/purchase.ts";
import type { PaymentView } from "../../../market/purchase/purse/read.ts";
import { formatCard } from "../../kit/format.ts";
import { Badge, Card, Facts, Foreign, Money, Time } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { BankCard } from "../purchases/bank-card.tsx";
import { purchaseStateWords } from "../purchases/words.ts";

const leads: Record<PurseKind, string> = {
  bounty: "One charge holds all prizes of a bounty. What nobody wins is refunded to the card.",
  bundle: "One charge pays all datasets of a bundle.",
};

/** One charge of a card that pays several purchases. */
export function PaymentPage(props: { frame: Frame; payment: PaymentView }): JSX.Element {
  const { frame, payment } = props;
  const { currency, priceCents: cents, card, requestId, purchases, refundCents } = payment;
  const mayAct = frame.standing.suspendedReason === null;
  return (
    <AccountLayout
      frame={frame}
      title={payment.title}
      up={{ href: paths.purchases, label: "Purchases" }}
    >
      <div class="row-actions">
        <Badge {...purchaseStateWords[payment.status]} />
      </div>
      <div class="stack">
        {mayAct && <BankCard {...{ frame, next: payment.nextAction, cents, currency, card }} />}
        <Card title="Payment">
          <p>{leads[payment.kind]}</p>
          {payment.failure !== null && <p safe>{payment.failure}</p>}
          {payment.refundState === "failed" && (
            <p>
              Your bank returned the refund. We still owe you the money and try again; if that
              fails, an administrator pays you another way.
            </p>
          )}
          {payment.refundReference !== null && (
            <p>
              The refund was paid another way: <code safe>{payment.refundReference}</code>
            </p>
          )}
          <Facts
            facts={[
              ["Amount", <Money {...{ cents, currency }} />],
              ["Card", <span safe>{formatCard(card)}</span>],
              ["Ordered", <Time at={payment.createdAt} />],
              refundCents === 0
                ? null
                : ["Refunded", <Money {...{ cents: refundCents, currency }} />],
              requestId === null
                ? null
                : ["For", <a href={`${paths.requests}/${requestId}`}>The data request</a>],
            ]}
          />
          {purchases.length > 0 && (
            <ul class="bullets">
              {purchases.map((purchase) => (
                <li>
                  <a href={`${paths.purchases}/${purchase.id}`}>
                    <Foreign text={purchase.title} />
                  </a>
                  {", "}
                  <Money {...{ cents: purchase.priceCents, currency }} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </AccountLayout>
  );
}
