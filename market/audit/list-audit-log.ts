/** The audit log of an account. */
import { findAuditNames, pageAuditLog } from "../../db/queries/journal/audit-log.ts";
import type { Context, OwnerActor } from "../context.ts";
import { MarketError } from "../errors.ts";
import { PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX } from "../limits.ts";
import { idSchema } from "../text.ts";
import { type AuditItem, viewAuditRow } from "./audit-view.ts";

export type AuditLogQuery = {
  /** 1 to 100, by default 20. */
  limit?: number;
  /** The `next_before` of the page before; the newest rows without it. */
  before?: string | undefined;
};

/**
 * What the person, its API keys and its agents did, and what was done to its account, keys, agents,
 * listings, purchases and sales; newest first, without the mails that went out of it. No address, no
 * secret, and no name of another side.
 * Errors: invalid_request for a `before` that is no id.
 */
export async function listAuditLog(
  ctx: Context,
  owner: OwnerActor,
  query: AuditLogQuery = {},
): Promise<{ items: AuditItem[]; next_before: string | null }> {
  const limit = Math.min(Math.max(query.limit ?? PAGE_ITEMS_DEFAULT, 1), PAGE_ITEMS_MAX);
  const before = readBefore(query.before);
  const readMax = limit * ROWS_READ_FACTOR;
  const page = { accountId: owner.accountId, before, limit: readMax + 1 };
  const found = await pageAuditLog(ctx.db, page);
  const shown = found.slice(0, readMax).filter(({ action }) => !isMailNoise(action));
  const rows = shown.slice(0, limit);
  const names = await findAuditNames(ctx.db, rows);
  const last = shown.length > limit ? rows.at(-1) : found[readMax - 1];
  const isMore = shown.length > limit || found.length > readMax;
  return {
    items: rows.map((row) => viewAuditRow(owner.accountId, names, row)),
    next_before: isMore ? (last?.id ?? null) : null,
  };
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
