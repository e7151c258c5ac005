/**
 * A requested column. A listing has it if a column is named `name`, or has one of the `facts`
 * (`column_facts` in SQL). Both are in lower case.
 */
export type ColumnAsk = {
  /** The whole text as a name, for names that contain a colon; null for `:latitude`. */
  name: string | null;
  facts: string[];
};

export type EmbeddedColumn = { name: string; semanticType: string | null };
