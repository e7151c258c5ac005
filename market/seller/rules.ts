/**
 * Decides which of a seller's statistics are public, so that none identifies a single buyer. Pure.
 */
import type { StarCounts } from "../../db/vocabulary/review.ts";
import { SELLER_SALES_SHOWN_MIN } from "./limits.ts";

type Times = { asked: number; answered: number; medianSeconds: number | null };

/** Below the minimum, neither sales nor disputes are shown. */
export function isHistoryShown(sales: number): boolean {
  return sales >= SELLER_SALES_SHOWN_MIN;
}

/** The median in whole minutes; null for fewer answers than the minimum of sales. */
export function shownTimes({ asked, answered, medianSeconds }: Times): {
  asked: number;
  answered: number;
  median_minutes: number;
} | null {
  if (answered < SELLER_SALES_SHOWN_MIN || medianSeconds === null) return null;
  return { asked, answered, median_minutes: Math.max(1, Math.round(medianSeconds / 60)) };
}

/** The number of ratings and their unweighted mean with two decimals; null without ratings. */
export function ratingOf(counts: StarCounts): { count: number; mean: number | null } {
  const count = counts.reduce((sum, some) => sum + some, 0);
  if (count === 0) return { count, mean: null };
  const stars = counts.reduce((sum, some, index) => sum + some * (index + 1), 0);
  return { count, mean: Math.round((stars / count) * 100) / 100 };
}
