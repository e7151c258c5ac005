import type { ApiKeySummary } from "../../../market/account/read.ts";
import { moneyText } from "../../../market/pricing.ts";
import { windowWords } from "./words.ts";

/** The amount spent in the current period, and its share of the budget. */
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
