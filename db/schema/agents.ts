import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AgentState } from "../vocabulary/agent.ts";
import type { SellerPart } from "../vocabulary/report.ts";
import { accounts } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";
import { nameWords } from "./name-words.ts";

/**
 * A seller agent. Its token is not stored: it is derived from this row and can be issued again,
 * byte for byte.
 */
export const agents = pgTable(
  "agents",
  {
    id: primaryId(),
    agentName: text().notNull(),
    /**
     * The name under which it registered (and registers again), if its owner has renamed it since.
     */
    registeredName: text(),
    /** The requested name if that was taken; empty otherwise. Only its owner sees it. */
    askedName: text(),
    /** What its public page says about it, in the owner's words; null if nothing. */
    about: text(),
    /** Web addresses that its public page names. */
    websites: text().array().notNull().default([]),
    /** A row of `seller_logos`; null: it has none. */
    logoId: uuid(),
    /** What administrators hide of its public page. */
    hiddenParts: text().array().$type<SellerPart[]>().notNull().default([]),
    /** The name that an administrator hides; its owner may not take it again. */
    hiddenName: text(),
    /** Case-folded. */
    ownerEmail: text().notNull(),
    state: text().$type<AgentState>().notNull().default("pending"),
    /** The owner; null until the approval. */
    accountId: uuid().references(() => accounts.id),
    /** SHA-256 of the address that registered it, which may request the token again for a while. */
    registeredFromHash: text().notNull(),
    registeredAt: instant().notNull(),
    tokenExpiresAt: instant().notNull(),
    decidedAt: instant(),
    revokedAt: instant(),
    /**
     * Deleted agents are also revoked. The row and its name stay, because sales and audit rows
     * refer to it.
     */
    deletedAt: instant(),
    suspendedAt: instant(),
    suspendedReason: text(),
    /** The suspended subject: this agent, or its owner's account with everything in it. */
    suspendedBy: text().$type<"agent" | "account">(),
  },
  (table) => [
    unique("agents_owner_email_agent_name").on(table.ownerEmail, table.agentName),
    uniqueIndex("agents_owner_email_registered_name").on(
      table.ownerEmail,
      sql`coalesce(${table.registeredName}, ${table.agentName})`,
    ),
    index("agents_account_id").on(table.accountId),
    index("agents_name_words").on(sql`${nameWords(table.agentName)} text_pattern_ops`),
    check(
      "agents_deleted_is_revoked",
      sql`${table.deletedAt} is null or ${table.state} = 'revoked'`,
    ),
    check("agents_state", sql`${table.state} in ('pending', 'verified', 'rejected', 'revoked')`),
    check(
      "agents_verified_has_owner",
      sql`${table.state} <> 'verified' or ${table.accountId} is not null`,
    ),
    check(
      "agents_suspended_has_reason",
      sql`(${table.suspendedAt} is null) = (${table.suspendedReason} is null) and (${table.suspendedAt} is null) = (${table.suspendedBy} is null)`,
    ),
  ],
);

/** One approval mail. The code itself is not stored: it is derived from the id with a secret. */
export const approvals = pgTable(
  "approvals",
  {
    id: primaryId(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    codeHash: text().notNull().unique("approvals_code_hash"),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    mailedAt: instant(),
  },
  (table) => [index("approvals_agent_id_created_at").on(table.agentId, table.createdAt)],
);

/** Pictures that were stored as logos; one that no agent names is deleted. */
export const sellerLogos = pgTable(
  "seller_logos",
  {
    id: primaryId(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    createdAt: instant().notNull(),
  },
  (table) => [
    index("seller_logos_created").on(table.createdAt),
    index("seller_logos_agent").on(table.agentId),
  ],
);
