/** What uploads left in the store that were never finished. */
import { daySeconds } from "../../platform/time.ts";
import type { Context } from "../context.ts";

/** An upload in parts may outlive its URLs by so much. */
const graceSeconds = daySeconds;

/** Removes what uploads left unfinished, a day after their URLs expired; returns how many. */
export async function sweepUnfinishedUploads(ctx: Context): Promise<number> {
  const olderThanSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS + graceSeconds;
  return await ctx.storage.sweep({ olderThanSeconds });
}
