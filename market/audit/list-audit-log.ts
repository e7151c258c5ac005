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
  /** The `next_before` of the previous page; without it, the newest rows. */
  before?: string | undefined;
};

export type AuditLog = {
  items: AuditItem[];
  /** The next page's `before`, if there may be older rows, even if this page is empty. */
  next_before: string | null;
  /** The name of the actor that filters the page; null without a filter. */
  of: string | null;
};

/**
 * Actions of the person, of its API keys and of its agents, and actions on its account, keys,
 * agents, listings, purchases and sales. Newest first, without the mails that were sent for them,
 * and without addresses, secrets and names of other parties. Errors: invalid_request (`before` is
 * not an id), connection_not_found, api_key_not_found, agent_not_found.
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

/** A page may hold fewer rows than requested if many mails lie between them. */
const ROWS_READ_FACTOR = 3;

/** Each action sends mails. Only administrators need to see sent ones; refused ones are shown. */
const isMailNoise = (action: string): boolean => /_mail\.(?:sent|skipped)$/.test(action);

function readBefore(before: string | undefined): string | null {
  if (before === undefined) return null;
  if (idSchema.safeParse(before).success) return before;
  throw new MarketError("invalid_request", "`before` is the id of an audit row.", {
    faults: [{ pointer: "?before", code: "invalid_format", detail: "is not an id" }],
  });
}
