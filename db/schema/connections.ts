/** The table of connections: what people granted to the programs that act for them by OAuth. */
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { ConnectionScope } from "../vocabulary/connection.ts";
import { accounts } from "./accounts.ts";
import { agents } from "./agents.ts";
import { apiKeys } from "./api-keys.ts";
import { instant, primaryId } from "./columns.ts";

/** A client's tokens act as its connection's key, and as its agent. A grant without a row is worth nothing. */
export const connections = pgTable(
  "connections",
  {
    id: primaryId(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The authorisation server's. A renewed consent has another. */
    grantId: text().notNull().unique("connections_grant_id"),
    clientId: text().notNull(),
    /** What the client calls itself: its own words. */
    clientName: text().notNull(),
    /** The host that answers for the client. */
    clientHost: text().notNull(),
    /** Nobody has looked at who it is: it has named itself to the registration address. */
    isRegisteredDynamically: boolean().notNull(),
    /** What it may do now. */
    scopes: text().array().$type<ConnectionScope[]>().notNull(),
    /** What it has asked for and got; its owner may take some of it away and give it back. */
    grantedScopes: text().array().$type<ConnectionScope[]>().notNull(),
    /** By which it buys, bids, writes and reads; nobody knows its secret. */
    apiKeyId: uuid().references(() => apiKeys.id),
    /** By which it sells; nobody has its token. */
    agentId: uuid().references(() => agents.id),
    /** How often its owner has agreed: the first time, and whenever it asked again. */
    consentCount: integer().notNull().default(1),
    createdAt: instant().notNull(),
    /** When its owner agreed last. */
    consentedAt: instant().notNull(),
    /** Null: until its owner ends it. */
    expiresAt: instant(),
    endedAt: instant(),
    lastUsedAt: instant(),
  },
  (table) => [
    index("connections_account").on(table.accountId, table.id),
    unique("connections_api_key_id").on(table.apiKeyId),
    unique("connections_agent_id").on(table.agentId),
    check(
      "connections_scopes",
      sql`${table.scopes} <@ ${table.grantedScopes} and cardinality(${table.scopes}) > 0`,
    ),
    check(
      "connections_granted_scopes",
      sql`${table.grantedScopes} <@ array['read', 'purchase', 'bid', 'message', 'sell']`,
    ),
    check(
      "connections_act_as_somebody",
      sql`${table.apiKeyId} is not null or ${table.agentId} is not null`,
    ),
  ],
);
