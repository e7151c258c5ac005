import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { ConnectionScope } from "../vocabulary/connection.ts";
import { accounts } from "./accounts.ts";
import { agents } from "./agents.ts";
import { apiKeys } from "./api-keys.ts";
import { instant, primaryId } from "./columns.ts";

/**
 * A person's OAuth grant to a program. The client's tokens act as the connection's key and as its
 * agent. A grant without such a row permits nothing.
 */
export const connections = pgTable(
  "connections",
  {
    id: primaryId(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The authorisation server's grant. A renewed consent has another one. */
    grantId: text().notNull().unique("connections_grant_id"),
    clientId: text().notNull(),
    /** The client's name, as chosen by the client. */
    clientName: text().notNull(),
    /** The host that is responsible for the client. */
    clientHost: text().notNull(),
    /** Nobody has verified the client: it registered itself at the registration endpoint. */
    isRegisteredDynamically: boolean().notNull(),
    /** Current scopes. */
    scopes: text().array().$type<ConnectionScope[]>().notNull(),
    /** The scopes that were granted; its owner may remove some of them and restore them. */
    grantedScopes: text().array().$type<ConnectionScope[]>().notNull(),
    /** The key for buying, bidding, messages and reading; nobody knows its secret. */
    apiKeyId: uuid().references(() => apiKeys.id),
    /** The agent for selling; nobody has its token. */
    agentId: uuid().references(() => agents.id),
    /** Number of consents: the first one, and each renewal. */
    consentCount: integer().notNull().default(1),
    createdAt: instant().notNull(),
    /** Time of the last consent. */
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
