/** The fields of an acceptance contract: for a purchase, a bid, a subscription, or what a seller promises. */
import { escapeHtml } from "@kitajs/html";
import {
  ACCEPTANCE_COLUMN_CHARS_MAX,
  ACCEPTANCE_SKETCH_VALUES_MIN,
  ACCEPTANCE_SQL_CHARS_MAX,
  ACCEPTANCE_TEXT_CHARS_MAX,
} from "../../market/acceptance/limits.ts";
import type { AcceptanceTerms } from "../../market/acceptance/schemas.ts";
import { ChoiceField, TextArea, TextField } from "./fields.tsx";
import type { FieldErrors } from "./form.ts";
import {
  isTermsFormUsed,
  KEYS_CHARS_MAX,
  noTerms,
  TERMS_JSON_CHARS_MAX,
  type TermsForm,
  termsField,
} from "./terms-form.ts";
import { TermsList } from "./terms-list.tsx";

const fileLabels = {
  table: "Table",
  rows: "Minimum number of rows",
  rows_max: "Maximum number of rows",
  keys_column: "Column with your values",
  keys_percent: "Minimum share found (%)",
  keys: "Your values",
  sql: "SQL condition that must be true",
  json: "Contract as JSON",
};

const columnLabels = {
  column: "Column",
  missing: "Maximum missing values (%)",
  from: "Minimum value",
  to: "Maximum value",
  days: "Maximum age of the newest date (days)",
  unique: "Duplicates",
};

/** For the list of a form's errors. */
export const termsLabels: Record<string, string> = {
  acceptance: "Conditions",
  ...Object.fromEntries(
    Object.entries(fileLabels).map(([name, label]) => [termsField(name), label]),
  ),
  ...Object.fromEntries(
    noTerms.columns.flatMap((_, at) =>
      Object.entries(columnLabels).map(([name, label]) => [
        termsField(name, at),
        name === "column" ? `${label} ${at + 1}` : `${label} (column ${at + 1})`,
      ]),
    ),
  ),
};

const shownColumns = 2;

type TermsProps = {
  form: TermsForm;
  errors: FieldErrors;
  summary: string;
  /** What the conditions lead to. */
  lead: string;
  /** What the seller promises about the file, which can be chosen instead. */
  contract?: AcceptanceTerms | null;
  /** Suggestions for names of columns. */
  columns?: readonly string[];
  /** Names of the file's tables, if it has several. */
  tables?: readonly string[];
  /** A seller has no values of their own to find. */
  hasKeys?: boolean;
  /** Within a card. */
  isPlain?: boolean;
};

type Part = Pick<TermsProps, "form" | "errors"> & { list: string | undefined };

/** Works without script: further columns and JSON are folded. */
export function TermsFields(props: TermsProps): JSX.Element {
  const { form, errors, contract = null, columns = [], tables = [], hasKeys = true } = props;
  const isOpen = isTermsFormUsed(form) || Object.keys(errors).some(isTermsError);
  const list = columns.length === 0 ? undefined : "acceptance_columns";
  const part = { form, errors, list };
  return (
    <details class={props.isPlain ? undefined : "card"} id="acceptance" open={isOpen}>
      <summary safe>{props.summary}</summary>
      <div class="stack-m folded">
        <p class="small muted" safe>
          {props.lead}
        </p>
        {list !== undefined && <Names id={list} names={columns} />}
        {tables.length > 0 && <Names id="acceptance_tables" names={tables} />}
        {contract !== null && <Promised contract={contract} {...{ form, errors }} />}
        <FileTerms {...part} hasTables={tables.length > 0 || form.table !== ""} />
        <ColumnsTerms {...part} />
        {hasKeys && <KeysTerms {...part} />}
        <OtherTerms {...part} />
      </div>
    </details>
  );
}

const isTermsError = (name: string) => name === "acceptance" || name.startsWith(termsField(""));

function Names({ id, names }: { id: string; names: readonly string[] }): JSX.Element {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option value={escapeHtml(name)} />
      ))}
    </datalist>
  );
}

function Promised(props: Pick<TermsProps, "form" | "errors"> & { contract: AcceptanceTerms }) {
  const { form, errors, contract } = props;
  return (
    <>
      <ChoiceField
        kind="checkbox"
        name={termsField("promised")}
        label="What the seller promises"
        choices={[{ value: "true", label: "Check this again; it replaces the fields below" }]}
        chosen={form.isPromised ? ["true"] : []}
        errors={errors}
      />
      <TermsList terms={contract} />
    </>
  );
}

function FileTerms({ form, errors, hasTables }: Part & { hasTables: boolean }): JSX.Element {
  return (
    <div class="fields">
      {hasTables && (
        <TextField
          name={termsField("table")}
          label={fileLabels.table}
          hint="Empty: the file's first table."
          value={form.table}
          maxlength={ACCEPTANCE_COLUMN_CHARS_MAX}
          list="acceptance_tables"
          errors={errors}
        />
      )}
      <NumberField name="rows" label={fileLabels.rows} value={form.rows} errors={errors} />
      <NumberField
        name="rows_max"
        label={fileLabels.rows_max}
        value={form.rowsMax}
        errors={errors}
      />
    </div>
  );
}

function NumberField(props: { name: string; label: string; value: string; errors: FieldErrors }) {
  return (
    <TextField
      {...props}
      name={termsField(props.name)}
      inputmode="decimal"
      maxlength={ACCEPTANCE_TEXT_CHARS_MAX}
    />
  );
}

function ColumnsTerms(part: Part): JSX.Element {
  const { form, errors } = part;
  const further = noTerms.columns.map((_, at) => at).slice(shownColumns);
  const isOpen = further.some((at) => {
    const { column, ...terms } = form.columns[at] ?? {};
    const hasError = Object.keys(errors).some((name) => name.endsWith(`_${at + 1}`));
    return (
      hasError || column || Object.values(terms).some((value) => value !== "" && value !== false)
    );
  });
  return (
    <>
      {noTerms.columns.slice(0, shownColumns).map((_, at) => (
        <ColumnFields {...part} at={at} />
      ))}
      <details open={isOpen}>
        <summary>Conditions on more columns</summary>
        <div class="stack-m folded">
          {further.map((at) => (
            <ColumnFields {...part} at={at} />
          ))}
        </div>
      </details>
    </>
  );
}

function ColumnFields({ form, errors, list, at }: Part & { at: number }): JSX.Element {
  const terms = form.columns[at] ?? noTerms.columns[0];
  if (terms === undefined) return "";
  const field = (name: Exclude<keyof typeof columnLabels, "unique">) => ({
    name: termsField(name, at),
    label: columnLabels[name],
    value: terms[name],
    maxlength: name === "column" ? ACCEPTANCE_COLUMN_CHARS_MAX : ACCEPTANCE_TEXT_CHARS_MAX,
    errors,
  });
  return (
    <fieldset class="field term">
      <legend safe>{`Column ${at + 1}`}</legend>
      <div class="fields">
        <TextField {...field("column")} label="Name" list={list} />
        <TextField {...field("missing")} inputmode="decimal" />
        <TextField {...field("from")} />
        <TextField {...field("to")} />
        <TextField {...field("days")} inputmode="decimal" />
        <ChoiceField
          kind="checkbox"
          name={termsField("unique", at)}
          label={columnLabels.unique}
          choices={[{ value: "true", label: "No value twice" }]}
          chosen={terms.unique ? ["true"] : []}
          errors={errors}
        />
      </div>
    </fieldset>
  );
}

function KeysTerms({ form, errors, list }: Part): JSX.Element {
  const { keysColumn, keysPercent, keys } = form;
  return (
    <details open={keysColumn !== "" || keysPercent !== "" || keys !== ""}>
      <summary>Your own values that must be in the file</summary>
      <div class="stack-m folded">
        <div class="fields">
          <TextField
            name={termsField("keys_column")}
            label={fileLabels.keys_column}
            value={keysColumn}
            maxlength={ACCEPTANCE_COLUMN_CHARS_MAX}
            list={list}
            errors={errors}
          />
          <NumberField
            name="keys_percent"
            label={fileLabels.keys_percent}
            value={keysPercent}
            errors={errors}
          />
        </div>
        <TextArea
          name={termsField("keys")}
          label={fileLabels.keys}
          hint={`One in each line, at least ${ACCEPTANCE_SKETCH_VALUES_MIN} different ones. We keep only hashes of them, and the seller does not see those.`}
          value={keys}
          rows={4}
          maxlength={KEYS_CHARS_MAX}
          errors={errors}
        />
      </div>
    </details>
  );
}

function OtherTerms({ form, errors }: Part): JSX.Element {
  return (
    <>
      <details open={form.sql !== "" || errors[termsField("sql")] !== undefined}>
        <summary>A condition in SQL</summary>
        <div class="folded">
          <TextArea
            name={termsField("sql")}
            label={fileLabels.sql}
            hint="For example: SELECT max(day) >= {today} - 1 FROM {object}"
            value={form.sql}
            rows={3}
            maxlength={ACCEPTANCE_SQL_CHARS_MAX}
            errors={errors}
          />
        </div>
      </details>
      <details open={form.json !== "" || errors[termsField("json")] !== undefined}>
        <summary>All conditions as JSON, instead of the fields</summary>
        <div class="folded">
          <TextArea
            name={termsField("json")}
            label={fileLabels.json}
            hint={
              "The schema of an Open Data Contract. For example: " +
              '{"schema": [{"quality": [{"metric": "rowCount", "mustBeGreaterOrEqualTo": 1000}]}]}'
            }
            value={form.json}
            rows={6}
            maxlength={TERMS_JSON_CHARS_MAX}
            errors={errors}
          />
        </div>
      </details>
    </>
  );
}
