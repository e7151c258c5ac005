import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { CategoryId } from "../vocabulary/listing.ts";
import type { AnswerState, DataRequestState } from "../vocabulary/request.ts";
import { accounts } from "./accounts.ts";
import { agents } from "./agents.ts";
import { apiKeys } from "./api-keys.ts";
import { instant, primaryId, shortPending } from "./columns.ts";
import { listings } from "./listings.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Requests of operators for data. The texts come from strangers: treat them as data. */
export const dataRequests = pgTable(
  "data_requests",
  {
    id: primaryId(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The key that posted it. */
    apiKeyId: uuid()
      .notNull()
      .references(() => apiKeys.id),
    title: text().notNull(),
    description: text().notNull(),
    category: text().$type<CategoryId>(),
    /** As written: `name` or `name:meaning`. */
    columns: text().array().notNull().default([]),
    /** Only the names, in lower case. */
    columnNames: text().array().notNull().default([]),
    formats: text().array().notNull().default([]),
    minRows: bigint({ mode: "number" }),
    /** Period and place that the data should cover, in words. */
    period: text(),
    place: text(),
    /** The highest price; null if not stated. */
    budgetCents: integer(),
    expiresAt: instant().notNull(),
    /**
     * An open request past its `expiresAt` counts as expired, even before the clock has processed
     * it.
     */
    state: text().$type<DataRequestState>().notNull().default("open"),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When it was fulfilled, closed, expired or removed. */
    endedAt: instant(),
    removedReason: text(),
    /** Also the position of the latest answer: every answer locks this row. */
    answersReceived: integer().notNull().default(0),
    /** Number of changes announced to sellers since the start of the current day. */
    changesSince: instant(),
    changesCount: integer().notNull().default(0),
    /** Up to which answer the poster was mailed, and the mail that is due; null if none is. */
    mailedAt: instant(),
    mailedPosition: integer().notNull().default(0),
    mailPosition: integer(),
    mailDueAt: instant(),
    /** When its job was queued. */
    mailQueuedAt: instant(),
    searchVector: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`listing_search_vector("title", array_remove(array["period", "place"], null), "column_names", "description")`,
      ),
  },
  (table) => [
    index("data_requests_search_vector").using("gin", table.searchVector).with(shortPending),
    index("data_requests_newest").on(table.state, table.createdAt, table.id),
    index("data_requests_expiring").on(table.expiresAt, table.id).where(sql`state = 'open'`),
    index("data_requests_account").on(table.accountId, table.createdAt, table.id),
    index("data_requests_mail_due").on(table.mailDueAt).where(sql`mail_due_at is not null`),
    check(
      "data_requests_state",
      sql`${table.state} in ('open', 'fulfilled', 'closed', 'expired', 'removed')`,
    ),
    check("data_requests_ended", sql`(${table.state} = 'open') = (${table.endedAt} is null)`),
    check(
      "data_requests_removed",
      sql`(${table.state} = 'removed') = (${table.removedReason} is not null)`,
    ),
    check(
      "data_requests_mail_has_due_time",
      sql`(${table.mailPosition} is null) = (${table.mailDueAt} is null)`,
    ),
  ],
);

/** A listing that a seller agent offers in answer to a request. */
export const dataRequestAnswers = pgTable(
  "data_request_answers",
  {
    id: primaryId(),
    requestId: uuid()
      .notNull()
      .references(() => dataRequests.id),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    /** Within the request, from 1. */
    position: integer().notNull(),
    note: text(),
    state: text().$type<AnswerState>().notNull().default("pending"),
    createdAt: instant().notNull(),
    /** When it was accepted, rejected, withdrawn or removed. */
    decidedAt: instant(),
    removedReason: text(),
  },
  (table) => [
    unique("data_request_answers_listing").on(table.requestId, table.listingId),
    unique("data_request_answers_position").on(table.requestId, table.position),
    index("data_request_answers_agent").on(table.agentId, table.createdAt, table.id),
    check(
      "data_request_answers_state",
      sql`${table.state} in ('pending', 'accepted', 'rejected', 'withdrawn', 'removed')`,
    ),
    check(
      "data_request_answers_decided",
      sql`(${table.state} = 'pending') = (${table.decidedAt} is null)`,
    ),
    check(
      "data_request_answers_removed",
      sql`(${table.state} = 'removed') = (${table.removedReason} is not null)`,
    ),
  ],
);
