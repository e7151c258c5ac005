/** The columns by which changes between versions are told beside other things. */
import { sql } from "drizzle-orm";
import type { RowChanges } from "../../../market/profile/drift/schemas.ts";
import { versionChanges } from "../../schema/index.ts";

/** Null where there is no row of changes, as by an outer join. */
export const summaryColumns = {
  sentences: sql<string[] | null>`${versionChanges.changes} -> 'sentences'`,
  rows: sql<RowChanges | null>`${versionChanges.changes} -> 'rows'`,
};
