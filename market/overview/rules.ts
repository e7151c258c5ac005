/** Arranges an account's money by months. Pure. */

/** One person's or agent's part of the months that the overview shows, oldest first. */
export type MoneyMonth = {
  /** A month of UTC, such as 2026-11. */
  month: string;
  paidByPersonCents: number;
  paidByAgentsCents: number;
  /** Refunds and lost chargebacks that reached the buyer. */
  returnedCents: number;
  /** The seller's share of sales released in this month, after fees. */
  earnedCents: number;
};

type Spending = {
  month: string;
  isByPerson: boolean;
  paidCents: number;
  returnedCents: number;
};
type Earning = { month: string; earnedCents: number };

/** The last `count` months of UTC, oldest first; the last one is that of `now`. */
export function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - at), 1));
    return month.toISOString().slice(0, 7);
  });
}

/** Every month, also those without any movement. Rows of other months are ignored. */
export function moneyByMonth(
  months: readonly string[],
  spending: readonly Spending[],
  earnings: readonly Earning[],
): MoneyMonth[] {
  return months.map((month) => {
    const spent = spending.filter((row) => row.month === month);
    const earned = earnings.filter((row) => row.month === month);
    const paid = (isByPerson: boolean) =>
      sum(spent.filter((row) => row.isByPerson === isByPerson).map((row) => row.paidCents));
    return {
      month,
      paidByPersonCents: paid(true),
      paidByAgentsCents: paid(false),
      returnedCents: sum(spent.map((row) => row.returnedCents)),
      earnedCents: sum(earned.map((row) => row.earnedCents)),
    };
  });
}

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
