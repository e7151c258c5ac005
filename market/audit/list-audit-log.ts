/** The audit log of an account. */
import {
  type AuditRow,
  findAuditNames,
  pageAuditLog,
  pageAuditOfParty,
} from "../../db/queries/journal/audit-log.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX } from "../limits.ts";
import { idSchema } from "../text.ts";
import { findParty } from "./audit-party.ts";
import { viewAuditRow } from "./audit-view.ts";
import { AUDIT_ROWS_SCANNED_MAX } from "./limits.ts";
import type { AuditItem, AuditPartyQuery } from "./schemas.ts";

export type AuditLogQuery = AuditPartyQuery & {
  /** 1 to 100, by default 20. */
  limit?: number;
  /** The `next_before` of the page before; the newest rows without it. */
  before?: string | undefined;
};

export type AuditLog = {
  items: AuditItem[];
  /** For `before`, where there may be older rows; a page of one party may hold none and still lead on. */
  next_before: string | null;
  /** Whose acts these are, in words; null: of all. */
  of: string | null;
};

/**
 * What the person, its API keys and its agents did, and what was done to its account, keys, agents,
 * listings, purchases and sales; newest first, without the mails that went out of it. No address, no
 * secret, and no name of another side.
 * Errors: invalid_request for a `before` that is no id; connection_not_found, api_key_not_found,
 * agent_not_found.
 */
export async function listAuditLog(
  ctx: Context,
  owner: OwnerActor,
  query: AuditLogQuery = {},
): Promise<AuditLog> {
  const limit = Math.min(Math.max(query.limit ?? PAGE_ITEMS_DEFAULT, 1), PAGE_ITEMS_MAX);
  const before = readBefore(query.before);
  const of = await findParty(ctx.db, owner, query);
  const readMax = limit * ROWS_READ_FACTOR;
  const page = { accountId: owner.accountId, before, limit: readMax + 1 };
  const scan = { ...page, scanned: AUDIT_ROWS_SCANNED_MAX };
  const { rows: found, lookedTo } =
    of === null
      ? { rows: await pageAuditLog(ctx.db, page), lookedTo: null }
      : await pageAuditOfParty(ctx.db, scan, of.party);
  const shown = found.slice(0, readMax).filter(({ action }) => !isMailNoise(action));
  const rows = shown.slice(0, limit);
  const names = await findAuditNames(ctx.db, rows);
  return {
    items: rows.map((row) => viewAuditRow(owner.accountId, names, row)),
    next_before: whereNext({ found, shown, rows, readMax }) ?? lookedTo,
    of: of?.label ?? null,
  };
}

type Read = { found: AuditRow[]; shown: AuditRow[]; rows: AuditRow[]; readMax: number };

function whereNext({ found, shown, rows, readMax }: Read): string | null {
  if (shown.length > rows.length) return rows.at(-1)?.id ?? null;
  return found.length > readMax ? (found[readMax - 1]?.id ?? null) : null;
}

/** A page may hold fewer rows than were asked for where many mails lie between them. */
const ROWS_READ_FACTOR = 3;

/** Each act sends mails: that they went out is for administrators; that one was refused is news. */
const isMailNoise = (action: string): boolean => /_mail\.(?:sent|skipped)$/.test(action);

function readBefore(before: string | undefined): string | null {
  if (before === undefined) return null;
  if (idSchema.safeParse(before).success) return before;
  throw new MarketError("invalid_request", "`before` is the id of an audit row.", {
    faults: [{ pointer: "?before", code: "invalid_format", detail: "is not an id" }],
  });
}
