/** What is told of a seller's history, and what is not since it would tell of a single buyer. Pure. */
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
