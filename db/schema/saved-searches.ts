/** Saved searches, the terms under which they are found, and their matches. */
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Principal } from "../vocabulary/event.ts";
import type { MailRhythm, PausedReason } from "../vocabulary/saved-search.ts";
import { accounts } from "./accounts.ts";
import { apiKeys } from "./api-keys.ts";
import { instant, primaryId } from "./columns.ts";
import { listings } from "./listings.ts";

const tsquery = customType<{ data: string }>({ dataType: () => "tsquery" });

/** A stored query of the catalogue, whose owner is notified of new matches. */
export const savedSearches = pgTable(
  "saved_searches",
  {
    id: primaryId(),
    principalKind: text().$type<Principal["kind"]>().notNull(),
    principalId: uuid().notNull(),
    /** The account itself, or the agent's owner: the recipient of its mails. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The key that saved it; null for a person or an agent. */
    apiKeyId: uuid().references(() => apiKeys.id),
    name: text().notNull(),
    /** The search's own parameters, as given. */
    parameters: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The part of the words that every match contains; null if there is none. */
    words: tsquery(),
    /**
     * The other filters, if one statement can check them for many searches at once; null if
     * matching must read them from the parameters.
     */
    filters: jsonb().$type<Record<string, unknown>>(),
    /**
     * When words, filters and terms were last derived from the parameters, because synonyms and
     * frequencies change.
     */
    compiledAt: instant().notNull(),
    mail: text().$type<MailRhythm>().notNull(),
    /** Incremented by each change: a match against an older revision is checked again. */
    revision: integer().notNull().default(1),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** `pg_current_snapshot()` when it was saved: everything committed in it existed before. */
    savedSnapshot: text().notNull(),
    lastMatchedAt: instant(),
    /** The UTC day of the last match, and the number of matches on it. */
    matchDay: date({ mode: "string" }),
    matchesOfDay: integer().notNull().default(0),
    pausedAt: instant(),
    pausedReason: text().$type<PausedReason>(),
    pausedDetail: text(),
    /** When its new matches are mailed; null if there are none. */
    mailDueAt: instant(),
  },
  (table) => [
    index("saved_searches_principal").on(table.principalKind, table.principalId, table.id),
    index("saved_searches_account").on(table.accountId, table.id),
    index("saved_searches_mail_due").on(table.mailDueAt).where(sql`mail_due_at is not null`),
    index("saved_searches_compiled").on(table.compiledAt),
    check("saved_searches_principal_kind", sql`${table.principalKind} in ('account', 'agent')`),
    check("saved_searches_mail", sql`${table.mail} in ('none', 'immediately', 'daily', 'weekly')`),
    check(
      "saved_searches_paused_has_reason",
      sql`(${table.pausedAt} is null) = (${table.pausedReason} is null)`,
    ),
  ],
);

/**
 * Terms under which a saved search is found: every matching listing contains one of them. So a
 * publication looks up its own terms instead of every saved search.
 */
export const savedSearchTerms = pgTable(
  "saved_search_terms",
  {
    term: text().notNull(),
    searchId: uuid()
      .notNull()
      .references(() => savedSearches.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.term, table.searchId] }),
    index("saved_search_terms_search").on(table.searchId),
  ],
);

/** A mail about an account's new matches, for all saved searches that were due together. */
export const searchDigests = pgTable(
  "search_digests",
  {
    id: primaryId(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    createdAt: instant().notNull(),
    /** When its attempts ended. */
    endedAt: instant(),
  },
  (table) => [
    index("search_digests_account").on(table.accountId, table.createdAt),
    index("search_digests_created").on(table.createdAt),
  ],
);

/** A match of a saved search: once per version of a listing. */
export const savedSearchMatches = pgTable(
  "saved_search_matches",
  {
    id: primaryId(),
    searchId: uuid()
      .notNull()
      .references(() => savedSearches.id, { onDelete: "cascade" }),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    version: integer().notNull(),
    matchedAt: instant().notNull(),
    /** Whether a mail about it is still due. */
    mailOwed: boolean().notNull(),
    /** The mail about it; null if there is none (yet). */
    digestId: uuid().references(() => searchDigests.id, { onDelete: "set null" }),
  },
  (table) => [
    unique("saved_search_matches_once").on(table.searchId, table.listingId, table.version),
    index("saved_search_matches_search").on(table.searchId, table.id),
    index("saved_search_matches_mail_owed").on(table.searchId).where(sql`mail_owed`),
    index("saved_search_matches_at").on(table.matchedAt),
    index("saved_search_matches_digest").on(table.digestId).where(sql`digest_id is not null`),
  ],
);

/** Listings that must still be matched with saved searches: written when they go on sale. */
export const listingsToMatch = pgTable("listings_to_match", {
  id: primaryId(),
  listingId: uuid()
    .notNull()
    .references(() => listings.id),
  version: integer().notNull(),
  /** The transaction that published or changed it; null if it returned to sale. */
  publishedXid: text(),
  /** When its terms were changed while it was on sale; null if it went on sale or returned. */
  changedAt: instant(),
  createdAt: instant().notNull(),
  /**
   * Progress: saved searches up to this one are done, because a listing may match more than one
   * step handles.
   */
  afterSearchId: uuid(),
});
