import type { AcceptanceView } from "../../../../market/acceptance/view-schemas.ts";
import { counted } from "../../../../market/counted.ts";
import type { SaleView } from "../../../../market/earnings/schemas.ts";
import type { DisputeFileView } from "../../../../market/purchase/dispute/schemas.ts";
import { DISPUTE_DETAIL_CHARS_MAX } from "../../../../market/purchase/limits.ts";
import { refundCauseWords } from "../../../../market/purchase/words.ts";
import { ErrorSummary, OwnForm, TextArea } from "../../../kit/fields.tsx";
import type { FieldErrors } from "../../../kit/form.ts";
import { Badge, Card, Facts, Money, Time } from "../../../kit/parts.tsx";
import { AttachmentsField } from "../../disputes/attachments-field.tsx";
import { Statements } from "../../disputes/statements.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { AcceptanceCard } from "../../purchases/acceptance-card.tsx";
import { disputeReasonWords, saleStateWords } from "../../purchases/words.ts";

export type AnswerForm = { text: string; errors: FieldErrors };
type Props = {
  frame: Frame;
  sale: SaleView;
  /** The statements of both sides, if the sale was ever disputed. */
  dispute: DisputeFileView | null;
  acceptance: AcceptanceView | null;
  form: AnswerForm;
};

export function SalePage({ frame, sale, dispute, acceptance, form }: Props): JSX.Element {
  const { tone, label } = saleStateWords[sale.status];
  const mayAct = frame.standing.suspendedReason === null;
  return (
    <AccountLayout
      frame={frame}
      title={sale.dataset_title}
      up={{ href: paths.sales, label: "Sales" }}
    >
      <ErrorSummary errors={form.errors} labels={{ text: "Your answer", attachments: "Files" }} />
      <div class="row-actions">
        <Badge tone={tone} label={sale.transferred_at === null ? label : "Paid out"} />
      </div>
      <div class="cols">
        <div class="stack">
          <AcceptanceCard acceptance={acceptance} />
          {dispute && <DisputeCard sale={sale} dispute={dispute} />}
          {dispute && dispute.answers_left > 0 && mayAct && (
            <AnswerCard {...{ frame, sale, dispute, form }} />
          )}
          {!dispute && (
            <Card title="No dispute">
              <p class="muted">The buyer has not disputed this sale. If they do, answer here.</p>
            </Card>
          )}
        </div>
        <div class="stack">
          <MoneyCard sale={sale} />
        </div>
      </div>
    </AccountLayout>
  );
}

function DisputeCard(props: { sale: SaleView; dispute: DisputeFileView }): JSX.Element {
  const { sale, dispute } = props;
  const { resolved_at, resolution_detail } = dispute;
  return (
    <Card title="The dispute">
      <Facts
        facts={[
          sale.dispute && ["Reason", <span safe>{disputeReasonWords[sale.dispute.reason]}</span>],
          ["Opened", <Time at={dispute.opened_at} />],
          resolved_at === null ? null : ["Decided", <Time at={resolved_at} />],
        ]}
      />
      <Statements dispute={dispute} reader="seller" path={`${paths.sales}/${sale.id}/dispute`} />
      {resolution_detail && (
        <div class="stack-s">
          <h3>The administrator's decision</h3>
          <blockquote class="quote" safe>
            {resolution_detail}
          </blockquote>
        </div>
      )}
    </Card>
  );
}

function AnswerCard(props: {
  frame: Frame;
  sale: SaleView;
  dispute: DisputeFileView;
  form: AnswerForm;
}): JSX.Element {
  const { frame, sale, dispute, form } = props;
  return (
    <Card title="Your answer">
      <OwnForm
        action={`${paths.sales}/${sale.id}/dispute`}
        viewer={frame.viewer}
        enctype="multipart/form-data"
      >
        <TextArea
          name="text"
          label="Your answer"
          hint={`The buyer and the deciding administrator will read it. You cannot change it later; ${counted(dispute.answers_left, "answer is", "answers are")} left.`}
          value={form.text}
          maxlength={DISPUTE_DETAIL_CHARS_MAX}
          required
          errors={form.errors}
        />
        <AttachmentsField errors={form.errors} />
        <div class="actions">
          <button class="button primary" type="submit">
            Send the answer
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function MoneyCard({ sale }: { sale: SaleView }): JSX.Element {
  const money = (cents: number) => <Money cents={cents} currency={sale.currency} />;
  const { refund_cause: refundCause } = sale;
  const at = (label: string, time: string | null): [string, JSX.Element] | null =>
    time === null ? null : [label, <Time at={time} />];
  return (
    <Card title="The money">
      <Facts
        facts={[
          ["Price", money(sale.price_cents)],
          ["Fee", money(sale.status === "refunded" ? 0 : sale.fee_cents)],
          ["You receive", money(sale.status === "refunded" ? 0 : sale.net_cents)],
          at("Sold", sale.sold_at),
          at("In escrow until", sale.release_due_at),
          at("Released", sale.released_at),
          at("Paid out", sale.transferred_at),
          at("Refunded", sale.refunded_at),
          refundCause && ["Reason", <span safe>{refundCauseWords[refundCause]}</span>],
          ["Sale", <code safe>{sale.id}</code>],
        ]}
      />
      <p class="small">
        <a href={`/datasets/${sale.dataset_id}`}>The dataset's public page</a>
        {`, version ${sale.dataset_version}`}
      </p>
    </Card>
  );
}
