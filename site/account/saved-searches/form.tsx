import { mailRhythms } from "../../../db/vocabulary/saved-search.ts";
import { SEARCH_QUERY_CHARS_MAX } from "../../../market/limits.ts";
import { SAVED_SEARCH_NAME_CHARS_MAX } from "../../../market/saved-search/limits.ts";
import { categories } from "../../../market/vocabulary.ts";
import { ChoiceField, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import type { Frame } from "../frame.tsx";
import { filterNames, type SearchFields } from "./fields.ts";
import { rhythmWords } from "./words.ts";

export const searchLabels: Record<keyof SearchFields, string> = {
  name: "Name",
  query: "Words",
  category: "Category",
  format: "Format",
  columns: "Columns",
  max_price: "Price up to",
  free: "Price",
  license: "Licence",
  covers_from: "Data from",
  covers_to: "Data to",
  country: "Country",
  min_rows: "Rows, at least",
  more: "Other filters",
  mail: "E-mails",
};

export type SearchFormProps = {
  frame: Frame;
  fields: SearchFields;
  errors: FieldErrors;
  currency: string;
};

const hints: Partial<Record<keyof SearchFields, string>> = {
  columns: "Separated by commas, such as lat:latitude, price.",
  format: "Separated by commas, such as csv, parquet.",
  license: "SPDX, such as CC-BY-4.0, or allows-commercial-use.",
  covers_from: "A year, a month or a day, such as 2015.",
  covers_to: "A year, a month or a day, such as 2019-06.",
  country: "Separated by commas, such as DE, Austria.",
  max_price: "Such as 9.99.",
  min_rows: "Such as 1000.",
};

export function SearchFieldSet({ fields, errors, currency }: SearchFormProps): JSX.Element {
  return (
    <>
      <TextField
        name="query"
        label={searchLabels.query}
        hint="As in a search: words, “phrases”, -not. Filters in words work too, such as under 10 dollars."
        value={fields.query}
        maxlength={SEARCH_QUERY_CHARS_MAX}
        errors={errors}
      />
      <ChoiceField
        kind="checkbox"
        name="category"
        label={searchLabels.category}
        hint="Choose none to search all of them."
        choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={fields.category}
        errors={errors}
      />
      <div class="grid">
        {filterNames.map((name) => (
          <TextField
            name={name}
            label={
              name === "max_price"
                ? `${searchLabels[name]} (${currency.toUpperCase()})`
                : searchLabels[name]
            }
            {...hintOf(name)}
            value={fields[name]}
            errors={errors}
          />
        ))}
      </div>
      <ChoiceField
        kind="checkbox"
        name="free"
        label={searchLabels.free}
        choices={[{ value: "yes", label: "Only free datasets" }]}
        chosen={fields.free ? ["yes"] : []}
        errors={errors}
      />
      <TextField
        name="more"
        label={searchLabels.more}
        hint="As in a search's URL, such as language=de&max_bytes=1000000. The API reference lists all filters."
        value={fields.more}
        errors={errors}
      />
      <TextField
        name="name"
        label={searchLabels.name}
        hint="Shown in e-mails."
        value={fields.name}
        maxlength={SAVED_SEARCH_NAME_CHARS_MAX}
        required
        errors={errors}
      />
      <ChoiceField
        kind="radio"
        name="mail"
        label={searchLabels.mail}
        hint="Sent to your own address. All searches that are due share one e-mail."
        choices={mailRhythms.map((rhythm) => ({ value: rhythm, ...rhythmWords[rhythm] }))}
        chosen={[fields.mail]}
        errors={errors}
      />
    </>
  );
}

function hintOf(name: keyof SearchFields): { hint?: string } {
  const hint = hints[name];
  return hint === undefined ? {} : { hint };
}
