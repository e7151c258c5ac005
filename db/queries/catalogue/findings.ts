/** The findings of a file's profile, without statistics, for its seller. */
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { profiles } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";

export type ColumnFindings = {
  name: string;
  pii: { kind: string; count: number; ratio: number }[];
  alerts: Stored["profileAlert"][];
};

export type FileFindings = {
  score: number | null;
  alerts: Stored["profileAlert"][];
  /** The first columns with findings, personal data first. */
  columns: ColumnFindings[];
  columnsFound: number;
};

/** Null without a profile. */
export async function findFindings(
  db: Database,
  uploadId: string,
  columnsMax: number,
): Promise<FileFindings | null> {
  const found = sql`
    select c ->> 'name' as name, c -> 'pii' as pii, c -> 'alerts' as alerts, position
    from json_array_elements(${profiles.profile} -> 'columns') with ordinality as columns (c, position)
    where json_array_length(c -> 'pii') > 0 or json_array_length(c -> 'alerts') > 0`;
  const isPersonal = sql`json_array_length(pii) > 0 or alerts::text like '%personal_data%'`;
  const [row] = await db
    .select({
      score: sql<number | null>`(${profiles.profile} -> 'quality' ->> 'score')::float8`,
      alerts: sql<Stored["profileAlert"][] | null>`${profiles.profile} -> 'alerts'`,
      columns: sql<ColumnFindings[]>`(
        select coalesce(json_agg(json_build_object('name', name, 'pii', pii, 'alerts', alerts)), '[]')
        from (select * from (${found}) as found order by (${isPersonal}) desc, position limit ${columnsMax})
          as first_ones
      )`,
      columnsFound: sql<number>`(select count(*)::int from (${found}) as found)`,
    })
    .from(profiles)
    .where(eq(profiles.uploadId, uploadId));
  return row === undefined ? null : { ...row, alerts: row.alerts ?? [] };
}
