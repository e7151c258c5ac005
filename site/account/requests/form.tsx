import { FORMAT_HINT_CHARS_MAX, PRICE_CENTS_MAX, TITLE_CHARS_MAX } from "../../../market/limits.ts";
import {
  DATA_REQUEST_COLUMN_CHARS_MAX,
  DATA_REQUEST_COLUMNS_MAX,
  DATA_REQUEST_COVERAGE_CHARS_MAX,
  DATA_REQUEST_DAYS_DEFAULT,
  DATA_REQUEST_DAYS_MAX,
  DATA_REQUEST_DESCRIPTION_CHARS_MAX,
  DATA_REQUEST_FORMATS_MAX,
} from "../../../market/request/limits.ts";
import type { OwnDataRequestView } from "../../../market/request/schemas.ts";
import { categories } from "../../../market/vocabulary.ts";
import { parseAmountCents } from "../../kit/amount.ts";
import { SelectField, TextArea, TextField } from "../../kit/fields.tsx";
import { type FieldErrors, textOf } from "../../kit/form.ts";
import { amountInput } from "../../kit/format.ts";
import type { Frame } from "../frame.tsx";

export const requestFieldNames = [
  "title",
  "description",
  "category",
  "columns",
  "formats",
  "min_rows",
  "period",
  "place",
  "budget_cents",
  "expires_at",
] as const;
/** Of its bounty, without its conditions and its card. */
export const bountyFieldNames: readonly string[] = ["prize_cents", "winners", "mode"];
type FieldName = (typeof requestFieldNames)[number];

/** The field values as text, so that the page can show the input again after an error. */
export type RequestFields = Record<FieldName, string>;

/** The values from the fields, for the use case's schema to check. */
export type RequestForm = {
  title: string;
  description: string;
  category: string | null;
  columns: string[];
  formats: string[];
  min_rows: number | null;
  period: string | null;
  place: string | null;
  budget_cents: number | null;
  expires_at?: string;
};

export const requestLabels: RequestFields = {
  title: "What are you looking for?",
  description: "Description",
  category: "Category",
  columns: "Columns",
  formats: "File formats",
  min_rows: "Rows, at least",
  period: "Time covered",
  place: "Place covered",
  budget_cents: "Budget",
  expires_at: "Open until",
};

export type RequestFormProps = {
  frame: Frame;
  currency: string;
  fields: RequestFields;
  errors: FieldErrors;
};

export const emptyRequestFields = Object.fromEntries(
  requestFieldNames.map((name) => [name, ""]),
) as RequestFields;

export function requestFieldsOf(request: OwnDataRequestView): RequestFields {
  return {
    title: request.title,
    description: request.description,
    category: request.category ?? "",
    columns: request.columns.join("\n"),
    formats: request.formats.join(", "),
    min_rows: request.min_rows === null ? "" : String(request.min_rows),
    period: request.period ?? "",
    place: request.place ?? "",
    budget_cents: amountInput(request.budget_cents),
    expires_at: request.expires_at.slice(0, 10),
  };
}

export function readRequestFields(form: URLSearchParams): RequestFields {
  return Object.fromEntries(
    requestFieldNames.map((name) => [name, textOf(form, name).trim()]),
  ) as RequestFields;
}

/**
 * The values in the fields, and the errors that this page can find by itself. Leaves out the end
 * date if it is empty or equals `unchangedDay`.
 */
export function readRequest(
  fields: RequestFields,
  unchangedDay = "",
): { form: RequestForm; errors: FieldErrors } {
  const errors: FieldErrors = {};
  if (fields.title === "") errors.title = "Use a few words, as in a search.";
  if (fields.description === "") errors.description = "Describe what you need the data for.";
  const textOrNull = (text: string) => (text === "" ? null : text);
  const day = fields.expires_at;
  const end = day === "" || day === unchangedDay ? {} : { expires_at: endOfDay(day) };
  const form = {
    title: fields.title,
    description: fields.description,
    category: textOrNull(fields.category),
    columns: partsOf(fields.columns, /\n/),
    formats: partsOf(fields.formats, /[\s,;]+/),
    min_rows: readRows(fields.min_rows, errors),
    period: textOrNull(fields.period),
    place: textOrNull(fields.place),
    budget_cents: readBudget(fields.budget_cents, errors),
    ...end,
  };
  return { form, errors };
}

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function readRows(text: string, errors: FieldErrors): number | null {
  if (text === "") return null;
  const plain = text.replaceAll(",", "");
  if (/^\d{1,15}$/.test(plain)) return Number(plain);
  errors.min_rows = "Enter a whole number such as 10000, or leave it empty.";
  return null;
}

/** Reports errors in the units that the person typed; the schema would name cents. */
function readBudget(text: string, errors: FieldErrors): number | null {
  if (text === "") return null;
  const cents = parseAmountCents(text);
  if (cents !== null && cents <= PRICE_CENTS_MAX) return cents;
  const most = (PRICE_CENTS_MAX / 100).toLocaleString("en", { minimumFractionDigits: 2 });
  errors.budget_cents = `Enter an amount from 0 to ${most}, such as 25 or 12.50, or leave it empty.`;
  return null;
}

/** The last moment of a day, UTC. Returns invalid input unchanged, for the schema to refuse. */
function endOfDay(day: string): string {
  return `${day}T23:59:59Z`;
}

/** The properties that every field shares, by field name. */
function commonOf(fields: RequestFields, errors: FieldErrors) {
  return (name: FieldName) => ({ name, label: requestLabels[name], value: fields[name], errors });
}

export function RequestFieldSet(props: Omit<RequestFormProps, "frame">): JSX.Element {
  const { currency, fields, errors } = props;
  const common = commonOf(fields, errors);
  return (
    <>
      <TextField
        {...common("title")}
        hint="As in a search, such as “Hourly weather of Seattle”."
        maxlength={TITLE_CHARS_MAX}
        required
      />
      <TextArea
        {...common("description")}
        hint="Plain text. Everybody can read it: do not name people or secrets."
        maxlength={DATA_REQUEST_DESCRIPTION_CHARS_MAX}
        required
      />
      <TextField
        {...common("budget_cents")}
        label={`${requestLabels.budget_cents} (${currency.toUpperCase()})`}
        hint="The most that you will pay for one dataset. Sellers see it. Empty: not stated."
        inputmode="decimal"
        maxlength={16}
      />
      <SelectField
        {...common("category")}
        options={[["", "Any"], ...categories.map(({ id, name }): [string, string] => [id, name])]}
      />
      <WishFields {...{ fields, errors }} />
      <TextField
        {...common("expires_at")}
        hint={`Until the end of that day, UTC; less than ${DATA_REQUEST_DAYS_MAX} days from now. Empty for a new request: ${DATA_REQUEST_DAYS_DEFAULT} days.`}
        type="date"
      />
    </>
  );
}

function WishFields(props: { fields: RequestFields; errors: FieldErrors }): JSX.Element {
  const { fields, errors } = props;
  const common = commonOf(fields, errors);
  return (
    <>
      <TextArea
        {...common("columns")}
        hint={`One name per line, or a name and its meaning, such as lat:latitude. At most ${DATA_REQUEST_COLUMNS_MAX}.`}
        maxlength={DATA_REQUEST_COLUMNS_MAX * (DATA_REQUEST_COLUMN_CHARS_MAX + 2)}
      />
      <div class="fields">
        <TextField
          {...common("formats")}
          hint="Any of these formats, such as csv, parquet."
          maxlength={DATA_REQUEST_FORMATS_MAX * (FORMAT_HINT_CHARS_MAX + 2)}
        />
        <TextField {...common("min_rows")} hint="A whole number." maxlength={20} />
        <TextField
          {...common("period")}
          hint="In words, such as 2020 to 2025."
          maxlength={DATA_REQUEST_COVERAGE_CHARS_MAX}
        />
        <TextField
          {...common("place")}
          hint="In words, such as Seattle, USA."
          maxlength={DATA_REQUEST_COVERAGE_CHARS_MAX}
        />
      </div>
    </>
  );
}
