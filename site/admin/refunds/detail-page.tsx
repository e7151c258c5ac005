import type { RefundDetail, SharedCharge } from "../../../market/administration/read-refunds.ts";
import { counted } from "../../../market/counted.ts";
import { STEP_REASON_CHARS_MAX } from "../../../market/limits.ts";
import { moneyText } from "../../../market/pricing.ts";
import { REFUND_REFERENCE_CHARS_MAX } from "../../../market/purchase/limits.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { ErrorSummary, OwnForm, TextArea, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Card, Facts, Foreign, Money, Time } from "../../kit/parts.tsx";
import { LedgerSection, PurchaseCard, Side, SidesCard, TrailSection } from "../purchase-facts.tsx";
import { RefundState } from "./list-page.tsx";
import { failureWords } from "./words.ts";

export type RefundForm = {
  reference: string;
  paidReason: string;
  retryReason: string;
  errors: FieldErrors;
};
type Props = { frame: Frame; refund: RefundDetail; form: RefundForm };

const labels = {
  reference: "Reference",
  paid_reason: "Reason for paying another way",
  retry_reason: "Reason for the retry",
};

export function RefundPage({ frame, refund, form }: Props): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title={refund.title}
      up={{ href: "/admin/refunds", label: "Refunds" }}
    >
      <ErrorSummary errors={form.errors} labels={labels} />
      <RefundState refund={refund} />
      <div class="cols">
        <div class="stack">
          <RefundCard refund={refund} />
          {refund.obstacle === null ? (
            <>
              <PaidCard {...{ frame, refund, form }} />
              <RetryCard {...{ frame, refund, form }} />
            </>
          ) : (
            <Card title="Nothing to do">
              <p safe>{refund.obstacle}</p>
            </Card>
          )}
        </div>
        <div class="stack">
          {refund.dispute !== null && <PurchaseCard dispute={refund.dispute} />}
          {refund.dispute !== null && <SidesCard dispute={refund.dispute} />}
          {refund.charge !== null && (
            <ChargeCard charge={refund.charge} currency={refund.currency} />
          )}
        </div>
      </div>
      <TrailSection trail={refund.trail} />
      <LedgerSection ledger={refund.ledger} currency={refund.currency} />
    </AccountLayout>
  );
}

/** The rest of this charge is refunded: its purchases have refunds of their own. */
function ChargeCard(props: { charge: SharedCharge; currency: string }): JSX.Element {
  const { charge, currency } = props;
  return (
    <Card title={`One charge for a ${charge.kind}`}>
      <Facts
        facts={[
          ["Charged", <Money cents={charge.chargedCents} currency={currency} />],
          ["Buyer", <Side side={charge.buyer} />],
          charge.requestId === null
            ? null
            : ["For", <a href={`/admin/requests/${charge.requestId}`}>The data request</a>],
        ]}
      />
      {charge.purchases.length > 0 && (
        <>
          <p>Of it, these purchases are paid. They are not part of this refund:</p>
          <ul class="bullets">
            {charge.purchases.map(({ id, title, priceCents }) => (
              <li>
                <a href={`/admin?q=${id}`}>
                  <Foreign text={title} />
                </a>
                {", "}
                <Money cents={priceCents} currency={currency} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function RefundCard({ refund }: { refund: RefundDetail }): JSX.Element {
  const { owedSince, failedAt, nextTryAt, paidAt, paidReference, failures } = refund;
  return (
    <Card title="The refund">
      <Facts
        facts={[
          ["Amount", <Money cents={refund.amountCents} currency={refund.currency} />],
          owedSince === null ? null : ["Owed since", <Time at={owedSince} />],
          failures === 0
            ? null
            : ["Sent back by the bank", <span safe>{counted(failures, "time")}</span>],
          failedAt === null ? null : ["Last failure", <Time at={failedAt} />],
          failures === 0
            ? null
            : ["The provider's reason", <span safe>{failureWords(refund.failureReason)}</span>],
          nextTryAt === null ? null : ["Next attempt", <Time at={nextTryAt} />],
          paidAt === null ? null : ["Paid", <Time at={paidAt} />],
          paidReference === null ? null : ["Reference", <code safe>{paidReference}</code>],
        ]}
      />
    </Card>
  );
}

function PaidCard({ frame, refund, form }: Props): JSX.Element {
  const amount = moneyText(refund.amountCents, refund.currency);
  return (
    <Card title="Paid another way">
      <p safe>
        {`First pay the buyer ${amount}, for example by bank transfer. Then record it here: the card refund is not retried, and the buyer is notified.`}
      </p>
      <OwnForm action={`/admin/refunds/${refund.id}/paid`} viewer={frame.viewer}>
        <TextField
          name="reference"
          label={labels.reference}
          hint="Identifies the payment. The buyer sees it."
          value={form.reference}
          maxlength={REFUND_REFERENCE_CHARS_MAX}
          required
          errors={form.errors}
        />
        <TextArea
          name="paid_reason"
          label={labels.paid_reason}
          hint="Shown in the audit log."
          value={form.paidReason}
          maxlength={STEP_REASON_CHARS_MAX}
          required
          errors={form.errors}
        />
        <div class="actions">
          <button class="button primary" type="submit">
            It is paid
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function RetryCard({ frame, refund, form }: Props): JSX.Element {
  return (
    <Card title="Try the card again">
      <p>One more attempt is made within seconds, regardless of earlier ones.</p>
      <OwnForm action={`/admin/refunds/${refund.id}/retry`} viewer={frame.viewer}>
        <TextArea
          name="retry_reason"
          label={labels.retry_reason}
          hint="Shown in the audit log."
          value={form.retryReason}
          maxlength={STEP_REASON_CHARS_MAX}
          required
          errors={form.errors}
        />
        <div class="actions">
          <button class="button plain" type="submit">
            Try again now
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}
