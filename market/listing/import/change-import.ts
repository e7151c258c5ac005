/** A seller cancels an import, or has a failed one tried again. */
import type { Database } from "../../../db/client.ts";
import { changeImport, type ImportRow, lockImport } from "../../../db/queries/imports/imports.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { lockOwnListing } from "../../../db/queries/listings/listings.ts";
import { findUpload } from "../../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { stateOf } from "../upload/upload-view.ts";
import { viewImport } from "./import-view.ts";
import type { ImportView } from "./schemas.ts";

type ImportKey = { listingId: string; importId: string };

/**
 * Stops an import; a worker then deletes what has arrived. A repeat answers the same.
 * Errors: listing_not_found, upload_not_found, upload_not_open.
 */
export async function cancelImport(
  ctx: Context,
  agent: AgentActor,
  key: ImportKey,
): Promise<ImportView> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockOwn(tx, agent, key);
    if (row.state === "cancelled") return viewImport(row);
    if (row.state === "done") {
      throw new MarketError("upload_not_open", "It has arrived; a later upload can replace it.");
    }
    const now = ctx.now();
    await audit(tx, agent, { key, action: "listing.import_cancelled", now });
    const change = { state: "cancelled", dueAt: now, endedAt: now, source: "" } as const;
    return viewImport(await changeImport(tx, row.id, change));
  });
}

/**
 * Tries a failed import again, from where it stopped.
 * Errors: listing_not_found, upload_not_found, upload_not_open.
 */
export async function retryImport(
  ctx: Context,
  agent: AgentActor,
  key: ImportKey,
): Promise<ImportView> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockOwn(tx, agent, key);
    if (row.state === "waiting" || row.state === "running") return viewImport(row);
    const upload = await findUpload(tx, { listingId: key.listingId, uploadId: row.id });
    const isOpen = upload === null || stateOf(upload) === "open";
    if (row.state !== "failed" || row.source === "" || !isOpen) {
      throw new MarketError("upload_not_open", `The import is ${row.state}: start another one.`);
    }
    const now = ctx.now();
    await audit(tx, agent, { key, action: "listing.import_retried", now });
    const again = { state: "waiting", dueAt: now, endedAt: null, failures: 0 } as const;
    return viewImport(await changeImport(tx, row.id, { ...again, createdAt: now }));
  });
}

async function lockOwn(tx: Database, agent: AgentActor, key: ImportKey): Promise<ImportRow> {
  const { listingId } = key;
  if ((await lockOwnListing(tx, { listingId, agentId: agent.agentId })) === null) {
    throw new MarketError("listing_not_found", "You have no listing with this id.");
  }
  const row = await lockImport(tx, key);
  if (row === null) throw new MarketError("upload_not_found", "There is no import with this id.");
  return row;
}

function audit(
  tx: Database,
  actor: AgentActor,
  { key, action, now }: { key: ImportKey; action: string; now: Date },
): Promise<void> {
  const subject = { subjectKind: "listing", subjectId: key.listingId } as const;
  return writeAudit(tx, { actor, action, ...subject, detail: { import_id: key.importId } }, now);
}
