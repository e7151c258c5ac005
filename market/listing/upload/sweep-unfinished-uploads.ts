import { findOpenFileMultiparts } from "../../../db/queries/listings/upload-file-parts.ts";
import { findOpenMultiparts } from "../../../db/queries/listings/uploads.ts";
import type { Context } from "../../context.ts";
import { abortParts } from "./abort-parts.ts";
import { temporaryKeptSeconds, unknownKeptSeconds } from "./rules.ts";

const askedAtOnceMax = 1000;

/**
 * Aborts multipart uploads at the store that started more than a day before their URLs expire and that
 * no open upload knows: aborted ones, those whose row a crash left unwritten, and the store's own
 * unfinished writes. Removes half-written files of processes that died. Returns how many.
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
