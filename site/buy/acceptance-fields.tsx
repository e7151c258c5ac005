/** Conditions of a purchase, as a person states them. */
import { z } from "zod";
import {
  ACCEPTANCE_COLUMN_CHARS_MAX,
  ACCEPTANCE_COLUMNS_MAX,
  ACCEPTANCE_SQL_CHARS_MAX,
} from "../../market/acceptance/limits.ts";
import {
  type AcceptanceChoice,
  type AcceptanceTerms,
  acceptanceTerms,
} from "../../market/acceptance/schemas.ts";
import { ChoiceField, TextArea, TextField } from "../kit/fields.tsx";
import { type FieldErrors, parseForm, textOf } from "../kit/form.ts";
import { TermsList } from "../kit/terms-list.tsx";

export type AcceptanceForm = {
  rows: string;
  complete: string;
  unique: string;
  sql: string;
  isPromised: boolean;
};

export const noAcceptance: AcceptanceForm = {
  rows: "",
  complete: "",
  unique: "",
  sql: "",
  isPromised: false,
};

export const acceptanceLabels = {
  acceptance_rows: "Minimum number of rows",
  acceptance_complete: "Columns without missing values",
  acceptance_unique: "Columns without duplicates",
  acceptance_sql: "SQL condition that must be true",
  acceptance: "Conditions",
};

export function AcceptanceFields(props: {
  form: AcceptanceForm;
  errors: FieldErrors;
  /** What the seller promises about the file. */
  contract: AcceptanceTerms | null;
}): JSX.Element {
  const { form, errors, contract } = props;
  const isUsed = Object.values(form).some((value) => value !== "" && value !== false);
  const charsMax = ACCEPTANCE_COLUMN_CHARS_MAX;
  return (
    <details class="card" id="acceptance" open={isUsed}>
      <summary>Pay only if the file passes your checks (optional)</summary>
      <div class="stack-m">
        <p class="small muted">
          After your payment we check the whole file before anybody can download it. If all
          conditions hold, the seller is paid at once. If one fails, you are refunded.
        </p>
        {contract !== null && (
          <>
            <ChoiceField
              kind="checkbox"
              name="acceptance_promised"
              label="What the seller promises"
              choices={[{ value: "true", label: "Check this again; it replaces the fields below" }]}
              chosen={form.isPromised ? ["true"] : []}
              errors={errors}
            />
            <TermsList terms={contract} />
          </>
        )}
        <TextField
          name="acceptance_rows"
          label={acceptanceLabels.acceptance_rows}
          value={form.rows}
          errors={errors}
        />
        <TextField
          name="acceptance_complete"
          label={acceptanceLabels.acceptance_complete}
          hint="Names, separated by commas."
          value={form.complete}
          maxlength={charsMax}
          errors={errors}
        />
        <TextField
          name="acceptance_unique"
          label={acceptanceLabels.acceptance_unique}
          hint="Names, separated by commas."
          value={form.unique}
          maxlength={charsMax}
          errors={errors}
        />
        <TextArea
          name="acceptance_sql"
          label={acceptanceLabels.acceptance_sql}
          hint="For example: SELECT max(day) >= {today} - 1 FROM {object}"
          value={form.sql}
          rows={3}
          maxlength={ACCEPTANCE_SQL_CHARS_MAX}
          errors={errors}
        />
      </div>
    </details>
  );
}

export function readAcceptance(form: URLSearchParams): AcceptanceForm {
  return {
    rows: textOf(form, "acceptance_rows"),
    complete: textOf(form, "acceptance_complete"),
    unique: textOf(form, "acceptance_unique"),
    sql: textOf(form, "acceptance_sql"),
    isPromised: form.get("acceptance_promised") === "true",
  };
}

const namesOf = (text: string) => [
  ...new Set(
    text
      .split(",", ACCEPTANCE_COLUMNS_MAX + 1)
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];

/** Undefined: no condition. Errors: invalid_request. */
export function termsOf({
  rows,
  complete,
  unique,
  sql,
  isPromised,
}: AcceptanceForm): AcceptanceChoice | undefined {
  if (isPromised) return { promised: true };
  const required = namesOf(complete);
  const distinct = namesOf(unique);
  const quality = [
    ...(rows.trim() === ""
      ? []
      : [{ metric: "rowCount", mustBeGreaterOrEqualTo: Number(rows.replaceAll(/[\s,]/g, "")) }]),
    ...(sql.trim() === "" ? [] : [{ type: "sql", query: sql, mustBe: true }]),
  ];
  const properties = [...new Set([...required, ...distinct])].map((name) => ({
    name,
    required: required.includes(name),
    unique: distinct.includes(name),
  }));
  if (quality.length + properties.length === 0) return undefined;
  const given = { acceptance: { schema: [{ quality, properties }] } };
  return parseForm(acceptanceOnly, given).acceptance;
}

const acceptanceOnly = z.strictObject({ acceptance: acceptanceTerms });
