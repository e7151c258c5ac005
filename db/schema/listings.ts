/** Listings and their uploads: each refers to the other, so both tables are in this file. */
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Stored } from "../stored.ts";
import type { ProfileFacts } from "../vocabulary/facts.ts";
import type {
  ColumnDescriptions,
  DistributionLevel,
  ListingStatus,
  PricingType,
  UpdateFrequency,
  UploadState,
} from "../vocabulary/listing.ts";
import { agents } from "./agents.ts";
import { instant, primaryId, shortPending } from "./columns.ts";
import { factColumns, factIndexes } from "./listing-facts.ts";

const active = sql`status = 'active'`;

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * An offered dataset. The facts below `currentUploadId` are copied from the current upload's result
 * in the same transaction, so that a search reads one table.
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
    /** Where custom terms can be read. */
    licenseUrl: text(),
    sourceUrl: text(),
    citation: text(),
    collectionMethod: text(),
    updateFrequency: text().$type<UpdateFrequency>(),
    columnDescriptions: jsonb().$type<ColumnDescriptions>(),
    /** What the seller promises about every version; null: nothing. */
    contract: jsonb().$type<Stored["acceptanceTerms"]>(),
    /** What a buyer answers before the seller approves them; null: it has no gate. */
    accessQuestions: text().array(),
    /** Whether only approved buyers see the sample, while the listing has a gate. */
    sampleHidden: boolean().notNull().default(false),
    distributions: text().$type<DistributionLevel>().notNull().default("full"),
    pricingType: text().$type<PricingType>().notNull(),
    /** The amount to pay now; for a pure auction the next minimum bid, updated with each bid. */
    priceCents: integer().notNull(),
    /** As stated by the seller, if bids have changed the price; otherwise null. */
    statedPriceCents: integer(),
    /**
     * As stated by the seller; `publish` creates the auction from them. Includes the hidden
     * reserve.
     */
    auctionTerms: jsonb().$type<Stored["auctionTerms"]>(),
    /** Subscriptions that the seller offers, at most one for each interval. */
    plans: jsonb().$type<Stored["plan"][]>(),
    /** The trial that the seller offers; null: none. */
    trial: jsonb().$type<Stored["trial"]>(),
    /** The seller's hint; the worker detects the format from the content. */
    schemaFormat: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When the seller of a draft was warned of its expiry; a trigger resets it with any change. */
    draftWarnedAt: instant(),
    publishedAt: instant(),
    withdrawnAt: instant(),
    /**
     * When its seller deleted it before it was ever published: it is `withdrawn`, and shown to
     * nobody.
     */
    deletedAt: instant(),
    suspendedAt: instant(),
    suspendedReason: text(),
    /**
     * The cause of the suspension: itself, its agent, its owner's account, or its file at a
     * delivery.
     */
    suspendedBy: text().$type<"listing" | "agent" | "account" | "file">(),

    currentUploadId: uuid().references((): AnyPgColumn => uploads.id),
    /** The published file's number: 0 before the first publication, then 1, 2, … */
    version: integer().notNull().default(0),
    /** Set while a next version of the published listing is in preparation. */
    nextVersionOpenedAt: instant(),
    nextUploadId: uuid().references((): AnyPgColumn => uploads.id),
    format: text(),
    compression: text(),
    byteSize: bigint({ mode: "number" }),
    sha256: text(),
    /** Number of files in the folder on offer; null for a single file. */
    fileCount: integer(),
    rowCount: bigint({ mode: "number" }),
    columnCount: integer(),
    qualityScore: doublePrecision(),
    /** In lower case, only the first 1,000. */
    columnNames: text().array().notNull(),
    ...factColumns(),
    /**
     * `name:type`, `name:meaning`, `:type` and `:meaning` of the same columns (SQL, column_facts);
     * null in older rows, which the clock fills.
     */
    columnFacts: text().array(),

    /** A trigger builds it from title, tags, column names, description and provenance. */
    searchVector: tsvector().notNull().default(sql`''::tsvector`),
  },
  (table) => [
    index("listings_search_vector").using("gin", table.searchVector).with(shortPending),
    index("listings_tags").using("gin", table.tags).with(shortPending).where(active),
    index("listings_column_names").using("gin", table.columnNames).with(shortPending).where(active),
    index("listings_column_facts").using("gin", table.columnFacts).with(shortPending).where(active),
    index("listings_without_column_facts").on(table.id).where(sql`column_facts is null`),
    index("listings_newest").on(table.publishedAt, table.id).where(active),
    index("listings_price").on(table.priceCents, table.id).where(active),
    index("listings_quality").on(sql`coalesce(quality_score, 0)`, table.id).where(active),
    index("listings_category").on(table.category, table.publishedAt, table.id).where(active),
    ...factIndexes(table),
    index("listings_agent").on(table.agentId, table.id),
    index("listings_drafts_to_warn")
      .on(table.updatedAt, table.id)
      .where(sql`status = 'draft' and draft_warned_at is null`),
    index("listings_drafts_warned")
      .on(table.draftWarnedAt, table.id)
      .where(sql`draft_warned_at is not null`),
    index("listings_sha256").on(table.sha256, table.priceCents, table.id).where(active),
    check(
      "listings_status",
      sql`${table.status} in ('draft', 'active', 'sold', 'withdrawn', 'suspended')`,
    ),
    check(
      "listings_suspended_has_reason",
      sql`(${table.status} = 'suspended') = (${table.suspendedAt} is not null) and (${table.suspendedAt} is null) = (${table.suspendedReason} is null) and (${table.suspendedAt} is null) = (${table.suspendedBy} is null)`,
    ),
    check("listings_distributions", sql`${table.distributions} in ('full', 'coarse')`),
    check("listings_price_cents", sql`${table.priceCents} between 0 and 99999999`),
    check(
      "listings_active_is_published",
      sql`${table.status} <> 'active' or (${table.publishedAt} is not null and ${table.currentUploadId} is not null)`,
    ),
    check(
      "listings_deleted_was_never_published",
      sql`${table.deletedAt} is null or (${table.status} = 'withdrawn' and ${table.publishedAt} is null)`,
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

/** The last evaluation of its seller's contract for a file. */
export const contractChecks = pgTable("contract_checks", {
  uploadId: uuid()
    .primaryKey()
    .references(() => uploads.id),
  terms: jsonb().$type<Stored["acceptanceTerms"]>().notNull(),
  results: jsonb().$type<Stored["acceptanceResult"][]>().notNull(),
  passed: boolean().notNull(),
  checkedAt: instant().notNull(),
});

/** When an agent's owner was last warned that drafts expire. */
export const draftWarnings = pgTable("draft_warnings", {
  agentId: uuid()
    .primaryKey()
    .references(() => agents.id),
  warnedAt: instant().notNull(),
  /**
   * When its mail's attempts ended. Null: it may still be sent, and no draft of the agent expires.
   */
  mailedAt: instant(),
});

/** One file version of a listing. Never overwritten: a new file is a new row. */
export const uploads = pgTable(
  "uploads",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references((): AnyPgColumn => listings.id),
    state: text().$type<UploadState>().notNull().default("issued"),
    storagePath: text().notNull().unique("uploads_storage_path"),
    multipartId: text(),
    partsExpected: integer(),
    /** Bytes of each part except the last, and of the file, if the seller announced its size. */
    partBytes: bigint({ mode: "number" }),
    announcedBytes: bigint({ mode: "number" }),
    /** When the last of its URLs ends. */
    urlsEndAt: instant().notNull(),
    issuedAt: instant().notNull(),
    attachedAt: instant(),
    finishedAt: instant(),
    /** The listing version as which this file was published; null if it never was. */
    version: integer(),
    publishedAt: instant(),
    /** When its stored objects were deleted because nobody needs them. */
    purgedAt: instant(),
    /** Number of attempts that workers have started, and the last sign of life of one. */
    attempts: integer().notNull().default(0),
    heartbeatAt: instant(),
    /**
     * Consecutive attempts that failed for reasons on our side, and when the next one may start.
     */
    serviceFailures: integer().notNull().default(0),
    retryAt: instant(),
    progress: jsonb().$type<UploadProgress>(),

    /** Most bytes that its URLs accept; null for uploads from before quotas existed. */
    byteSizeMax: bigint({ mode: "number" }),
    /** Bytes counted towards the quotas: first the maximum of its URLs, then the true size. */
    heldBytes: bigint({ mode: "number" }).notNull().default(0),
    /** Number of its own stored objects counted towards the quotas. */
    heldFiles: integer().notNull().default(1),
    /**
     * Number of files in a folder (`upload_files`); null for a single file. A folder's path is its
     * manifest, and `sha256` is the manifest's hash.
     */
    fileCount: integer(),
    /** When the store is checked next; null once its URLs have ended. */
    lookDueAt: instant(),
    byteSize: bigint({ mode: "number" }),
    /** The stored object's ETag when it was attached, which reveals a later PUT to the same URL. */
    objectEtag: text(),
    sha256: text(),
    format: text(),
    compression: text(),
    samplePath: text(),
    errorCode: text(),
    errorDetail: text(),
  },
  (table) => [
    unique("uploads_listing_version").on(table.listingId, table.version),
    index("uploads_listing_id").on(table.listingId, table.id),
    index("uploads_unused")
      .on(table.id)
      .where(sql`state in ('issued', 'superseded') and purged_at is null and version is null`),
    index("uploads_sha256").on(table.sha256).where(sql`version is not null`),
    index("uploads_look_due").on(table.lookDueAt).where(sql`look_due_at is not null`),
    check("uploads_held_bytes", sql`${table.heldBytes} >= 0`),
    index("uploads_failed").on(table.id).where(sql`error_code is not null`),
    index("uploads_postponed")
      .on(table.attachedAt)
      .where(sql`state = 'attached' and service_failures > 0`),
    index("uploads_attached").on(table.attachedAt).where(sql`state = 'attached'`),
    check(
      "uploads_state",
      sql`${table.state} in ('issued', 'attached', 'generated', 'no_sample', 'superseded', 'trial')`,
    ),
    check(
      "uploads_attached_has_object",
      sql`${table.state} in ('issued', 'superseded') or (${table.objectEtag} is not null and ${table.byteSize} is not null)`,
    ),
    check(
      "uploads_generated_has_result",
      sql`${table.state} <> 'generated' or (${table.samplePath} is not null and ${table.sha256} is not null)`,
    ),
    check(
      "uploads_no_sample_has_reason",
      sql`${table.state} <> 'no_sample' or ${table.errorCode} is not null`,
    ),
  ],
);

export type UploadProgress = { phase: string; bytes_done: number; bytes_total: number };

/** The profile of an upload, as described in `market/profile/schemas.ts`. */
export const profiles = pgTable("profiles", {
  uploadId: uuid()
    .primaryKey()
    .references(() => uploads.id),
  /** Text as written, because jsonb would reorder the keys that people read. */
  profile: json().$type<unknown>().notNull(),
  /** Its searchable facts; null for a profile stored by older code. */
  facts: jsonb().$type<ProfileFacts>(),
  /** What pages draw of the file; null without a sample. */
  charts: jsonb().$type<Stored["profileCharts"]>(),
  createdAt: instant().notNull(),
});

/**
 * Changes from an earlier version's file to another one, as described in
 * `market/profile/drift/schemas.ts`. Written with the profile of the later file, which may not be
 * published yet.
 */
export const versionChanges = pgTable(
  "version_changes",
  {
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    fromUploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    changes: json().$type<unknown>().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.fromUploadId] })],
);
