import {
  BUNDLE_DATASETS_MAX,
  BUNDLE_DATASETS_MIN,
  BUNDLE_DESCRIPTION_CHARS_MAX,
} from "../../../market/bundle/limits.ts";
import { TITLE_CHARS_MAX } from "../../../market/limits.ts";
import { moneyText } from "../../../market/pricing.ts";
import { ChoiceField, ErrorSummary, OwnForm, TextArea, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Empty, Money } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { PricedListing } from "../selling/priced-listings.ts";

/** The typed texts, with errors by field. */
export type BundleDraft = {
  title: string;
  description: string;
  datasetIds: string[];
  price: string;
  /** The person asked for the sum of the chosen datasets' prices. */
  isSummed: boolean;
  errors: FieldErrors;
};

const labels = {
  title: "Title",
  description: "Description",
  dataset_ids: "Datasets",
  price_cents: "Price",
};

type Props = { frame: Frame; listings: PricedListing[]; draft: BundleDraft; currency: string };

export function NewBundlePage({ frame, listings, draft, currency }: Props): JSX.Element {
  return (
    <AccountLayout frame={frame} title="New bundle" up={{ href: paths.bundles, label: "Bundles" }}>
      <ErrorSummary errors={draft.errors} labels={labels} />
      {listings.length < BUNDLE_DATASETS_MIN ? (
        <Empty
          title="Too few datasets"
          text={`A bundle has at least ${BUNDLE_DATASETS_MIN} datasets that are on sale at a fixed price.`}
        >
          <a class="button primary" href={paths.sell}>
            Sell a dataset
          </a>
        </Empty>
      ) : (
        <BundleForm {...{ frame, listings, draft, currency }} />
      )}
    </AccountLayout>
  );
}

function BundleForm({ frame, listings, draft, currency }: Props): JSX.Element {
  const { errors } = draft;
  const agents = new Set(listings.map(({ agentId }) => agentId));
  return (
    <OwnForm action={`${paths.bundles}/new`} viewer={frame.viewer} class="card stack-m">
      <TextField
        name="title"
        label={labels.title}
        value={draft.title}
        maxlength={TITLE_CHARS_MAX}
        required
        errors={errors}
      />
      <TextArea
        name="description"
        label={`${labels.description} (optional)`}
        hint="Plain text: why these datasets belong together."
        value={draft.description}
        maxlength={BUNDLE_DESCRIPTION_CHARS_MAX}
        rows={3}
        errors={errors}
      />
      <ChoiceField
        kind="checkbox"
        name="dataset_ids"
        label={labels.dataset_ids}
        hint={`${BUNDLE_DATASETS_MIN} to ${BUNDLE_DATASETS_MAX}${agents.size > 1 ? ", all of one seller" : ""}. The price is split by their own prices.`}
        choices={listings.map(({ id, title, priceCents, agentName }) => ({
          value: id,
          label: title,
          hint: `${moneyText(priceCents, currency)}${agents.size > 1 ? `, by ${agentName}` : ""}`,
        }))}
        chosen={draft.datasetIds}
        errors={errors}
      />
      <Sum {...{ listings, draft, currency }} />
      <TextField
        name="price_cents"
        label={`${labels.price_cents} (${currency.toUpperCase()})`}
        hint="Less than the datasets cost one by one. It never changes: end the bundle and make another one."
        value={draft.price}
        inputmode="decimal"
        errors={errors}
      />
      <div class="actions">
        <button class="button primary" type="submit">
          Make the bundle
        </button>
        <button class="button plain" type="submit" name="apply" value="sum" formnovalidate>
          Add up their prices
        </button>
        <a class="button plain" href={paths.bundles}>
          Cancel
        </a>
      </div>
    </OwnForm>
  );
}

/** The button "Add up" shows the page again with it, and keeps what was typed. */
function Sum({ listings, draft, currency }: Omit<Props, "frame">): JSX.Element {
  const chosen = listings.filter(({ id }) => draft.datasetIds.includes(id));
  if (chosen.length === 0) return "";
  const cents = chosen.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return (
    <p role={draft.isSummed ? "status" : undefined}>
      One by one they cost{" "}
      <strong>
        <Money cents={cents} currency={currency} />
      </strong>
      .
    </p>
  );
}
