import { COUPON_CODE_CHARS_MAX, COUPON_CODE_CHARS_MIN } from "../../../market/coupon/limits.ts";
import { ErrorSummary, OwnForm, SelectField, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Empty } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { PricedListing } from "../selling/priced-listings.ts";

/** The typed texts, with errors by field. */
export type CouponDraft = {
  for: string;
  code: string;
  percent: string;
  amount: string;
  maxUses: string;
  expiresAt: string;
  errors: FieldErrors;
};

const labels = {
  dataset_ids: "For",
  code: "Code",
  percent_off: "Percent off",
  amount_off_cents: "Or amount off",
  max_uses: "Uses",
  expires_at: "Last day",
};

type Props = { frame: Frame; listings: PricedListing[]; draft: CouponDraft };

export function NewCouponPage({ frame, listings, draft }: Props): JSX.Element {
  return (
    <AccountLayout frame={frame} title="New coupon" up={{ href: paths.coupons, label: "Coupons" }}>
      <ErrorSummary errors={draft.errors} labels={labels} />
      {listings.length === 0 ? (
        <Empty title="No dataset" text="Coupons are for datasets on sale at a fixed price." />
      ) : (
        <CouponForm {...{ frame, listings, draft }} />
      )}
    </AccountLayout>
  );
}

function CouponForm({ frame, listings, draft }: Props): JSX.Element {
  const { errors } = draft;
  return (
    <OwnForm action={`${paths.coupons}/new`} viewer={frame.viewer} class="card stack-m">
      <SelectField
        name="dataset_ids"
        label={labels.dataset_ids}
        value={draft.for}
        options={optionsOf(listings)}
        errors={errors}
      />
      <TextField
        name="code"
        label={`${labels.code} (optional)`}
        hint={`${COUPON_CODE_CHARS_MIN} to ${COUPON_CODE_CHARS_MAX} letters, digits and hyphens; upper and lower case are equal. Left empty: a random one, which nobody guesses.`}
        value={draft.code}
        maxlength={COUPON_CODE_CHARS_MAX}
        errors={errors}
      />
      <TextField
        name="percent_off"
        label={labels.percent_off}
        hint="1 to 99. Or leave it empty and name an amount."
        value={draft.percent}
        inputmode="decimal"
        errors={errors}
      />
      <TextField
        name="amount_off_cents"
        label={labels.amount_off_cents}
        hint="Such as 5.00. The price never falls below the smallest card charge."
        value={draft.amount}
        inputmode="decimal"
        errors={errors}
      />
      <TextField
        name="max_uses"
        label={`${labels.max_uses} (optional)`}
        hint="How many orders may use it in all; each buyer uses it once."
        value={draft.maxUses}
        inputmode="decimal"
        errors={errors}
      />
      <TextField
        name="expires_at"
        label={`${labels.expires_at} (optional)`}
        hint="In UTC."
        type="date"
        value={draft.expiresAt}
        errors={errors}
      />
      <div class="actions">
        <button class="button primary" type="submit">
          Make the coupon
        </button>
        <a class="button plain" href={paths.coupons}>
          Cancel
        </a>
      </div>
    </OwnForm>
  );
}

function optionsOf(listings: PricedListing[]): [value: string, label: string][] {
  const agents = new Map(listings.map(({ agentId, agentName }) => [agentId, agentName]));
  return [
    ...[...agents].map(([id, name]): [string, string] => [`all ${id}`, `All datasets of ${name}`]),
    ...listings.map(({ id, title }): [string, string] => [id, title]),
  ];
}
