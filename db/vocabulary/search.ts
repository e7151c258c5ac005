/**
 * One column that is asked for. A listing has it if a column is called `name`, or if it has one of
 * the `facts` (`column_facts` in SQL). Both are in lower case.
 */
export type ColumnAsk = {
  /** The whole text as a name, for names that hold a colon themselves; null for `:latitude`. */
  name: string | null;
  facts: string[];
};

export type EmbeddedColumn = { name: string; semanticType: string | null };
