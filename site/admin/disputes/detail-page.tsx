import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { RESOLUTION_DETAIL_CHARS_MAX } from "../../../market/administration/limits.ts";
import type { DisputeDetailView } from "../../../market/administration/schemas.ts";
import { moneyText } from "../../../market/pricing.ts";
import type { DisputeFileView } from "../../../market/purchase/dispute/schemas.ts";
import { Statements } from "../../account/disputes/statements.tsx";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { purchaseStateWords, reasonWords } from "../../account/purchases/words.ts";
import { ChoiceField, ErrorSummary, OwnForm, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Badge, Card, Facts, Time } from "../../kit/parts.tsx";
import { LedgerSection, PurchaseCard, SidesCard, TrailSection } from "../purchase-facts.tsx";

export type ResolveFormState = { decision: string; detail: string; errors: FieldErrors };
type Props = {
  frame: Frame;
  dispute: DisputeDetailView;
  /** The statements of both sides, if the purchase was ever disputed. */
  said: DisputeFileView | null;
  form: ResolveFormState;
};

export function DisputePage({ frame, dispute, said, form }: Props): JSX.Element {
  const words = purchaseStateWords[dispute.status as PurchaseState];
  return (
    <AccountLayout
      frame={frame}
      title={dispute.dataset_title}
      up={{ href: "/admin", label: "Administration" }}
    >
      <ErrorSummary errors={form.errors} labels={{ decision: "Decision", detail: "Reason" }} />
      <div class="row-actions">
        <Badge tone={words.tone} label={words.label} />
      </div>
      <div class="cols">
        <div class="stack">
          <ComplaintCard dispute={dispute} said={said} />
          {dispute.status === "disputed" && <DecisionCard {...{ frame, dispute, said, form }} />}
        </div>
        <div class="stack">
          <PurchaseCard dispute={dispute} />
          <SidesCard dispute={dispute} />
        </div>
      </div>
      <TrailSection trail={dispute.trail} />
      <LedgerSection ledger={dispute.ledger} currency={dispute.currency} />
    </AccountLayout>
  );
}

function ComplaintCard({ dispute, said }: Pick<Props, "dispute" | "said">): JSX.Element {
  const { disputed_at, decide_before, resolution_detail, resolved_at } = dispute;
  return (
    <Card title="Statements of both sides">
      <p>
        <strong safe>{reasonWords(dispute.reason)}</strong>
      </p>
      {said && (
        <Statements
          dispute={said}
          reader={null}
          path={`/admin/disputes/${dispute.purchase_id}/files`}
        />
      )}
      <Facts
        facts={[
          disputed_at === null ? null : ["Opened", <Time at={disputed_at} />],
          decide_before === null ? null : ["Decide before", <Time at={decide_before} />],
          resolved_at === null ? null : ["Decided", <Time at={resolved_at} />],
        ]}
      />
      {decide_before && (
        <p class="muted small">Without a decision by then, the buyer is refunded.</p>
      )}
      {resolution_detail && (
        <div class="stack-s">
          <h3>The decision</h3>
          <blockquote class="quote" safe>
            {resolution_detail}
          </blockquote>
        </div>
      )}
    </Card>
  );
}

function DecisionCard({ frame, dispute, form }: Props): JSX.Element {
  const { price_cents, fee_cents, currency } = dispute;
  const price = moneyText(price_cents, currency);
  const net = moneyText(price_cents - fee_cents, currency);
  return (
    <Card title="Decide">
      <OwnForm action={`/admin/disputes/${dispute.purchase_id}`} viewer={frame.viewer}>
        <ChoiceField
          kind="radio"
          name="decision"
          label="Recipient of the money"
          choices={[
            {
              value: "refund",
              label: "The buyer",
              hint: `${price} goes back to the card, and downloads are blocked.`,
            },
            {
              value: "release",
              label: "The seller",
              hint: `${net} is paid out. The marketplace keeps its fee.`,
            },
          ]}
          chosen={[form.decision]}
          errors={form.errors}
        />
        <TextArea
          name="detail"
          label="Reason"
          hint="Both sides read it. The decision can't be changed later."
          value={form.detail}
          maxlength={RESOLUTION_DETAIL_CHARS_MAX}
          required
          errors={form.errors}
        />
        <div class="actions">
          <button class="button primary" type="submit">
            Resolve the dispute
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}
