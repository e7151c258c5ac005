import { type PlanInterval, planIntervals } from "../../../../db/vocabulary/listing.ts";
import { firstCharacters, isLonger } from "../../../../market/characters.ts";
import { MarketError } from "../../../../market/errors.ts";
import { PAID_PRICE_CENTS_MIN, PRICE_CENTS_MAX, TAG_CHARS_MAX } from "../../../../market/limits.ts";
import {
  DESCRIPTION_CHARS_MAX,
  TAGS_MAX,
  TRIAL_DAYS_MAX,
  TRIAL_ROWS_MAX,
  TRIAL_ROWS_MIN,
} from "../../../../market/listing/limits.ts";
import type { Plan, Trial } from "../../../../market/listing/pricing/schemas.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import { majorUnits } from "../../../../market/pricing.ts";
import { parseAmountCents } from "../../../kit/amount.ts";
import { type FieldErrors, formErrors, textOf } from "../../../kit/form.ts";
import { amountInput } from "../../../kit/format.ts";
import {
  namedColumn,
  provenanceFieldsOf,
  provenanceLabels,
  provenanceNames,
  readProvenance,
} from "./provenance-fields.ts";

export const termFieldNames = [
  "title",
  "description",
  "category",
  "tags",
  "license",
  "offer",
  "price_cents",
  "plan_month",
  "plan_year",
  "trial_days",
  "trial_rows",
  "trial_price",
  "start_price_cents",
  "reserve_price_cents",
  "licenses",
  "starts_at",
  "ends_at",
  "distributions",
  ...provenanceNames,
] as const;
export type TermName = (typeof termFieldNames)[number];

/** The field values as text, so that the page can show the input again after an error. */
export type TermFields = Record<TermName, string>;

/** The properties that every kind of field shares. */
export type CommonField = (name: TermName) => {
  name: TermName;
  label: string;
  value: string;
  errors: FieldErrors;
};

export const termLabels: TermFields = {
  title: "Title",
  description: "Description",
  category: "Category",
  tags: "Tags",
  license: "Licence",
  offer: "How do you want to sell it?",
  price_cents: "Price",
  plan_month: "Price of a month",
  plan_year: "Price of a year",
  trial_days: "Trial days",
  trial_rows: "Rows of the trial",
  trial_price: "Price of the trial",
  start_price_cents: "Starting bid",
  reserve_price_cents: "Reserve price",
  licenses: "Licences for sale",
  starts_at: "Starts",
  ends_at: "Ends",
  distributions: "Most frequent values",
  ...provenanceLabels,
};

/** All tags with their separators. */
export const TAGS_FIELD_CHARS_MAX = TAGS_MAX * (TAG_CHARS_MAX + 2);

export function termFieldsOf(listing: ListingView): TermFields {
  const { auction, price_cents: price, pricing_type: type } = listing;
  const isFree = type === "buy_it_now" && price === 0;
  return {
    title: listing.title,
    description: listing.description,
    category: listing.category,
    tags: listing.tags.join(", "),
    license: listing.license ?? "",
    offer: isFree ? "free" : type,
    price_cents: price === 0 || type === "auction" ? "" : amountInput(price),
    ...planFieldsOf(listing),
    ...trialFieldsOf(listing),
    start_price_cents: amountInput(auction?.start_price_cents ?? null),
    reserve_price_cents: amountInput(auction?.reserve_price_cents ?? null),
    licenses: String(auction?.licenses ?? 1),
    starts_at: auction?.starts_at?.slice(0, 16) ?? "",
    ends_at: auction?.ends_at.slice(0, 16) ?? "",
    distributions: listing.distributions,
    ...provenanceFieldsOf(listing),
  };
}

/**
 * Fields that are missing keep the listing's values: an earlier release's page may not have them.
 */
export function readTermFields(form: URLSearchParams, listing: ListingView): TermFields {
  const { distributions } = listing;
  const held: Partial<TermFields> = {
    ...provenanceFieldsOf(listing),
    ...planFieldsOf(listing),
    ...trialFieldsOf(listing),
    distributions,
  };
  const text = (name: TermName) =>
    form.has(name) ? textOf(form, name).trim() : (held[name] ?? "").trim();
  return Object.fromEntries(termFieldNames.map((name) => [name, text(name)])) as TermFields;
}

type Read = { form: Record<string, unknown>; errors: FieldErrors };

/** The draft's new terms, and the errors that this page can find by itself. */
export function readDraftTerms(fields: TermFields): Read {
  const errors = textErrors(fields);
  const { offer } = fields;
  const isPriced = offer === "buy_it_now" || offer === "hybrid";
  const isAuction = offer === "auction" || offer === "hybrid";
  if (!isPriced && !isAuction && offer !== "free") errors.offer = "Choose how it is sold.";
  const form = {
    ...textsOf(fields),
    ...readProvenance(fields, errors),
    pricing_type: isAuction ? offer : "buy_it_now",
    price_cents: isPriced ? readAmount(fields, "price_cents", errors) : 0,
    auction: isAuction ? readAuction(fields, errors) : null,
    plans: offer === "buy_it_now" ? readPlans(fields, errors) : [],
    trial: offer === "buy_it_now" ? readTrial(fields, errors) : null,
    distributions: fields.distributions === "coarse" ? "coarse" : "full",
  };
  return { form, errors };
}

/** The terms that may change while the listing is on sale. The kind of sale stays the same. */
export function readSaleTerms(fields: TermFields, listing: ListingView): Read {
  const errors = textErrors(fields);
  const form = { ...textsOf(fields), ...readProvenance(fields, errors) };
  if (!mayPriceChange(listing)) return { form, errors };
  const price_cents = readAmount(fields, "price_cents", errors);
  const plans = mayHavePlans(listing)
    ? { plans: readPlans(fields, errors), trial: readTrial(fields, errors) }
    : {};
  return { form: { ...form, price_cents, ...plans }, errors };
}

/** Only a fixed price can have plans next to it. */
export function mayHavePlans({ pricing_type: type, price_cents: price }: ListingView): boolean {
  return type === "buy_it_now" && price > 0;
}

function planFieldsOf({ plans }: ListingView) {
  const of = (interval: PlanInterval) => plans.find((plan) => plan.interval === interval);
  const trialDays = Math.max(0, ...plans.map(({ trial_days }) => trial_days));
  return {
    plan_month: amountInput(of("month")?.price_cents ?? null),
    plan_year: amountInput(of("year")?.price_cents ?? null),
    trial_days: trialDays === 0 ? "" : String(trialDays),
  };
}

function readPlans(fields: TermFields, errors: FieldErrors): Plan[] {
  const { trial_days: days } = fields;
  const trialDays = days === "" ? 0 : Number(days);
  if (!/^\d{0,2}$/.test(days) || trialDays > TRIAL_DAYS_MAX) {
    errors.trial_days = `Enter at most ${TRIAL_DAYS_MAX} days, or nothing.`;
  }
  return planIntervals.flatMap((interval) => {
    const name = `plan_${interval}` as const;
    if (fields[name] === "") return [];
    return [{ interval, price_cents: readAmount(fields, name, errors), trial_days: trialDays }];
  });
}

function trialFieldsOf({ trial }: ListingView) {
  return {
    trial_rows: trial === null ? "" : String(trial.rows),
    trial_price: amountInput(trial?.price_cents ?? null),
  };
}

/** Null: both fields are empty. */
function readTrial(fields: TermFields, errors: FieldErrors): Trial | null {
  const { trial_rows: rows, trial_price: price } = fields;
  if (rows === "" && price === "") return null;
  const count = /^\d{1,6}$/.test(rows) ? Number(rows) : 0;
  if (count < TRIAL_ROWS_MIN || count > TRIAL_ROWS_MAX) {
    const most = TRIAL_ROWS_MAX.toLocaleString("en");
    errors.trial_rows = `Enter ${TRIAL_ROWS_MIN} to ${most} rows, or leave both fields empty.`;
  }
  return { rows: count, price_cents: readAmount(fields, "trial_price", errors) };
}

/** A free listing stays free, and an auction has no fixed price. */
export function mayPriceChange({ pricing_type: type, price_cents: price }: ListingView): boolean {
  return type !== "auction" && price > 0;
}

/** The use case's faults, by the name of their field. */
export function termErrors(error: unknown): FieldErrors {
  if (!(error instanceof MarketError)) return formErrors(error);
  const faults = error.faults.map(({ pointer, detail, ...fault }) => ({
    ...fault,
    pointer: fieldPointer(pointer),
    detail: namedColumn(pointer) + detail,
  }));
  return formErrors(new MarketError(error.code, error.message, { faults }));
}

/** `/auction/ends_at` is the field `ends_at`. */
export function fieldPointer(pointer: string): string {
  const [, first = "", second] = pointer.split("/");
  if (first === "plans") return "/plan_month";
  if (first === "trial") return second === "price_cents" ? "/trial_price" : "/trial_rows";
  if (first === "auction") return `/${second ?? "offer"}`;
  return first === "pricing_type" ? "/offer" : `/${first}`;
}

function textErrors(fields: TermFields): FieldErrors {
  const { title, description } = fields;
  const errors = lengthErrors(fields);
  if (title === "") errors.title = "Enter a title.";
  if (description === "") errors.description = "Describe the rows and their origin.";
  return errors;
}

/** Checks lengths before the costly work: rendering the description and checking each tag. */
export function lengthErrors({ description, tags }: TermFields): FieldErrors {
  const errors: FieldErrors = {};
  if (isLonger(description, DESCRIPTION_CHARS_MAX))
    errors.description = `May have at most ${DESCRIPTION_CHARS_MAX} characters.`;
  if (isLonger(tags, TAGS_FIELD_CHARS_MAX))
    errors.tags = `Write at most ${TAGS_MAX} tags of ${TAG_CHARS_MAX} characters.`;
  return errors;
}

function textsOf({ title, description, category, tags, license }: TermFields) {
  return {
    title,
    description,
    category,
    // Longer input is already refused, and each tag would cost a check.
    tags: firstCharacters(tags, TAGS_FIELD_CHARS_MAX)
      .split(/[,;\n]+/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    license: license === "" ? null : license,
  };
}

function readAuction(fields: TermFields, errors: FieldErrors) {
  const { reserve_price_cents: reserve, starts_at: starts, ends_at: ends, licenses } = fields;
  if (ends === "") errors.ends_at = "Say when bidding ends, in UTC.";
  if (!/^\d{1,6}$/.test(licenses)) errors.licenses = "Enter a whole number such as 1.";
  return {
    start_price_cents: readAmount(fields, "start_price_cents", errors),
    reserve_price_cents: reserve === "" ? null : readAmount(fields, "reserve_price_cents", errors),
    licenses: Number(licenses),
    starts_at: starts === "" ? null : instantOf(starts),
    ends_at: instantOf(ends),
  };
}

/**
 * Reads a browser's date-time field as UTC. Returns invalid input unchanged, for the schema to
 * refuse.
 */
function instantOf(text: string): string {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.test(text) ? `${text.replace(" ", "T")}:00Z` : text;
}

type AmountName =
  | "price_cents"
  | "plan_month"
  | "plan_year"
  | "trial_price"
  | "start_price_cents"
  | "reserve_price_cents";

/** Reports errors in the units that the person typed; the schema would name cents. */
function readAmount(fields: TermFields, name: AmountName, errors: FieldErrors): number {
  const cents = parseAmountCents(fields[name]);
  const isFit = cents !== null && cents >= PAID_PRICE_CENTS_MIN && cents <= PRICE_CENTS_MAX;
  if (isFit) return cents;
  const least = majorUnits(PAID_PRICE_CENTS_MIN);
  const most = (PRICE_CENTS_MAX / 100).toLocaleString("en", { minimumFractionDigits: 2 });
  errors[name] = `Enter an amount from ${least} to ${most}, such as 25 or 12.50.`;
  return 0;
}
