/**
 * What keys and agents are called where people read it. A connected program has chosen its own name, and may
 * look like another one by it: its host, which it cannot choose, stands before. Columns are named with their
 * tables, as a query of one table alone would leave them out, and mean those of the inner one.
 */
import { sql } from "drizzle-orm";

/** The host of the program that acts by a key; null: it is no connection's. */
export const hostOfKey = sql<string | null>`
  (select connections.client_host from connections where connections.api_key_id = api_keys.id)`;

/** The host of the program that acts as an agent; null: it is no connection's. */
export const hostOfAgent = sql<string | null>`
  (select connections.client_host from connections where connections.agent_id = agents.id)`;

/** `research`, of a connection `assistant.example “Research assistant”`. */
export const shownKeyName = sql<string>`
  coalesce(${hostOfKey} || ' “' || api_keys.name || '”', api_keys.name)`;
