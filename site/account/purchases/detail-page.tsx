import { buyerDisputeReasons } from "../../../db/vocabulary/purchase.ts";
import type { AcceptanceView } from "../../../market/acceptance/view-schemas.ts";
import { formatByteSize } from "../../../market/format.ts";
import { moneyText } from "../../../market/pricing.ts";
import type { DisputeFileView } from "../../../market/purchase/dispute/schemas.ts";
import { DISPUTE_DETAIL_CHARS_MAX } from "../../../market/purchase/limits.ts";
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { buyPath } from "../../buy/paths.ts";
import {
  ChoiceField,
  Confirm,
  ErrorSummary,
  OwnForm,
  PostButton,
  TextArea,
} from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { formatCard } from "../../kit/format.ts";
import { Badge, Card, Facts, Foreign, Money, Time } from "../../kit/parts.tsx";
import { Sentences } from "../../kit/sentences.tsx";
import { Script } from "../../scripts/script.tsx";
import { AttachmentsField } from "../disputes/attachments-field.tsx";
import { Statements } from "../disputes/statements.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { AcceptanceCard } from "./acceptance-card.tsx";
import { BankCard } from "./bank-card.tsx";
import { Timeline } from "./timeline.tsx";
import { UseBought } from "./use-bought.tsx";
import { disputeReasonWords, purchaseStateWords } from "./words.ts";

export type DisputeForm = { reason: string; detail: string; errors: FieldErrors };

export function PurchasePage(props: {
  frame: Frame;
  purchase: PurchaseView;
  /** The statements of both sides, if the purchase was ever disputed. */
  dispute: DisputeFileView | null;
  acceptance?: AcceptanceView | null;
  /** What the whole file of a trial would cost now; null: it is not on sale, or this is no trial. */
  wholeCents?: number | null;
  /** The input of a dispute that was refused, or saved when the session ended. */
  typed?: DisputeForm | undefined;
}): JSX.Element {
  const { frame, purchase, dispute, acceptance = null, typed } = props;
  const { label, tone } = purchaseStateWords[purchase.status];
  const mayAct = frame.standing.suspendedReason === null;
  const { capabilities } = purchase;
  return (
    <AccountLayout
      frame={frame}
      title={purchase.dataset_title}
      up={{ href: "/account/purchases", label: "Purchases" }}
      head={<Script name="copy.js" />}
    >
      <ErrorSummary
        errors={typed?.errors ?? {}}
        labels={{ reason: "Reason", detail: "What is wrong", attachments: "Files" }}
      />
      <div class="row-actions">
        <Badge tone={tone} label={label} />
      </div>
      <div class="cols">
        <div class="stack">
          <Card title="Status">
            <Timeline purchase={purchase} />
          </Card>
          {mayAct && (
            <BankCard
              frame={frame}
              next={purchase.next_action}
              cents={purchase.price_cents}
              currency={purchase.currency}
              card={purchase.metadata.payment_method}
            />
          )}
          {mayAct && capabilities.cancel && <CancelCard frame={frame} purchase={purchase} />}
          {mayAct && (capabilities.confirm || capabilities.dispute) && (
            <DecisionCard frame={frame} purchase={purchase} typed={typed} />
          )}
          <AcceptanceCard acceptance={acceptance} />
          <DisputeCard purchase={purchase} dispute={dispute} />
        </div>
        <div class="stack">
          <FileCard purchase={purchase} mayAct={mayAct} />
          <TrialCard purchase={purchase} wholeCents={props.wholeCents ?? null} />
          <PeriodCard purchase={purchase} />
          <BundleCard purchase={purchase} />
          <NewerCard purchase={purchase} />
          <PaymentCard purchase={purchase} />
        </div>
      </div>
      {mayAct && purchase.trial === null && <UseBought purchase={purchase} />}
    </AccountLayout>
  );
}

function CancelCard(props: { frame: Frame; purchase: PurchaseView }): JSX.Element {
  const { frame, purchase } = props;
  return (
    <Card title="Not paid yet">
      <p class="muted">
        You can cancel the purchase until it is paid. A charge that has already started may still
        succeed.
      </p>
      <div class="actions">
        <PostButton
          action={`/account/purchases/${purchase.id}/cancel`}
          viewer={frame.viewer}
          label="Cancel the purchase"
          kind="danger"
        />
      </div>
    </Card>
  );
}

function DecisionCard(props: {
  frame: Frame;
  purchase: PurchaseView;
  typed: DisputeForm | undefined;
}): JSX.Element {
  const { frame, purchase, typed } = props;
  const { viewer } = frame;
  const path = `/account/purchases/${purchase.id}`;
  const { capabilities, release_due_at } = purchase;
  return (
    <Card title="Is the file as described?">
      <p class="muted">
        Check it against the profile first.{" "}
        {release_due_at && capabilities.confirm && (
          <>
            If you do nothing, the money goes to the seller by{" "}
            <strong>
              <Time at={release_due_at} />
            </strong>
            .
          </>
        )}
      </p>
      {capabilities.confirm && (
        <OwnForm action={`${path}/confirm`} viewer={viewer} class="stack-s">
          <div class="actions">
            <button class="button primary" type="submit">
              Confirm the delivery
            </button>
          </div>
          <p class="muted small">The money then goes to the seller. This can't be undone.</p>
        </OwnForm>
      )}
      {capabilities.dispute && (
        <Confirm summary="Something is wrong: open a dispute" open={typed !== undefined}>
          <OwnForm action={`${path}/dispute`} viewer={viewer} enctype="multipart/form-data">
            <ChoiceField
              kind="radio"
              name="reason"
              label="Reason"
              choices={buyerDisputeReasons.map((value) => ({
                value,
                label: disputeReasonWords[value],
              }))}
              chosen={[typed?.reason ?? ""]}
              errors={typed?.errors ?? {}}
            />
            <TextArea
              name="detail"
              label="What is wrong"
              hint="The seller and an administrator will read this. Say what you expected and what you found."
              value={typed?.detail ?? ""}
              maxlength={DISPUTE_DETAIL_CHARS_MAX}
              required
              errors={typed?.errors ?? {}}
            />
            <AttachmentsField errors={typed?.errors ?? {}} />
            <div class="actions">
              <button class="button danger" type="submit">
                Open the dispute
              </button>
            </div>
          </OwnForm>
        </Confirm>
      )}
    </Card>
  );
}

function DisputeCard(props: {
  purchase: PurchaseView;
  dispute: DisputeFileView | null;
}): JSX.Element {
  const { purchase, dispute: file } = props;
  const { dispute } = purchase;
  if (dispute === null || file === null) return "";
  return (
    <Card title="The dispute">
      <Facts
        facts={[
          ["Reason", <span safe>{disputeReasonWords[dispute.reason]}</span>],
          ["Opened", <Time at={dispute.opened_at} />],
          dispute.resolved_at === null ? null : ["Decided", <Time at={dispute.resolved_at} />],
        ]}
      />
      <Statements
        dispute={file}
        reader="buyer"
        path={`/account/purchases/${purchase.id}/dispute`}
      />
      {dispute.resolution_detail && (
        <div class="stack-s">
          <h3>The administrator's decision</h3>
          <blockquote class="quote" safe>
            {dispute.resolution_detail}
          </blockquote>
        </div>
      )}
    </Card>
  );
}

function FileCard(props: { purchase: PurchaseView; mayAct: boolean }): JSX.Element {
  const { purchase, mayAct } = props;
  const { byte_size, format, sha256, dataset_version, trial } = purchase;
  return (
    <Card title={trial === null ? "The file" : "A trial: some rows of the file"}>
      <Facts
        facts={[
          ["Version", <span>{dataset_version}</span>],
          trial === null ? null : ["Rows", <span safe>{trial.rows.toLocaleString("en")}</span>],
          format === null ? null : ["Format", <span safe>{format}</span>],
          byte_size === null ? null : ["Size", <span safe>{formatByteSize(byte_size)}</span>],
          sha256 === null ? null : ["SHA-256", <code safe>{sha256}</code>],
        ]}
      />
      {purchase.capabilities.download && mayAct && (
        <div class="actions">
          <a class="button primary" href={`/account/purchases/${purchase.id}/download`}>
            Download
          </a>
        </div>
      )}
      {mayAct && (
        <p class="small">
          <a href={`/account/purchases/${purchase.id}/message`}>Write to the seller</a>
        </p>
      )}
      {mayAct && purchase.status === "released" && (
        <p class="small">
          <a href={`/account/reviews/of/${purchase.dataset_id}`}>Review it</a>
        </p>
      )}
      <p class="small">
        <a href={`/datasets/${purchase.dataset_id}`}>The dataset's public page</a>
      </p>
    </Card>
  );
}

function PeriodCard({ purchase: { subscription } }: { purchase: PurchaseView }): JSX.Element {
  if (subscription === null) return "";
  const { id, period, starts_at, ends_at, delivered_version: delivered } = subscription;
  return (
    <Card title="A period of your subscription">
      <Facts
        facts={[
          ["Period", <span>{period}</span>],
          ["From", <Time at={starts_at} day />],
          ["Until", <Time at={ends_at} day />],
          ["Update", <span safe>{delivered === null ? "None yet" : `Version ${delivered}`}</span>],
        ]}
      />
      {delivered === null && (
        <p class="small muted">
          Without a version published in the period, the payment is refunded.
        </p>
      )}
      <p class="small">
        <a href={`/account/subscriptions/${id}`}>Your subscription, with all versions</a>
      </p>
    </Card>
  );
}

function TrialCard(props: { purchase: PurchaseView; wholeCents: number | null }): JSX.Element {
  const { purchase, wholeCents } = props;
  const { trial, dataset_id: datasetId, price_cents: cents, currency } = purchase;
  if (trial === null) return "";
  if (trial.credited_to !== null) {
    return (
      <Card title="The whole file">
        <p>You have bought it, and the price of this trial was taken off.</p>
        <p class="small">
          <a href={`${paths.purchases}/${trial.credited_to}`}>Your purchase of the whole file</a>
        </p>
      </Card>
    );
  }
  if (wholeCents === null) return "";
  return (
    <Card title="The whole file">
      {trial.credit_until !== null && (
        <p>
          Until <Time at={trial.credit_until} day />, the price of this trial counts:{" "}
          <Money cents={cents} currency={currency} /> less.
        </p>
      )}
      <div class="actions">
        <a class="button primary" href={buyPath(datasetId)} safe>
          {`Buy it for ${moneyText(wholeCents, currency)}`}
        </a>
      </div>
    </Card>
  );
}

function BundleCard({ purchase }: { purchase: PurchaseView }): JSX.Element {
  const { bundle_purchase_id: paymentId, price_cents: cents, currency } = purchase;
  if (paymentId === null) return "";
  return (
    <Card title="Part of a bundle">
      <p>
        One payment bought this dataset with others. Its share is{" "}
        <Money cents={cents} currency={currency} />; it is confirmed, disputed and refunded by
        itself.
      </p>
      <p class="small">
        <a href={`${paths.payments}/${paymentId}`}>The payment, with all its datasets</a>
      </p>
    </Card>
  );
}

function NewerCard({ purchase }: { purchase: PurchaseView }): JSX.Element {
  const { newer_version: newer, dataset_version: bought, links } = purchase;
  if (newer === null) return "";
  return (
    <Card title="A newer version">
      <p>
        Version {newer.version} is on sale; you have bought version {bought}.
      </p>
      {newer.changes !== null && <Sentences sentences={newer.changes.sentences} />}
      {links.changes && (
        <p class="small">
          <a href={links.changes}>All changes (JSON)</a>
        </p>
      )}
    </Card>
  );
}

function PaymentCard({ purchase }: { purchase: PurchaseView }): JSX.Element {
  const { metadata } = purchase;
  return (
    <Card title="The payment">
      <Facts
        facts={[
          ["Price", <Money cents={purchase.price_cents} currency={purchase.currency} />],
          purchase.credit === null
            ? null
            : [
                "Trial counted",
                <a href={`${paths.purchases}/${purchase.credit.purchase_id}`}>
                  −<Money cents={purchase.credit.cents} currency={purchase.currency} />
                </a>,
              ],
          ["Card", <span safe>{formatCard(metadata.payment_method)}</span>],
          [
            "API key",
            <a href={`/account/keys/${metadata.api_key_id}`}>
              <Foreign text={metadata.api_key_name} />
            </a>,
          ],
          ["Purchase", <code safe>{purchase.id}</code>],
        ]}
      />
      {purchase.links.receipt && (
        <p class="small">
          <a href={`/account/purchases/${purchase.id}/receipt`}>Receipt</a> ·{" "}
          <a href={`/account/purchases/${purchase.id}/receipt?format=pdf`}>Receipt (PDF)</a>
        </p>
      )}
    </Card>
  );
}
