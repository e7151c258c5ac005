/** What a key has spent of its budget, in the list and on its own page. */

import type { ApiKeySummary } from "../../../market/account/read.ts";
import { moneyText } from "../../../market/pricing.ts";
import { windowWords } from "./words.ts";

/** What was spent in the running window, and how much of the budget that is. */
export function Spent(props: { spent: ApiKeySummary; currency: string }): JSX.Element {
  const { spentCents, budgetCents, budgetPeriod, remainingCents } = props.spent;
  const spent = `${moneyText(spentCents, props.currency)} ${windowWords[budgetPeriod ?? "total"]}`;
  if (budgetCents === null || remainingCents === null) return <span safe>{spent}</span>;
  const left = `${moneyText(remainingCents, props.currency)} left`;
  return (
    <span class="lines">
      <span safe>{spent}</span>
      <meter min="0" max={budgetCents} value={spentCents} aria-label="Spent of the budget" />
      <span class="muted small" safe>
        {left}
      </span>
    </span>
  );
}
