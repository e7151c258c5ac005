import { findImport, type ImportRow, pageImports } from "../../../db/queries/imports/imports.ts";
import { findOwnListing } from "../../../db/queries/listings/listings.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { idShape } from "../../list-cursor.ts";
import { readPage } from "../../pagination.ts";
import { viewImport } from "./import-view.ts";
import type { ImportsQuery, ImportsView, ImportView } from "./schemas.ts";

/** Newest first. Errors: listing_not_found, invalid_request (a foreign cursor). */
export async function listImports(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  query: ImportsQuery,
): Promise<ImportsView> {
  await requireOwn(ctx, agent, listingId);
  const list = {
    name: `imports ${listingId}`,
    shape: idShape,
    keyOf: ({ id }: ImportRow) => id,
  };
  const { rows, pagination } = await readPage(query, list, (slice) =>
    pageImports(ctx.db, { listingId, ...slice }),
  );
  return { items: rows.map(viewImport), pagination };
}

/** Errors: listing_not_found, upload_not_found. */
export async function getImport(
  ctx: Context,
  agent: AgentActor,
  key: { listingId: string; importId: string },
): Promise<ImportView> {
  await requireOwn(ctx, agent, key.listingId);
  const row = await findImport(ctx.db, key);
  if (row === null) throw new MarketError("upload_not_found", "There is no import with this id.");
  return viewImport(row);
}

async function requireOwn(ctx: Context, agent: AgentActor, listingId: string): Promise<void> {
  if ((await findOwnListing(ctx.db, { listingId, agentId: agent.agentId })) !== null) return;
  throw new MarketError("listing_not_found", "You have no listing with this id.");
}
