/** The tables of saved searches: what is looked for, by which words it is found, and what it found. */
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

/** A query of the catalogue that somebody keeps, to be told of what matches it from then on. */
export const savedSearches = pgTable(
  "saved_searches",
  {
    id: primaryId(),
    principalKind: text().$type<Principal["kind"]>().notNull(),
    principalId: uuid().notNull(),
    /** The account itself, or the agent's owner: whose mails these are. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The key that saved it; null: a person or an agent. */
    apiKeyId: uuid().references(() => apiKeys.id),
    name: text().notNull(),
    /** The search's own parameters, as they were given. */
    parameters: jsonb().$type<Record<string, unknown>>().notNull(),
    /** What every match of the words holds; null: there are none. */
    words: tsquery(),
    /**
     * The filters beside the words, where a statement can ask them of many searches at once; null: whoever
     * matches reads them from the parameters.
     */
    filters: jsonb().$type<Record<string, unknown>>(),
    /** When words, filters and terms were last read from the parameters: synonyms and rarity change. */
    compiledAt: instant().notNull(),
    mail: text().$type<MailRhythm>().notNull(),
    /** Raised by each change: who matched an older one looks again. */
    revision: integer().notNull().default(1),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** `pg_current_snapshot()` of the saving: what it shows as committed was there before. */
    savedSnapshot: text().notNull(),
    lastMatchedAt: instant(),
    /** The UTC day of the last match, and how many there were on it. */
    matchDay: date({ mode: "string" }),
    matchesOfDay: integer().notNull().default(0),
    pausedAt: instant(),
    pausedReason: text().$type<PausedReason>(),
    pausedDetail: text(),
    /** From when on its new matches are mailed; null: there are none. */
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
 * Under which terms a saved search is found: a listing that matches it holds one of them. So a
 * publication looks up its own terms, and not every saved search.
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

/** A mail of an account's new matches: all of its saved searches that were due together. */
export const searchDigests = pgTable(
  "search_digests",
  {
    id: primaryId(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    createdAt: instant().notNull(),
    /** When its tries ended. */
    endedAt: instant(),
  },
  (table) => [
    index("search_digests_account").on(table.accountId, table.createdAt),
    index("search_digests_created").on(table.createdAt),
  ],
);

/** What a saved search has found: once for each version of a listing. */
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
    /** Whether a mail is still to tell of it. */
    mailOwed: boolean().notNull(),
    /** The mail that tells of it; null: none does, or none does yet. */
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

/** Listings that saved searches have still to be matched with: written where they go on sale. */
export const listingsToMatch = pgTable("listings_to_match", {
  id: primaryId(),
  listingId: uuid()
    .notNull()
    .references(() => listings.id),
  version: integer().notNull(),
  /** The transaction that published or changed it; null: it came back on sale. */
  publishedXid: text(),
  /** When its terms were changed while it was on sale; null: it went on sale, or came back. */
  changedAt: instant(),
  createdAt: instant().notNull(),
  /** The saved searches up to this one are done: a listing may match more than one step takes. */
  afterSearchId: uuid(),
});
