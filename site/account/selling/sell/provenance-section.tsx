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
      <summary>Where the data come from, and what columns mean (optional)</summary>
      <div class="stack-m folded">
        <SourceFields common={common} />
        <TextField
          {...common("license_url")}
          hint="Beside a licence, or instead of one. It is part of what buyers are licensed."
          maxlength={WEB_ADDRESS_CHARS_MAX}
        />
        <TextArea
          {...common("column_descriptions")}
          hint={
            "A line a column: its name, a colon, and what it holds, with the unit. " +
            "temp_max: Highest temperature of the day, in °C. Of columns that you leave out, " +
            "a data dictionary in the upload is asked."
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
        hint="The address of where the data come from, such as https://www.ncei.noaa.gov/."
        maxlength={WEB_ADDRESS_CHARS_MAX}
      />
      <TextArea {...common("citation")} maxlength={CITATION_CHARS_MAX} rows={2} />
      <TextArea
        {...common("collection_method")}
        hint="By whom or what, where and when the rows were measured or written down."
        maxlength={COLLECTION_METHOD_CHARS_MAX}
        rows={3}
      />
      <SelectField
        {...common("update_frequency")}
        options={[
          ["", "Not said"],
          ...updateFrequencies.map((often): [string, string] => [often, frequencyWords[often]]),
        ]}
      />
    </>
  );
}
