import {
  COLLECTION_DESCRIPTION_CHARS_MAX,
  COLLECTION_TITLE_CHARS_MAX,
} from "../../../market/collection/limits.ts";
import { ChoiceField, SelectField, TextArea, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import type { CollectionFields } from "./use-cases.ts";

export const collectionLabels = {
  title: "Title",
  description: "Description",
  visibility: "Who sees it",
  seller_id: "Curator",
};

export type CollectionFormProps = {
  fields: CollectionFields;
  errors: FieldErrors;
  /** The sellers that it may name. */
  sellers: { id: string; name: string }[];
};

export function CollectionFieldSet({ fields, errors, sellers }: CollectionFormProps): JSX.Element {
  return (
    <>
      <TextField
        name="title"
        label={collectionLabels.title}
        value={fields.title}
        maxlength={COLLECTION_TITLE_CHARS_MAX}
        required
        errors={errors}
      />
      <TextArea
        name="description"
        label={collectionLabels.description}
        hint="What belongs in it, and for whom. Plain text."
        value={fields.description}
        maxlength={COLLECTION_DESCRIPTION_CHARS_MAX}
        rows={4}
        errors={errors}
      />
      <ChoiceField
        kind="radio"
        name="visibility"
        label={collectionLabels.visibility}
        choices={[
          { value: "private", label: "Only you and your agents" },
          { value: "public", label: "Everybody", hint: "It has a page that others can follow." },
        ]}
        chosen={[fields.visibility]}
        errors={errors}
      />
      {sellers.length > 0 && (
        <SelectField
          name="seller_id"
          label={collectionLabels.seller_id}
          hint="The seller whose page shows it once it is public."
          value={fields.seller_id}
          options={[
            ["", "No seller"],
            ...sellers.map(({ id, name }): [string, string] => [id, name]),
          ]}
          errors={errors}
        />
      )}
    </>
  );
}
