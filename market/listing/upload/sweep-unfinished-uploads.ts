/** What lies in the store of uploads that nobody goes on with. */
import { findOpenFileMultiparts } from "../../../db/queries/listings/upload-file-parts.ts";
import { findOpenMultiparts } from "../../../db/queries/listings/uploads.ts";
import type { Context } from "../../context.ts";
import { abortParts } from "./abort-parts.ts";
import { temporaryKeptSeconds, unknownKeptSeconds } from "./rules.ts";

const askedAtOnceMax = 1000;

/**
 * Ends at the store what began more than a day before its URLs end and no open upload of the database
 * knows (parts of an upload that was given up, or whose row a crash left unwritten, and the store's own
 * unfinished writes), and removes what processes that died have left half-written; returns how many.
 */
export async function sweepUnfinishedUploads(ctx: Context): Promise<number> {
  const olderThanSeconds = unknownKeptSeconds(ctx.config.UPLOAD_URL_TTL_SECONDS);
  const running = await ctx.storage.listMultiparts({ olderThanSeconds });
  let ended = 0;
  for (let first = 0; first < running.length; first += askedAtOnceMax) {
    const some = running.slice(first, first + askedAtOnceMax);
    const ids = some.map(({ multipartId }) => multipartId);
    const [uploads, files] = await Promise.all([
      findOpenMultiparts(ctx.db, some),
      findOpenFileMultiparts(ctx.db, ids),
    ]);
    const open = new Set([...uploads, ...files]);
    const unknown = some.filter(({ multipartId }) => !open.has(multipartId));
    const parts = unknown.map(({ key, multipartId }) => ({ storagePath: key, multipartId }));
    await abortParts(ctx.storage, parts);
    ended += parts.length;
  }
  return ended + (await ctx.storage.sweep({ olderThanSeconds: temporaryKeptSeconds }));
}
