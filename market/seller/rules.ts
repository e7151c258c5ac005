/** What is told of a seller's history, and what is not since it would tell of a single buyer. Pure. */
import type { StarCounts } from "../../db/vocabulary/review.ts";
import { SELLER_SALES_TOLD_MIN } from "./limits.ts";

type Times = { asked: number; answered: number; medianSeconds: number | null };

/** Below the least number of sales neither they nor their disputes are told. */
export function isHistoryTold(sales: number): boolean {
  return sales >= SELLER_SALES_TOLD_MIN;
}

/** The median in whole minutes, of as many answers at least as sales are told from; null: of fewer. */
export function toldTimes({ asked, answered, medianSeconds }: Times): {
  asked: number;
  answered: number;
  median_minutes: number;
} | null {
  if (answered < SELLER_SALES_TOLD_MIN || medianSeconds === null) return null;
  return { asked, answered, median_minutes: Math.max(1, Math.round(medianSeconds / 60)) };
}

/** How many there are, and their plain mean to two places; null of none. No weight is put on anything. */
export function ratingOf(counts: StarCounts): { count: number; mean: number | null } {
  const count = counts.reduce((sum, some) => sum + some, 0);
  if (count === 0) return { count, mean: null };
  const stars = counts.reduce((sum, some, index) => sum + some * (index + 1), 0);
  return { count, mean: Math.round((stars / count) * 100) / 100 };
}
