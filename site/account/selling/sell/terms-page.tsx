/** The terms of a listing: all of a draft's, or those that may change while it is on sale. */

import {
  LICENSE_CHARS_MAX,
  PRICE_NOTICE_DAYS,
  TITLE_CHARS_MAX,
} from "../../../../market/limits.ts";
import { DESCRIPTION_CHARS_MAX, TAGS_MAX } from "../../../../market/listing/limits.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import { TRIAL_CREDIT_DAYS } from "../../../../market/purchase/limits.ts";
import { categories } from "../../../../market/vocabulary.ts";
import { renderProse } from "../../../catalogue/dataset/prose.ts";
import {
  ChoiceField,
  ErrorSummary,
  OwnForm,
  SelectField,
  TextArea,
  TextField,
} from "../../../kit/fields.tsx";
import type { FieldErrors } from "../../../kit/form.ts";
import { Card, Foreign } from "../../../kit/parts.tsx";
import { feeSentence, receivesHint } from "../../../kit/receives.ts";
import { TermsFields, termsLabels } from "../../../kit/terms-fields.tsx";
import type { TermsForm } from "../../../kit/terms-form.ts";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { LicenseList } from "./license-list.tsx";
import { ListingPreview } from "./preview-card.tsx";
import { ProvenanceSection } from "./provenance-section.tsx";
import { listingPath, Steps } from "./steps.tsx";
import {
  type CommonField,
  mayHavePlans,
  mayPriceChange,
  TAGS_FIELD_CHARS_MAX,
  type TermFields,
  type TermName,
  termLabels,
} from "./terms-fields.ts";

export type TermsPageProps = {
  frame: Frame;
  listing: ListingView;
  fields: TermFields;
  /** What the seller promises about each version. */
  contract: TermsForm;
  errors: FieldErrors;
  /** Previews the description as buyers will see it. */
  isShown: boolean;
};

export function TermsPage(props: TermsPageProps): JSX.Element {
  const { frame, listing, fields, contract, errors, isShown } = props;
  const isDraft = listing.status === "draft";
  const common: CommonField = (name) => ({
    name,
    label: termLabels[name],
    value: fields[name],
    errors,
  });
  return (
    <AccountLayout
      frame={frame}
      title={isDraft ? "Describe and price" : "Change the listing"}
      up={{ href: listingPath(listing.id), label: "The listing" }}
    >
      <p class="lead">
        <Foreign text={listing.title} />
      </p>
      {isDraft && <Steps listing={listing} current="/terms" />}
      <ErrorSummary errors={errors} labels={{ ...termsLabels, ...termLabels }} />
      {isShown && (
        <Card title="Preview of the description">
          {/* The renderer escapes the seller's own markup. */}
          <div class="prose">{renderProse(fields.description)}</div>
        </Card>
      )}
      <div class="sell">
        <OwnForm
          action={`${listingPath(listing.id)}/terms`}
          viewer={frame.viewer}
          class="card stack-m"
        >
          <TextFields common={common} />
          {isDraft ? (
            <OfferFields common={common} listing={listing} />
          ) : (
            <PriceField common={common} listing={listing} />
          )}
          <ProvenanceSection common={common} />
          <TermsFields
            form={contract}
            errors={errors}
            summary="Contract: what every version keeps (optional)"
            lead="We check each version before it is published, and show the contract to buyers."
            hasKeys={false}
            isPlain
          />
          <div class="actions">
            <button class="button primary" type="submit" name="act" value="save">
              Save
            </button>
            <button class="button plain" type="submit" name="act" value="look" formnovalidate>
              Update the preview
            </button>
          </div>
        </OwnForm>
        <ListingPreview {...{ listing, fields }} />
      </div>
    </AccountLayout>
  );
}

function TextFields({ common }: { common: CommonField }): JSX.Element {
  return (
    <>
      <TextField {...common("title")} maxlength={TITLE_CHARS_MAX} required />
      <TextArea
        {...common("description")}
        hint="Say what one row is, where the data come from, and what they are suitable for. Markdown: headings, lists, tables, links."
        maxlength={DESCRIPTION_CHARS_MAX}
        rows={12}
        required
      />
      <SelectField
        {...common("category")}
        options={categories.map(({ id, name }): [string, string] => [id, name])}
      />
      <TextField
        {...common("tags")}
        hint={`Separated by commas, at most ${TAGS_MAX}.`}
        maxlength={TAGS_FIELD_CHARS_MAX}
      />
      <TextField
        {...common("license")}
        hint="Type to search SPDX licences, such as CC-BY-4.0, or enter the URL of your own terms. Empty: no licence, so buyers may only use the data themselves."
        maxlength={LICENSE_CHARS_MAX}
        list="license-list"
      />
      <LicenseList id="license-list" />
    </>
  );
}

type OfferProps = { common: CommonField; listing: ListingView };

/** An amount of money, with its currency and the seller's share. */
function AmountField(props: OfferProps & { name: TermName; more?: string }): JSX.Element {
  const { currency, fee_bps: feeBps } = props.listing;
  const { label, value, ...field } = props.common(props.name);
  const receives = receivesHint(value, { feeBps, currency });
  return (
    <TextField
      {...field}
      value={value}
      label={`${label} (${currency.toUpperCase()})`}
      hint={props.more === undefined ? receives : `${receives} ${props.more}`}
      inputmode="decimal"
      maxlength={16}
    />
  );
}

function OfferFields({ common, listing }: OfferProps): JSX.Element {
  const { value: offer, ...field } = common("offer");
  const feeBps = listing.fee_bps;
  return (
    <>
      <ChoiceField
        {...field}
        kind="radio"
        hint="You cannot switch between free and paid after publication. If you switch in a draft, its file is read again, because a paid file's sample shows less."
        chosen={[offer]}
        choices={[
          { value: "free", label: "Free", hint: "Anyone can download the whole file." },
          {
            value: "buy_it_now",
            label: "Fixed price",
            hint: "Buyers pay once and keep the version that they bought.",
          },
          {
            value: "auction",
            label: "Auction",
            hint: "The highest bidders win, and all pay the same price.",
          },
          {
            value: "hybrid",
            label: "Fixed price and auction",
            hint: "Buyers pay the price at once, or bid lower and wait.",
          },
        ]}
      />
      <div class="fields of-price">
        <AmountField
          {...{ common, listing }}
          name="price_cents"
          more={`For paid datasets. ${feeSentence({ feeBps })}`}
        />
      </div>
      <PlanFields {...{ common, listing }} />
      <TrialFields {...{ common, listing }} />
      <div class="of-paid">
        <SelectField
          {...common("distributions")}
          hint="Of a paid dataset. Buyers see that you withhold them, and cannot find the dataset by comparing values of their own."
          options={[
            ["full", "Show some in the statistics of each column"],
            ["coarse", "Show none before a purchase"],
          ]}
        />
      </div>
      <fieldset class="field stack-s of-auction">
        <legend>For auctions</legend>
        <div class="fields">
          <AmountField {...{ common, listing }} name="start_price_cents" />
          <AmountField
            {...{ common, listing }}
            name="reserve_price_cents"
            more="Hidden from bidders. Below it, nothing is sold. Optional."
          />
          <TextField {...common("licenses")} hint="How many bidders can win." maxlength={6} />
          <TextField
            {...common("starts_at")}
            hint="In UTC. Empty: from publication."
            type="datetime-local"
          />
          <TextField
            {...common("ends_at")}
            hint="In UTC. A late bid extends the end by some minutes."
            type="datetime-local"
          />
        </div>
      </fieldset>
    </>
  );
}

function PriceField({ common, listing }: OfferProps): JSX.Element {
  if (!mayPriceChange(listing)) {
    return (
      <p class="muted small">
        {listing.pricing_type === "auction"
          ? "This dataset is sold by auction. Its starting bid was fixed at publication."
          : "This dataset stays free, because its full sample and statistics are already public."}
      </p>
    );
  }
  return (
    <>
      <div class="fields">
        <AmountField
          {...{ common, listing }}
          name="price_cents"
          more="Past purchases keep their price. Earlier prices stay public."
        />
      </div>
      {mayHavePlans(listing) && (
        <>
          <PlanFields {...{ common, listing }} />
          <TrialFields {...{ common, listing }} />
        </>
      )}
    </>
  );
}

function PlanFields({ common, listing }: OfferProps): JSX.Element {
  return (
    <fieldset class="field stack-s of-plans">
      <legend>Subscriptions, next to a fixed price</legend>
      <p class="muted small">
        Optional. A payment buys the current version and all that you publish in the period. It
        stays in escrow until you publish one, and is refunded if you do not. Subscribers keep an
        earlier price for {PRICE_NOTICE_DAYS} days of notice; an emptied price ends their
        subscriptions with the paid period.
      </p>
      <div class="fields">
        <AmountField {...{ common, listing }} name="plan_month" />
        <AmountField {...{ common, listing }} name="plan_year" />
        <TextField
          {...common("trial_days")}
          hint="Cancelling in the first days refunds the first period."
          maxlength={2}
        />
      </div>
    </fieldset>
  );
}

function TrialFields({ common, listing }: OfferProps): JSX.Element {
  return (
    <fieldset class="field stack-s of-plans">
      <legend>A trial, next to a fixed price</legend>
      <p class="muted small">
        Optional. Buyers pay little for some rows, spread evenly over the version on sale. Within{" "}
        {TRIAL_CREDIT_DAYS} days it counts towards the whole file. Only for a file of one table.
      </p>
      <div class="fields">
        <TextField
          {...common("trial_rows")}
          hint="At most half of the file's."
          inputmode="decimal"
          maxlength={6}
        />
        <AmountField {...{ common, listing }} name="trial_price" />
      </div>
    </fieldset>
  );
}
