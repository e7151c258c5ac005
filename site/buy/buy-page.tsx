import { moneyText } from "../../market/pricing.ts";
import { AccountLayout, type Frame } from "../account/frame.tsx";
import { paths } from "../account/paths.ts";
import { purchaseStateWords } from "../account/purchases/words.ts";
import { ErrorSummary, OwnForm, PostButton } from "../kit/fields.tsx";
import type { FieldErrors } from "../kit/form.ts";
import { formatByteSize } from "../kit/format.ts";
import { Badge, Card, Facts, Foreign, Money, Time } from "../kit/parts.tsx";
import { CardField, DuplicateField } from "./fields.tsx";
import { bidPath, buyPath, orderPath } from "./paths.ts";
import type { Sale, SaleDataset } from "./use-cases.ts";

export type BuyForm = { cardId: string; errors: FieldErrors; asksForDuplicate: boolean };

type Props = { frame: Frame; sale: Sale; form: BuyForm };

const labels = { payment_method_id: "Card", allow_duplicate: "The same file" };

export function BuyPage({ frame, sale, form }: Props): JSX.Element {
  const { dataset } = sale;
  return (
    <AccountLayout
      frame={frame}
      title="Buy this dataset"
      up={{ href: `/datasets/${dataset.id}`, label: "The dataset" }}
    >
      <ErrorSummary errors={form.errors} labels={labels} />
      <div class="cols">
        <Choice {...{ frame, sale, form }} />
        <FileCard dataset={dataset} />
      </div>
    </AccountLayout>
  );
}

function Choice({ frame, sale, form }: Props): JSX.Element {
  const { dataset, cards, earlier } = sale;
  if (earlier !== null) return <EarlierCard earlier={earlier} />;
  if (dataset.capabilities.download) return <FreeCard dataset={dataset} />;
  if (!dataset.capabilities.buy) return <NotForSaleCard dataset={dataset} />;
  if (frame.standing.suspendedReason !== null) return "";
  return cards.length === 0 ? (
    <NoCardCard frame={frame} dataset={dataset} />
  ) : (
    <PayCard {...{ frame, sale, form }} />
  );
}

function EarlierCard({ earlier }: { earlier: NonNullable<Sale["earlier"]> }): JSX.Element {
  const { label, tone } = purchaseStateWords[earlier.status];
  return (
    <Card title="You have bought this version">
      <p>
        <Badge tone={tone} label={label} />
      </p>
      <p>
        You ordered it at <Time at={earlier.created_at} />. Nobody pays twice for the same file.
      </p>
      <div class="actions">
        <a class="button primary" href={`/account/purchases/${earlier.id}`}>
          Go to your purchase
        </a>
      </div>
    </Card>
  );
}

function FreeCard({ dataset }: { dataset: SaleDataset }): JSX.Element {
  return (
    <Card title="It is free">
      <p>Nothing is charged, and no card is needed.</p>
      <div class="actions">
        <a class="button primary" href={`/datasets/${dataset.id}/file`}>
          Download
        </a>
      </div>
    </Card>
  );
}

function NotForSaleCard({ dataset }: { dataset: SaleDataset }): JSX.Element {
  const isAuction = dataset.pricing_type === "auction";
  return (
    <Card title="It is not for sale at a fixed price now">
      <p>
        {isAuction
          ? "It is sold by auction to the highest bidder."
          : "Bids have exceeded the fixed price, or all licences are sold."}
      </p>
      <div class="actions">
        <a
          class="button plain"
          href={dataset.capabilities.bid ? bidPath(dataset.id) : `/datasets/${dataset.id}`}
        >
          {dataset.capabilities.bid ? "Bid" : "See the auction"}
        </a>
      </div>
    </Card>
  );
}

function NoCardCard({ frame, dataset }: { frame: Frame; dataset: SaleDataset }): JSX.Element {
  return (
    <Card title="Add a card first">
      <p>
        You enter the card number at our payment provider and return here. Adding a card charges
        nothing.
      </p>
      <div class="actions">
        <AddCard frame={frame} dataset={dataset} kind="primary" />
      </div>
    </Card>
  );
}

function AddCard(props: {
  frame: Frame;
  dataset: SaleDataset;
  kind: "primary" | "link";
}): JSX.Element {
  return (
    <PostButton
      action={paths.cards}
      viewer={props.frame.viewer}
      label={props.kind === "primary" ? "Add a card" : "Use another card"}
      kind={props.kind}
      name="return_to"
      value={buyPath(props.dataset.id)}
    />
  );
}

function PayCard({ frame, sale, form }: Props): JSX.Element {
  const { dataset, cards, heldUntil } = sale;
  const { price_cents: cents, currency } = dataset;
  return (
    <Card title="What you pay">
      <p class="price">
        <Money cents={cents} currency={currency} />
      </p>
      <OwnForm action={orderPath(dataset.id)} viewer={frame.viewer}>
        <input type="hidden" name="expected_price_cents" value={String(cents)} />
        <input type="hidden" name="version" value={String(dataset.version)} />
        <CardField cards={cards} cardId={form.cardId} errors={form.errors} />
        {form.asksForDuplicate && <DuplicateField errors={form.errors} verb="Buy" />}
        <p>
          The marketplace holds the money until you confirm the file, at the latest until{" "}
          <strong>
            <Time at={heldUntil} />
          </strong>
          . Before that you can open a dispute. If the file is missing or does not match this
          description, you are refunded automatically.
        </p>
        <div class="actions">
          <button class="button primary" type="submit" safe>
            {`Pay ${moneyText(cents, currency)}`}
          </button>
        </div>
      </OwnForm>
      <AddCard frame={frame} dataset={dataset} kind="link" />
    </Card>
  );
}

function FileCard({ dataset }: { dataset: SaleDataset }): JSX.Element {
  const { id, title, seller, version, format, byte_size: bytes, sha256, license } = dataset;
  return (
    <Card title="What you get">
      <Facts
        facts={[
          [
            "Dataset",
            <a href={`/datasets/${id}`}>
              <Foreign text={title} />
            </a>,
          ],
          ["Seller", <Foreign text={seller.name} />],
          ["Version", <span>{version}</span>],
          license === null ? null : ["Licence", <Foreign text={license} />],
          format === null ? null : ["Format", <span safe>{format}</span>],
          bytes === null ? null : ["Size", <span safe>{formatByteSize(bytes)}</span>],
          sha256 === null ? null : ["SHA-256", <code safe>{sha256}</code>],
        ]}
      />
      <p class="small muted">
        You keep this version permanently, even if the dataset is withdrawn.
      </p>
    </Card>
  );
}
