import { operators } from "../../market/account/contract.ts";
import type { OperatorView } from "../../market/account/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { toolsOf } from "../tools-of.ts";

/** Refusals of buy_now follow from these. */
function limitWords({ key, currency }: OperatorView): string {
  const { max_per_purchase_cents: most, confirm_above_cents: above, categories } = key.limits;
  const limits = [
    most === null ? [] : `at most ${moneyText(most, currency)} a purchase`,
    above === null ? [] : `above ${moneyText(above, currency)} the owner has to approve`,
    categories.length === 0 ? [] : `only the categories ${categories.join(", ")}`,
  ].flat();
  return limits.length === 0 ? "No other limits." : `Limits: ${limits.join("; ")}.`;
}

export const operatorTools = toolsOf(operators, {
  readOperator(answer) {
    const cards = answer.payment_methods.map(
      ({ id, brand, last4, is_default: isDefault }) =>
        `${id} (${brand} ${last4}${isDefault ? ", default" : ""})`,
    );
    const { remaining_cents: left, currency } = answer;
    return {
      text: [
        `Key ${answer.key.prefix}…, ${answer.mode} money, scopes: ${answer.key.scopes.join(", ")}.`,
        left === null
          ? "No budget is set."
          : `${moneyText(left, currency)} of the budget are left.`,
        limitWords(answer),
        cards.length === 0
          ? "Payment methods: none; the owner adds one on the website."
          : `Payment methods: ${cards.join("; ")}. buy_now takes one; place_bid is charged to the default.`,
      ].join(" "),
    };
  },
});
