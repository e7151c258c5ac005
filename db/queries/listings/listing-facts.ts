/**
 * Searchable facts about a listing's data and licence: copied onto the listing, and refreshed when
 * due.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, profiles, uploads } from "../../schema/index.ts";
import type { LicenseFacts, ProfileFacts } from "../../vocabulary/facts.ts";

/** The facts of a profile as columns named like those of `listings`; null without any. */
const factsRead = (facts: SQL): SQL => sql`left join lateral jsonb_to_record(${facts}) as read (
  version int, covers_from date, covers_to date, covers_precision text, bbox float8[], latitudes int4range,
  longitudes int4multirange, countries text[], languages text[], has_personal_data boolean
) on true`;

const factAssignments = sql`facts_version = coalesce(read.version, 0),
  covers_from = read.covers_from, covers_to = read.covers_to,
  covers_precision = read.covers_precision, bbox = read.bbox,
  latitudes = read.latitudes, longitudes = read.longitudes, countries = read.countries,
  languages = read.languages, has_personal_data = read.has_personal_data`;

const searchedColumnsMax = 1000;

/**
 * Copies the file's facts onto its listing, where searches read them. The profile is a large text,
 * so it is parsed only once.
 */
export async function copyFactsToListing(tx: Database, uploadId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update ${listings} set
      format = file.format, compression = file.compression, byte_size = file.byte_size,
      sha256 = file.sha256, file_count = file.file_count, updated_at = ${now.toISOString()},
      row_count = found.row_count, column_count = found.column_count,
      quality_score = (found.quality ->> 'score')::float8,
      column_names = coalesce(named.names, '{}'),
      column_facts = coalesce(column_facts(named.columns), '{}'),
      facts_upload_id = file.id, ${factAssignments}
    from ${uploads} as file left join ${profiles} as kept on kept.upload_id = file.id
      left join lateral json_to_record(kept.profile) as found (
        row_count bigint, column_count int, quality json, columns json
      ) on true
      left join lateral (
        select array_agg(lower(name) order by position) as names, json_agg(json_build_object(
          'name', name, 'type', type, 'semantic_type', semantic_type, 'unit', unit
        ) order by position) as columns
        from rows from (json_to_recordset(found.columns) as (
          name text, type text, semantic_type text, unit text
        )) with ordinality as each_column (name, type, semantic_type, unit, position)
        where position <= ${searchedColumnsMax}
      ) as named on true
      ${factsRead(sql`kept.facts`)}
    where file.id = ${uploadId} and ${listings.id} = file.listing_id
  `);
}

export type DueListing = { listingId: string; license: string | null };

/**
 * Active listings whose facts come from earlier rules, another file or another licence; at most
 * `rowsMax`.
 */
export async function findListingsWithDueFacts(
  db: Database,
  { version, rowsMax }: { version: number; rowsMax: number },
): Promise<DueListing[]> {
  const rows = await db.execute<DueListing>(sql`
    (select id as "listingId", license from ${listings}
      where status = 'active' and facts_version < ${version}
      order by facts_version, id limit ${rowsMax})
    union
    (select id, license from ${listings}
      where status = 'active' and (facts_upload_id is distinct from current_upload_id
        or facts_license is distinct from license)
      order by id limit ${rowsMax})
    limit ${rowsMax}
  `);
  return [...rows];
}

export type StoredProfile = {
  uploadId: string;
  /** Null if the file has none. */
  profile: unknown;
  facts: ProfileFacts | null;
  samplePath: string | null;
};

/** The profile of a listing's current file; null if the listing is gone. */
export async function findStoredProfile(
  db: Database,
  listingId: string,
): Promise<StoredProfile | null> {
  const [row] = await db.execute<StoredProfile>(sql`
    select file.id as "uploadId", found.profile, found.facts, file.sample_path as "samplePath"
    from ${listings} join ${uploads} as file on file.id = current_upload_id
      left join ${profiles} as found on found.upload_id = file.id
    where ${listings.id} = ${listingId}
  `);
  return row ?? null;
}

/**
 * Stores the facts with the profile, and on the listing if it still has this file and licence. Does
 * not count as an update of the listing.
 */
export async function refreshFacts(
  db: Database,
  { listingId, license }: DueListing,
  {
    uploadId,
    facts,
    licenseFacts,
  }: {
    uploadId: string;
    facts: ProfileFacts;
    licenseFacts: LicenseFacts;
  },
): Promise<void> {
  const text = JSON.stringify(facts);
  const terms = sql.join(
    licenseFacts.terms.map((term) => sql`${term}`),
    sql`, `,
  );
  await db.execute(sql`
    with kept as (
      update ${profiles} set facts = ${text}::jsonb where upload_id = ${uploadId}
    )
    update ${listings} set ${factAssignments}, facts_upload_id = file.id,
      facts_license = license, license_id = ${licenseFacts.id}, license_terms = array[${terms}]::text[],
      version_published_at = coalesce(version_published_at, file.published_at)
    from ${uploads} as file ${factsRead(sql`${text}::jsonb`)}
    where ${listings.id} = ${listingId} and ${listings.currentUploadId} = file.id
      and file.id = ${uploadId} and license is not distinct from ${license}
  `);
}
