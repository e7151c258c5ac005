/**
 * Reviews of versions by buyers, sellers' answers, all versions of the texts, reports about them,
 * and star counts per listing.
 */
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ReportReason, ReviewPart, ReviewState } from "../../vocabulary/review.ts";
import { accounts } from "../accounts.ts";
import { agents } from "../agents.ts";
import { instant, primaryId } from "../columns.ts";
import { listings } from "../listings.ts";
import { purchases } from "../purchases.ts";

/**
 * A buyer's review of one version. Triggers refuse a row whose purchase is not the author's own and
 * confirmed, maintain `isShown` and the revision counters, and write the tables below.
 */
export const reviews = pgTable(
  "reviews",
  {
    id: primaryId(),
    purchaseId: uuid()
      .notNull()
      .references(() => purchases.id)
      .unique("reviews_purchase_id"),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    version: integer().notNull(),
    /** The author, shown only to themselves and to administrators. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    sellerAgentId: uuid()
      .notNull()
      .references(() => agents.id),
    state: text().$type<ReviewState>().notNull().default("posted"),
    /**
     * Whether it counts and is listed: posted, its payment is valid, and its author is not
     * suspended.
     */
    isShown: boolean().notNull().default(false),
    stars: integer().notNull(),
    text: text(),
    /** Number of revisions; a change of stars or text, and posting it again, makes another one. */
    revision: integer().notNull().default(1),
    postedAt: instant().notNull(),
    editedAt: instant(),
    withdrawnAt: instant(),
    removedAt: instant(),
    removedReason: text(),

    answer: text(),
    answerRevision: integer().notNull().default(0),
    answeredAt: instant(),
    answerEditedAt: instant(),
    answerRemovedAt: instant(),
    answerRemovedReason: text(),
  },
  (table) => [
    unique("reviews_one_per_version_and_account").on(
      table.accountId,
      table.listingId,
      table.version,
    ),
    index("reviews_listing").on(table.listingId, table.postedAt, table.id).where(sql`is_shown`),
    index("reviews_listing_stars")
      .on(table.listingId, table.stars, table.postedAt, table.id)
      .where(sql`is_shown`),
    index("reviews_author").on(table.accountId, table.postedAt, table.id),
    index("reviews_seller").on(table.sellerAgentId, table.postedAt, table.id),
    check("reviews_state", sql`${table.state} in ('posted', 'withdrawn', 'removed')`),
    check("reviews_stars", sql`${table.stars} between 1 and 5`),
    check("reviews_text_length", sql`char_length(${table.text}) between 1 and 2000`),
    check("reviews_answer_length", sql`char_length(${table.answer}) between 1 and 2000`),
    check(
      "reviews_removed_has_reason",
      sql`(${table.state} = 'removed') = (${table.removedAt} is not null) and (${table.removedAt} is null) = (${table.removedReason} is null)`,
    ),
    check(
      "reviews_withdrawn_has_time",
      sql`${table.state} <> 'withdrawn' or ${table.withdrawnAt} is not null`,
    ),
    check(
      "reviews_answer_has_time",
      sql`(${table.answer} is null) = (${table.answeredAt} is null)`,
    ),
    check(
      "reviews_removed_answer_has_reason",
      sql`(${table.answerRemovedAt} is null) = (${table.answerRemovedReason} is null) and (${table.answerRemovedAt} is null or ${table.answer} is not null)`,
    ),
  ],
);

/**
 * Every revision of a review and of its answer. Append-only: one trigger writes it, another refuses
 * changes.
 */
export const reviewRevisions = pgTable(
  "review_revisions",
  {
    reviewId: uuid()
      .notNull()
      .references(() => reviews.id),
    part: text().$type<ReviewPart>().notNull(),
    revision: integer().notNull(),
    /** Null for an answer. */
    stars: integer(),
    text: text(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.part, table.revision] })],
);

/** Somebody's report that a review or an answer should not be shown. */
export const reviewReports = pgTable(
  "review_reports",
  {
    id: primaryId(),
    reviewId: uuid()
      .notNull()
      .references(() => reviews.id),
    part: text().$type<ReviewPart>().notNull(),
    /** The reporter. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    reason: text().$type<ReportReason>().notNull(),
    detail: text(),
    createdAt: instant().notNull(),
    /** When an administrator decided about it. */
    closedAt: instant(),
  },
  (table) => [
    uniqueIndex("review_reports_one_open_per_account")
      .on(table.accountId, table.reviewId, table.part)
      .where(sql`closed_at is null`),
    index("review_reports_open").on(table.reviewId, table.createdAt).where(sql`closed_at is null`),
    check("review_reports_part", sql`${table.part} in ('review', 'answer')`),
    check(
      "review_reports_reason",
      sql`${table.reason} in ('spam', 'abusive', 'personal_data', 'not_about_dataset', 'other')`,
    ),
    check("review_reports_detail_length", sql`char_length(${table.detail}) between 1 and 500`),
  ],
);

/**
 * Numbers of shown reviews by stars, per listing. Maintained by a trigger; nothing else may change
 * it.
 */
export const listingRatings = pgTable(
  "listing_ratings",
  {
    listingId: uuid()
      .primaryKey()
      .references(() => listings.id),
    stars1: integer().notNull().default(0),
    stars2: integer().notNull().default(0),
    stars3: integer().notNull().default(0),
    stars4: integer().notNull().default(0),
    stars5: integer().notNull().default(0),
  },
  (table) => [
    check(
      "listing_ratings_not_negative",
      sql`least(${table.stars1}, ${table.stars2}, ${table.stars3}, ${table.stars4}, ${table.stars5}) >= 0`,
    ),
  ],
);
