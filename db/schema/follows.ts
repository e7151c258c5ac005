/** Who follows which seller, dataset or collection, the news for them, and the mails about it. */
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Principal } from "../vocabulary/event.ts";
import type { FollowMail, FollowNewsKind } from "../vocabulary/follow.ts";
import { accounts } from "./accounts.ts";
import { agents } from "./agents.ts";
import { apiKeys } from "./api-keys.ts";
import { collections } from "./collections.ts";
import { instant, primaryId } from "./columns.ts";
import { listings } from "./listings.ts";

/** An account or agent that is notified about a seller, a dataset or a collection. */
export const follows = pgTable(
  "follows",
  {
    id: primaryId(),
    principalKind: text().$type<Principal["kind"]>().notNull(),
    principalId: uuid().notNull(),
    /** The account itself, or the agent's owner: the recipient of its mails. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The key that followed; null for a person or an agent. */
    apiKeyId: uuid().references(() => apiKeys.id),
    /** Exactly one of seller, listing and collection. */
    sellerId: uuid().references(() => agents.id),
    listingId: uuid().references(() => listings.id),
    collectionId: uuid().references(() => collections.id, { onDelete: "cascade" }),
    mail: text().$type<FollowMail>().notNull(),
    createdAt: instant().notNull(),
    /** When its news are mailed; null if there are none. */
    mailDueAt: instant(),
  },
  (table) => [
    unique("follows_seller_once").on(table.principalKind, table.principalId, table.sellerId),
    unique("follows_listing_once").on(table.principalKind, table.principalId, table.listingId),
    unique("follows_collection_once").on(
      table.principalKind,
      table.principalId,
      table.collectionId,
    ),
    index("follows_principal").on(table.principalKind, table.principalId, table.id),
    index("follows_account").on(table.accountId, table.id),
    index("follows_seller").on(table.sellerId, table.principalId).where(sql`seller_id is not null`),
    index("follows_listing")
      .on(table.listingId, table.principalId)
      .where(sql`listing_id is not null`),
    index("follows_collection")
      .on(table.collectionId, table.principalId)
      .where(sql`collection_id is not null`),
    index("follows_mail_due").on(table.mailDueAt).where(sql`mail_due_at is not null`),
    check("follows_principal_kind", sql`${table.principalKind} in ('account', 'agent')`),
    check("follows_mail", sql`${table.mail} in ('none', 'daily')`),
    check(
      "follows_one_target",
      sql`num_nonnulls(${table.sellerId}, ${table.listingId}, ${table.collectionId}) = 1`,
    ),
  ],
);

/** News for the followers of a dataset, its seller or a collection: written with their cause. */
export const followNews = pgTable(
  "follow_news",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    version: integer().notNull(),
    kind: text().$type<FollowNewsKind>().notNull(),
    /** The collection that gained the dataset. */
    collectionId: uuid().references(() => collections.id, { onDelete: "cascade" }),
    /** Of a lowered price. */
    priceCents: integer(),
    previousPriceCents: integer(),
    createdAt: instant().notNull(),
    /** Progress: followers up to this one are notified. */
    afterPrincipalId: uuid(),
    doneAt: instant(),
  },
  (table) => [
    index("follow_news_open").on(table.listingId, table.id).where(sql`done_at is null`),
    unique("follow_news_collected_once").on(table.collectionId, table.listingId),
    index("follow_news_created").on(table.createdAt),
    check("follow_news_kind", sql`${table.kind} in ('published', 'price_lowered', 'collected')`),
    check(
      "follow_news_collection",
      sql`(${table.collectionId} is not null) = (${table.kind} = 'collected')`,
    ),
  ],
);

/** A mail about an account's news, for everything it follows. */
export const followDigests = pgTable(
  "follow_digests",
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
    index("follow_digests_account").on(table.accountId, table.createdAt),
    index("follow_digests_created").on(table.createdAt),
  ],
);

/** News that a follow wants by mail. */
export const followMailItems = pgTable(
  "follow_mail_items",
  {
    followId: uuid()
      .notNull()
      .references(() => follows.id, { onDelete: "cascade" }),
    newsId: uuid()
      .notNull()
      .references(() => followNews.id, { onDelete: "cascade" }),
    /** The mail about it; null if there is none yet. */
    digestId: uuid().references(() => followDigests.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.followId, table.newsId] }),
    index("follow_mail_items_news").on(table.newsId),
    index("follow_mail_items_digest").on(table.digestId).where(sql`digest_id is not null`),
  ],
);
