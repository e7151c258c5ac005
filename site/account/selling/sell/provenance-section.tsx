/** The collapsible part of a listing's terms: provenance and column descriptions. */
import { updateFrequencies } from "../../../../db/vocabulary/listing.ts";
import {
  CITATION_CHARS_MAX,
  COLLECTION_METHOD_CHARS_MAX,
  WEB_ADDRESS_CHARS_MAX,
} from "../../../../market/listing/limits.ts";
import { frequencyWords } from "../../../catalogue/dataset/provenance.tsx";
import { SelectField, TextArea, TextField } from "../../../kit/fields.tsx";
import { COLUMN_LINES_CHARS_MAX } from "./column-lines.ts";
import { provenanceNames } from "./provenance-fields.ts";
import type { CommonField } from "./terms-fields.ts";

/** Open if a field has a value or an error. */
export function ProvenanceSection({ common }: { common: CommonField }): JSX.Element {
  const isOpen = provenanceNames
    .map((name) => common(name))
    .some(({ name, value, errors }) => value !== "" || errors[name] !== undefined);
  return (
    <details open={isOpen}>
      <summary>Origin and meaning of columns (optional)</summary>
      <div class="stack-m folded">
        <SourceFields common={common} />
        <TextField
          {...common("license_url")}
          hint="In addition to a licence, or instead of one. It is part of the buyers' licence."
          maxlength={WEB_ADDRESS_CHARS_MAX}
        />
        <TextArea
          {...common("column_descriptions")}
          hint={
            "One line per column: its name, a colon, and its meaning with the unit. " +
            "temp_max: Highest temperature of the day, in °C. For other columns, " +
            "a data dictionary in the upload is used."
          }
          maxlength={COLUMN_LINES_CHARS_MAX}
          rows={8}
        />
      </div>
    </details>
  );
}

function SourceFields({ common }: { common: CommonField }): JSX.Element {
  return (
    <>
      <TextField
        {...common("source_url")}
        hint="The URL of the data's source, such as https://www.ncei.noaa.gov/."
        maxlength={WEB_ADDRESS_CHARS_MAX}
      />
      <TextArea {...common("citation")} maxlength={CITATION_CHARS_MAX} rows={2} />
      <TextArea
        {...common("collection_method")}
        hint="Who or what measured or recorded the rows, where and when."
        maxlength={COLLECTION_METHOD_CHARS_MAX}
        rows={3}
      />
      <SelectField
        {...common("update_frequency")}
        options={[
          ["", "Not stated"],
          ...updateFrequencies.map((often): [string, string] => [often, frequencyWords[often]]),
        ]}
      />
    </>
  );
}
