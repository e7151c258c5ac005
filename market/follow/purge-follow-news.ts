import { deleteOldNews } from "../../db/queries/follows/news.ts";
import { deleteOldDigests } from "../../db/queries/mail-digests.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";
import { FOLLOW_NEWS_KEPT_DAYS } from "./limits.ts";

/** Deletes expired news and their mails; returns how many news. Any number of processes may run it. */
export async function purgeFollowNews(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - FOLLOW_NEWS_KEPT_DAYS * dayMs);
  const news = await purgeInBatches(purgeLimits, (rowsMax) =>
    deleteOldNews(ctx.db, { before, rowsMax }),
  );
  await purgeInBatches(purgeLimits, (rowsMax) =>
    deleteOldDigests(ctx.db, "follow", { before, rowsMax }),
  );
  return news;
}
