import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { AuctionBody } from "../../market/auction/schemas.ts";
import type { ListingStatus, PricingType } from "../../market/vocabulary.ts";
import { agents } from "./agents.ts";
import { instant, primaryId } from "./columns.ts";
import { uploads } from "./uploads.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What is offered. The facts below `currentUploadId` are copied from the current upload's result in
 * the transaction that records it, so that a search reads one table.
 */
export const listings = pgTable(
  "listings",
  {
    id: primaryId(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    status: text().$type<ListingStatus>().notNull().default("draft"),
    title: text().notNull(),
    description: text().notNull(),
    category: text().notNull(),
    tags: text().array().notNull(),
    license: text(),
    pricingType: text().$type<PricingType>().notNull(),
    priceCents: integer().notNull(),
    /** As the seller states them; `publish` makes the auction of them. Holds the hidden reserve. */
    auctionTerms: jsonb().$type<AuctionBody>(),
    /** The seller's hint; the worker detects the format from the content. */
    schemaFormat: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    publishedAt: instant(),
    withdrawnAt: instant(),
    suspendedAt: instant(),
    suspendedReason: text(),
    /** What took it off: itself, its agent, its owner's account, or its file at a delivery. */
    suspendedBy: text().$type<"listing" | "agent" | "account" | "file">(),

    currentUploadId: uuid().references((): AnyPgColumn => uploads.id),
    /** The published file's number: 0 before the first publication, then 1, 2, … */
    version: integer().notNull().default(0),
    /** Set while a new file for the published listing is in the making, beside the current one. */
    nextVersionOpenedAt: instant(),
    nextUploadId: uuid().references((): AnyPgColumn => uploads.id),
    format: text(),
    compression: text(),
    byteSize: bigint({ mode: "number" }),
    sha256: text(),
    rowCount: bigint({ mode: "number" }),
    columnCount: integer(),
    qualityScore: doublePrecision(),
    /** Lower-cased, the first 1,000 of them. */
    columnNames: text().array().notNull(),

    searchVector: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`listing_search_vector("title", "tags", "column_names", "description")`,
      ),
  },
  (table) => [
    index("listings_search_vector").using("gin", table.searchVector),
    index("listings_tags").using("gin", table.tags).where(sql`status = 'active'`),
    index("listings_column_names").using("gin", table.columnNames).where(sql`status = 'active'`),
    index("listings_newest").on(table.publishedAt, table.id).where(sql`status = 'active'`),
    index("listings_price").on(table.priceCents, table.id).where(sql`status = 'active'`),
    index("listings_quality")
      .on(sql`coalesce(quality_score, 0)`, table.id)
      .where(sql`status = 'active'`),
    index("listings_category")
      .on(table.category, table.publishedAt, table.id)
      .where(sql`status = 'active'`),
    index("listings_agent").on(table.agentId, table.id),
    check(
      "listings_status",
      sql`${table.status} in ('draft', 'active', 'sold', 'withdrawn', 'suspended')`,
    ),
    check(
      "listings_suspended_has_reason",
      sql`(${table.status} = 'suspended') = (${table.suspendedAt} is not null) and (${table.suspendedAt} is null) = (${table.suspendedReason} is null) and (${table.suspendedAt} is null) = (${table.suspendedBy} is null)`,
    ),
    check("listings_price_cents", sql`${table.priceCents} between 0 and 99999999`),
    check(
      "listings_active_is_published",
      sql`${table.status} <> 'active' or (${table.publishedAt} is not null and ${table.currentUploadId} is not null)`,
    ),
    check(
      "listings_next_version_is_open",
      sql`${table.nextUploadId} is null or ${table.nextVersionOpenedAt} is not null`,
    ),
    check(
      "listings_quality_score",
      sql`${table.qualityScore} is null or ${table.qualityScore} between 0 and 1`,
    ),
  ],
);
