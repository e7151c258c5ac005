/** The calls that processes hand out together, a window for each caller and limit. */
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
  /** Of those that were wanted. */
  calls: number;
  /** How many others the window still has. */
  callsLeft: number;
  msLeft: number;
};

/** Hands out calls of a window, and opens it with the first of them. Counts by the database's clock. */
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
        // Never more than a window and one asking, however often a refused caller asks.
        spent: sql`case when ${isOver} then ${calls}::int
          else least(${rateWindows.spent}, ${callsMax}::int) + ${calls}::int end`,
        endsAt: sql`case when ${isOver} then ${ending} else ${rateWindows.endsAt} end`,
      },
    })
    .returning({
      spent: rateWindows.spent,
      msLeft: sql<number>`ceil(extract(epoch from ${rateWindows.endsAt} - now()) * 1000)::int`,
    });
  // No answer is no refusal, which would stand for the whole window: the caller goes on without it.
  const { spent = Number.NaN, msLeft = Number.NaN } = row ?? {};
  if (Number.isNaN(spent + msLeft)) {
    throw new Error("the store counted a call and did not say how many");
  }
  const excess = Math.max(0, spent - callsMax);
  return {
    calls: Math.max(0, calls - excess),
    callsLeft: Math.max(0, callsMax - spent),
    msLeft,
  };
}

/** Forgets windows that were over before; says how many. */
export function deleteRateWindows(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, rateWindows.endsAt, oldest);
}
