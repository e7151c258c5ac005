/** The board's filters: their fields, how they are read from the address, and the form. */

import { dataRequestStates } from "../../db/vocabulary/request.ts";
import {
  BUDGET_CENTS_MAX,
  FORMAT_HINT_CHARS_MAX,
  SEARCH_NAMES_MAX,
  SEARCH_QUERY_CHARS_MAX,
} from "../../market/limits.ts";
import { majorUnits } from "../../market/pricing.ts";
import { DATA_REQUEST_COLUMN_CHARS_MAX } from "../../market/request/limits.ts";
import type { DataRequestsQuery } from "../../market/request/schemas.ts";
import { categories } from "../../market/vocabulary.ts";
import { parseAmountCents } from "../kit/amount.ts";
import { SelectField, TextField } from "../kit/fields.tsx";
import type { FieldErrors } from "../kit/form.ts";
import { requestStateWords } from "./words.ts";

const names = [
  "query",
  "category",
  "columns",
  "format",
  "min_budget",
  "posted_since",
  "expires_before",
  "status",
  "sort",
] as const;
type FilterName = (typeof names)[number];

/** The address's values as text, so that the form can show them again after an error. */
export type FilterFields = Record<FilterName, string>;

/** As in the API's query; unused filters are left out. */
export type BoardFilters = Partial<Omit<FilterFields, "min_budget"> & { min_budget_cents: string }>;

export const filterLabels: FilterFields = {
  query: "Words",
  category: "Category",
  columns: "Columns",
  format: "File format",
  min_budget: "Budget, at least",
  posted_since: "Posted since",
  expires_before: "Ends before",
  status: "State",
  sort: "Order",
};

const sortWords: Record<DataRequestsQuery["sort"], string> = {
  newest: "Newest first",
  budget: "Highest budget first",
  expiring: "Ending soonest first",
};

export function readFilterFields(url: URL): FilterFields {
  const text = (name: string) => (url.searchParams.get(name) ?? "").trim();
  const fields = Object.fromEntries(names.map((name) => [name, text(name)])) as FilterFields;
  const cents = text("min_budget_cents");
  if (fields.min_budget !== "" || !/^\d{1,9}$/.test(cents)) return fields;
  return { ...fields, min_budget: majorUnits(Number(cents)) };
}

/** The filters in the fields, and the errors that this page can find by itself. */
export function readFilters(fields: FilterFields): { filters: BoardFilters; errors: FieldErrors } {
  const { min_budget: amount, ...others } = fields;
  const given = Object.entries(others).filter(([, value]) => value !== "");
  const filters: BoardFilters = { ...Object.fromEntries(given), ...instantsOf(fields) };
  if (amount === "") return { filters, errors: {} };
  const cents = parseAmountCents(amount);
  if (cents !== null && cents <= BUDGET_CENTS_MAX) {
    return { filters: { ...filters, min_budget_cents: String(cents) }, errors: {} };
  }
  const errors = { min_budget: "Enter an amount such as 25 or 12.50, or leave it empty." };
  return { filters, errors };
}

/**
 * Dates become the start of that day, UTC. Other text is passed on; the schema refuses it unless it
 * is an instant.
 */
function instantsOf({ posted_since, expires_before }: FilterFields): BoardFilters {
  return {
    ...(posted_since === "" ? {} : { posted_since: instantOf(posted_since) }),
    ...(expires_before === "" ? {} : { expires_before: instantOf(expires_before) }),
  };
}

function instantOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}

export function FilterForm(props: {
  fields: FilterFields;
  errors: FieldErrors;
  currency: string;
}): JSX.Element {
  const { fields, errors, currency } = props;
  const common = (name: FilterName): CommonProps => ({
    name,
    label: filterLabels[name],
    value: fields[name],
    errors,
  });
  const isUsed = (name: FilterName) =>
    !["", unchosen[name]].includes(fields[name]) || errors[name] !== undefined;
  return (
    <search>
      <form class="card stack-m" method="get" action="/requests">
        <div class="fields wide">
          <TextField {...common("query")} type="search" maxlength={SEARCH_QUERY_CHARS_MAX} />
          <SelectField
            {...common("category")}
            options={[
              ["", "Any"],
              ...categories.map(({ id, name }): [string, string] => [id, name]),
            ]}
          />
          <SelectField {...common("sort")} options={Object.entries(sortWords)} />
        </div>
        <details open={moreNames.some(isUsed)}>
          <summary>More filters</summary>
          <MoreFields {...{ fields, common, currency }} />
        </details>
        <div class="actions">
          <button class="button primary" type="submit">
            Show
          </button>
          <a class="button plain" href="/requests">
            Clear
          </a>
        </div>
      </form>
    </search>
  );
}

/** Folded unless one is in use, because on a phone they would push the requests out of view. */
const moreNames = [
  "columns",
  "format",
  "min_budget",
  "posted_since",
  "expires_before",
  "status",
] as const;
/** The values shown and sent if the person chose nothing. */
const unchosen: Partial<FilterFields> = { status: "open" };

type CommonProps = { name: FilterName; label: string; value: string; errors: FieldErrors };

function MoreFields(props: {
  fields: FilterFields;
  common: (name: FilterName) => CommonProps;
  currency: string;
}): JSX.Element {
  const { fields, common, currency } = props;
  const states = dataRequestStates.filter((state) => state !== "removed");
  return (
    <div class="fields wide folded">
      <TextField
        {...common("columns")}
        hint="Any of these names, separated by commas."
        maxlength={(DATA_REQUEST_COLUMN_CHARS_MAX + 1) * SEARCH_NAMES_MAX}
      />
      <TextField {...common("format")} hint="Such as csv." maxlength={FORMAT_HINT_CHARS_MAX} />
      <TextField
        {...common("min_budget")}
        label={`${filterLabels.min_budget} (${currency.toUpperCase()})`}
        inputmode="decimal"
        maxlength={16}
      />
      <TextField {...common("posted_since")} type="date" />
      <TextField {...common("expires_before")} type="date" />
      <SelectField
        {...common("status")}
        value={fields.status || unchosen.status || ""}
        options={states.map((state) => [state, requestStateWords[state].label])}
      />
    </div>
  );
}
