/** Searchable facts about listings' data and licences: columns and indexes of `listings`. */
import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  date,
  doublePrecision,
  type ExtraConfigColumn,
  index,
  integer,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { TimePrecision } from "../vocabulary/facts.ts";
import { instant, shortPending } from "./columns.ts";

/**
 * Ranges have statistics for `&&`, which `box` lacks, so the planner can distinguish wide boxes
 * from narrow ones.
 */
const degreesRange = customType<{ data: string }>({ dataType: () => "int4range" });
const degreesRanges = customType<{ data: string }>({ dataType: () => "int4multirange" });

/** Null means unknown. */
export const factColumns = () => ({
  /**
   * Version of the rules that derived the facts, with their file and licence; facts from others are
   * due again.
   */
  factsVersion: integer().notNull().default(0),
  factsUploadId: uuid(),
  factsLicense: text(),

  /** When the current version was published. */
  versionPublishedAt: instant(),
  coversFrom: date(),
  coversTo: date(),
  /** The precision of both dates. */
  coversPrecision: text().$type<TimePrecision>(),
  /** West, south, east, north in degrees; west greater than east crosses the antimeridian. */
  bbox: doublePrecision().array(),
  /** The same in millionths of a degree, with two ranges of longitudes across the antimeridian. */
  latitudes: degreesRange(),
  longitudes: degreesRanges(),
  countries: text().array(),
  languages: text().array(),
  hasPersonalData: boolean(),
  /** An SPDX expression. */
  licenseId: text(),
  /** Its identifiers, families and groups, in lower case. */
  licenseTerms: text().array(),
});

type FactName = keyof ReturnType<typeof factColumns>;
type Indexed = Record<FactName | "id" | "publishedAt" | "rowCount" | "byteSize", ExtraConfigColumn>;

const active = sql`status = 'active'`;

export const factIndexes = (table: Indexed) => [
  index("listings_covers")
    .using("gist", sql`daterange(covers_from, covers_to, '[]')`)
    .where(sql`status = 'active' and covers_from is not null`),
  index("listings_box")
    .using("gist", table.latitudes, table.longitudes)
    .where(sql`status = 'active' and latitudes is not null`),
  index("listings_countries").using("gin", table.countries).with(shortPending).where(active),
  index("listings_languages").using("gin", table.languages).with(shortPending).where(active),
  index("listings_license_terms").using("gin", table.licenseTerms).with(shortPending).where(active),
  index("listings_personal_data")
    .on(table.publishedAt, table.id)
    .where(sql`status = 'active' and has_personal_data`),
  index("listings_updated")
    .on(sql`coalesce(version_published_at, published_at)`, table.id)
    .where(active),
  index("listings_rows").on(table.rowCount, table.id).where(active),
  index("listings_bytes").on(table.byteSize, table.id).where(active),
  index("listings_facts_version").on(table.factsVersion, table.id).where(active),
  index("listings_facts_stale")
    .on(table.id)
    .where(
      sql`status = 'active' and (facts_upload_id is distinct from current_upload_id or facts_license is distinct from license)`,
    ),
];
