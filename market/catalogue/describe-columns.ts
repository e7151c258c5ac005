/** Adds descriptions to a dataset's columns: the seller's, or else those of the upload's data dictionary. */
import type { DatasetStructure } from "../../db/queries/catalogue/catalogue.ts";
import type { ColumnDescriptions } from "../../db/vocabulary/listing.ts";
import type { Profile } from "../profile/schemas.ts";
import { readDictionaries } from "./column-dictionary.ts";
import { descriptionOf } from "./croissant-provenance.ts";
import type { DatasetDetail } from "./schemas.ts";

type Described = Pick<DatasetDetail, "columns" | "tables" | "documents">;

export function describeColumns({
  described,
  dictionaries,
  ...structure
}: DatasetStructure): Described {
  const columns = structure.columns as DatasetDetail["columns"];
  const names = columns.map(({ name }) => name);
  const all = { ...readDictionaries(dictionaries, names), ...described };
  if (Object.keys(all).length === 0) return { ...structure, columns };
  return {
    ...structure,
    columns: columns.map((column) => {
      const description = descriptionOf(column.name, all);
      return description === undefined ? column : { ...column, description };
    }),
  };
}

/** The same for a whole profile. */
export function describedBy(
  profile: Profile | null,
  described: ColumnDescriptions | null,
): ColumnDescriptions {
  const texts = (profile?.documents ?? []).filter(({ kind }) => kind === "dictionary");
  const names = (profile?.columns ?? []).map(({ name }) => name);
  const read = readDictionaries(
    texts.map(({ text }) => text),
    names,
  );
  return { ...read, ...described };
}
