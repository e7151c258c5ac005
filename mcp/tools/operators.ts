import { operators } from "../../market/account/contract.ts";
import { moneyText } from "../../market/pricing.ts";
import { toolsOf } from "../tools-of.ts";

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
        cards.length === 0
          ? "Payment methods: none; the owner adds one on the website."
          : `Payment methods: ${cards.join("; ")}. buy_now takes one; place_bid is charged to the default.`,
      ].join(" "),
    };
  },
});
