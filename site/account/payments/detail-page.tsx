import type { PurseKind } from "../../../db/vocabulary/purchase.ts";
import { bundlePath } from "../../buy/paths.ts";
import { PostButton } from "../../kit/fields.tsx";
import { formatCard } from "../../kit/format.ts";
import { Badge, Card, Facts, Foreign, Money, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { BankCard } from "../purchases/bank-card.tsx";
import { purchaseStateWords } from "../purchases/words.ts";
import type { Payment } from "./use-cases.ts";

const leads: Record<PurseKind, string> = {
  bounty: "One charge holds all prizes of a bounty. What nobody wins is refunded to the card.",
  bundle: "One charge pays all datasets of a bundle.",
};

/** A bundle's charge is done once it is paid; each of its purchases has its own escrow. */
function stateWords({ kind, status }: Payment) {
  const isPaid = status === "in_escrow" || status === "released";
  if (kind === "bundle" && isPaid) return { label: "Paid", tone: "good" } as const;
  return purchaseStateWords[status];
}

/** One charge of a card that pays several purchases. */
export function PaymentPage(props: { frame: Frame; payment: Payment }): JSX.Element {
  const { frame, payment } = props;
  const { currency, priceCents: cents, card, requestId, bundleId, purchases } = payment;
  const { refundCents } = payment;
  const mayAct = frame.standing.suspendedReason === null;
  return (
    <AccountLayout
      frame={frame}
      title={payment.title}
      up={{ href: paths.purchases, label: "Purchases" }}
    >
      <div class="row-actions">
        <Badge {...stateWords(payment)} />
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
              bundleId === null ? null : ["For", <a href={bundlePath(bundleId)}>The bundle</a>],
            ]}
          />
        </Card>
        {purchases.length > 0 && <Purchases {...{ payment, mayAct }} />}
        {mayAct && <CancelCard {...{ frame, payment }} />}
      </div>
    </AccountLayout>
  );
}

function Purchases(props: { payment: Payment; mayAct: boolean }): JSX.Element {
  const { payment, mayAct } = props;
  const { kind, purchases } = payment;
  return (
    <section class="stack-s" aria-labelledby="purchases">
      <h2 id="purchases">{kind === "bundle" ? "Its datasets" : "Its winners"}</h2>
      <Table
        caption="Purchases of this payment"
        columns={["Dataset", "State", { label: "Share", kind: "number" }, "File"]}
        rows={purchases.map((purchase) => [
          <a href={`${paths.purchases}/${purchase.id}`}>
            <Foreign text={purchase.dataset_title} />
          </a>,
          <Badge {...purchaseStateWords[purchase.status]} />,
          <Money cents={purchase.price_cents} currency={purchase.currency} />,
          mayAct && purchase.capabilities.download ? (
            <a href={`${paths.purchases}/${purchase.id}/download`}>
              Download
              <span class="unseen" safe>{` ${purchase.dataset_title}`}</span>
            </a>
          ) : (
            <span class="muted">–</span>
          ),
        ])}
      />
      <p class="small muted">Confirm each purchase's file, or open a dispute, on its own page.</p>
    </section>
  );
}

/** Cancelling one unpaid purchase cancels all that share its charge. */
function CancelCard({ frame, payment }: { frame: Frame; payment: Payment }): JSX.Element {
  const [first] = payment.purchases;
  if (first === undefined || !first.capabilities.cancel) return "";
  return (
    <Card title="Not paid yet">
      <p class="muted">
        You can cancel the whole bundle until it is paid. A charge that has already started may
        still succeed.
      </p>
      <div class="actions">
        <PostButton
          action={`${paths.payments}/${payment.id}/cancel`}
          viewer={frame.viewer}
          label="Cancel the payment"
          kind="danger"
        />
      </div>
    </Card>
  );
}
