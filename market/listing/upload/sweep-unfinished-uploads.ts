/** What lies in the store of uploads that nobody goes on with. */
import { findOpenMultiparts } from "../../../db/queries/listings/uploads.ts";
import type { RunningMultipart } from "../../../platform/storage/port.ts";
import type { Context } from "../../context.ts";
import { unknownKeptSeconds } from "./rules.ts";

const askedAtOnceMax = 1000;
const abortsAtOnceMax = 10;

/**
 * Ends at the store what began more than a day before its URLs end and no open upload of the database
 * knows (parts of an upload that was given up, or whose row a crash left unwritten, and the store's own
 * unfinished writes), and removes temporary files as old; returns how many.
 */
export async function sweepUnfinishedUploads(ctx: Context): Promise<number> {
  const olderThanSeconds = unknownKeptSeconds(ctx.config.UPLOAD_URL_TTL_SECONDS);
  const running = await ctx.storage.listMultiparts({ olderThanSeconds });
  let ended = 0;
  for (let first = 0; first < running.length; first += askedAtOnceMax) {
    const some = running.slice(first, first + askedAtOnceMax);
    const open = await findOpenMultiparts(ctx.db, some);
    ended += await abortAll(
      ctx,
      some.filter(({ multipartId }) => !open.has(multipartId)),
    );
  }
  return ended + (await ctx.storage.sweep({ olderThanSeconds }));
}

async function abortAll({ storage }: Context, unknown: RunningMultipart[]): Promise<number> {
  for (let first = 0; first < unknown.length; first += abortsAtOnceMax) {
    const some = unknown.slice(first, first + abortsAtOnceMax);
    await Promise.all(some.map(({ key, multipartId }) => storage.abortMultipart(key, multipartId)));
  }
  return unknown.length;
}
