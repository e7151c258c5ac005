import { formatByteSize } from "../../../market/format.ts";
import type { WaitingPurchaseView } from "../../../market/purchase/waiting/schemas.ts";
import { OwnForm, PostButton } from "../../kit/fields.tsx";
import { formatCard } from "../../kit/format.ts";
import { Badge, Card, Facts, Foreign, Money, Time } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { endedWords, waitingStateWords } from "./words.ts";

type Props = { frame: Frame; waiting: WaitingPurchaseView };

export function WaitingPurchasePage({ frame, waiting }: Props): JSX.Element {
  const { label, tone } = waitingStateWords[waiting.status];
  return (
    <AccountLayout
      frame={frame}
      title={waiting.dataset_title}
      up={{ href: paths.waiting, label: "Approvals" }}
    >
      <div class="row-actions">
        <Badge tone={tone} label={label} />
      </div>
      <div class="cols">
        <AnswerCard frame={frame} waiting={waiting} />
        <TermsCard waiting={waiting} />
      </div>
    </AccountLayout>
  );
}

function AnswerCard({ frame, waiting }: Props): JSX.Element {
  const { status, purchase_id: purchaseId, bundle_purchase_id: paymentId } = waiting;
  if (status === "waiting") return <DecisionCard frame={frame} waiting={waiting} />;
  return (
    <Card title="Outcome">
      <p safe>{endedWords[status]}</p>
      {paymentId !== null && (
        <div class="actions">
          <a class="button plain" href={`/account/payments/${paymentId}`}>
            See the purchases
          </a>
        </div>
      )}
      {purchaseId !== null && (
        <div class="actions">
          <a class="button plain" href={`/account/purchases/${purchaseId}`}>
            See the purchase
          </a>
        </div>
      )}
    </Card>
  );
}

/** A suspended account can read it, but cannot answer. */
function DecisionCard({ frame, waiting }: Props): JSX.Element {
  const { viewer, standing } = frame;
  const path = `${paths.waiting}/${waiting.id}`;
  const card = formatCard(waiting.metadata.payment_method);
  return (
    <Card title="Approve this purchase?">
      <p>
        If you approve it, <Money cents={waiting.price_cents} currency={waiting.currency} /> is
        charged to <span safe>{card}</span> and held until you confirm the delivery. If the price or{" "}
        {waiting.bundle_id === null ? "the file" : "any of the files"} has changed since, nothing is
        charged.
      </p>
      {waiting.plan !== null && (
        <p>
          It is a subscription: the card is charged again each {waiting.plan}, until you cancel it.
        </p>
      )}
      <p class="muted small">
        If you do nothing, it ends at <Time at={waiting.expires_at} />, and nothing is charged.
      </p>
      {standing.suspendedReason === null && (
        <div class="actions">
          <OwnForm action={`${path}/approve`} viewer={viewer} class="inline">
            <button class="button primary" type="submit">
              Approve and pay
            </button>
          </OwnForm>
          <PostButton action={`${path}/refuse`} viewer={viewer} label="Refuse" />
        </div>
      )}
      <p class="muted small">
        Not expected? Refuse it, and{" "}
        <a href={`${paths.keys}/${waiting.metadata.api_key_id}`}>look at the key</a>.
      </p>
    </Card>
  );
}

function TermsCard({ waiting }: { waiting: WaitingPurchaseView }): JSX.Element {
  const { byte_size, format, sha256, metadata, dataset_license: license } = waiting;
  return (
    <Card title="Requested purchase">
      <Facts
        facts={[
          ["Price", <Money cents={waiting.price_cents} currency={waiting.currency} />],
          waiting.plan === null ? null : ["Plan", <span safe>{`by the ${waiting.plan}`}</span>],
          waiting.dataset_version === null
            ? null
            : ["Version", <span>{waiting.dataset_version}</span>],
          license === null ? null : ["Licence", <Foreign text={license} />],
          format === null ? null : ["Format", <span safe>{format}</span>],
          byte_size === null ? null : ["Size", <span safe>{formatByteSize(byte_size)}</span>],
          sha256 === null ? null : ["SHA-256", <code safe>{sha256}</code>],
          ["Card", <span safe>{formatCard(metadata.payment_method)}</span>],
          [
            "API key",
            <a href={`${paths.keys}/${metadata.api_key_id}`}>
              <Foreign text={metadata.api_key_name} />
            </a>,
          ],
          ["Asked", <Time at={waiting.created_at} />],
        ]}
      />
      {waiting.bundle_id === null ? (
        <p class="small">
          <a href={`/datasets/${waiting.dataset_id}`}>The dataset as currently on sale</a>
        </p>
      ) : (
        <>
          <ul>
            {waiting.datasets.map((one) => (
              <li>
                <a href={`/datasets/${one.dataset_id}`}>
                  <Foreign text={one.dataset_title} />
                </a>
                {`, version ${one.dataset_version}`}
                {one.dataset_license !== null && (
                  <>
                    , <Foreign text={one.dataset_license} />
                  </>
                )}
              </li>
            ))}
          </ul>
          <p class="small">
            <a href={`/bundles/${waiting.bundle_id}`}>The bundle as currently on sale</a>
          </p>
        </>
      )}
    </Card>
  );
}
