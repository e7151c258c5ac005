/** Rate limit windows shared by all processes: one for each caller and limit. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { rateWindows } from "../../schema/index.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";

export type RateWindowRequest = {
  key: string;
  calls: number;
  callsMax: number;
  windowSeconds: number;
};
export type RateWindowGrant = {
  /** Granted number of the requested calls. */
  calls: number;
  /** How many more calls the window has. */
  callsLeft: number;
  msLeft: number;
};

/** Takes calls from a window, which the first request opens. Uses the database's clock. */
export async function spendRateWindow(
  db: Database,
  wanted: RateWindowRequest,
): Promise<RateWindowGrant> {
  const { key, calls, callsMax, windowSeconds } = wanted;
  const isOver = sql`${rateWindows.endsAt} <= now()`;
  const ending = sql`now() + make_interval(secs => ${windowSeconds})`;
  const [row] = await db
    .insert(rateWindows)
    .values({ key, spent: calls, endsAt: ending })
    .onConflictDoUpdate({
      target: rateWindows.key,
      set: {
        // Capped, however often a refused caller asks.
        spent: sql`case when ${isOver} then ${calls}::int
          else least(${rateWindows.spent}, ${callsMax}::int) + ${calls}::int end`,
        endsAt: sql`case when ${isOver} then ${ending} else ${rateWindows.endsAt} end`,
      },
    })
    .returning({
      spent: rateWindows.spent,
      msLeft: sql<number>`ceil(extract(epoch from ${rateWindows.endsAt} - now()) * 1000)::int`,
    });
  // A missing row must not count as a refusal, which would last for the whole window.
  const { spent = Number.NaN, msLeft = Number.NaN } = row ?? {};
  if (Number.isNaN(spent + msLeft)) {
    throw new Error("the rate window returned no count");
  }
  const excess = Math.max(0, spent - callsMax);
  return {
    calls: Math.max(0, calls - excess),
    callsLeft: Math.max(0, callsMax - spent),
    msLeft,
  };
}

/** Deletes windows that ended before the instant; returns how many. */
export function deleteRateWindows(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, rateWindows.endsAt, oldest);
}
