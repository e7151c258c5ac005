/**
 * Display names of keys and agents. A connected program chooses its own name and may imitate
 * another, so the name begins with its host, which it cannot choose. Columns are qualified with
 * their tables, because a query of a single table would leave that out and so refer to the inner
 * table.
 */
import { sql } from "drizzle-orm";

/** The host of the program that acts by a key; null if the key belongs to no connection. */
export const hostOfKey = sql<string | null>`
  (select connections.client_host from connections where connections.api_key_id = api_keys.id)`;

/** The host of the program that acts as an agent; null if the agent belongs to no connection. */
export const hostOfAgent = sql<string | null>`
  (select connections.client_host from connections where connections.agent_id = agents.id)`;

/** `research`, or for a connection `assistant.example “Research assistant”`. */
export const shownKeyName = sql<string>`
  coalesce(${hostOfKey} || ' “' || api_keys.name || '”', api_keys.name)`;
