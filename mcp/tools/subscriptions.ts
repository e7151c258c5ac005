import { moneyText } from "../../market/pricing.ts";
import { subscriptions } from "../../market/subscription/contract.ts";
import type { SubscriptionPatch, SubscriptionView } from "../../market/subscription/schemas.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import type { ToolCall } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten } from "../untrusted.ts";
import { count } from "../words.ts";

export const subscriptionTools = toolsOf(subscriptions, {
  updateSubscription: {
    async result(call, { subscription_id: id, ...patch }) {
      const items = await readOrChange(call, id, patch);
      return {
        text: `${count(items.length, "subscription")}.`,
        stranger: {
          source: "subscriptions",
          text: shorten(items.map(lineOf).join("\n"), STRANGER_CHARS_MAX),
        },
        untrusted: items.length === 0 ? [] : ["/items/*/dataset_title"],
        structured: { items },
      };
    },
  },
});

async function readOrChange(
  call: ToolCall,
  id: string | undefined,
  patch: SubscriptionPatch,
): Promise<SubscriptionView[]> {
  const isChange = Object.values(patch).some((one) => one !== undefined);
  if (id === undefined) {
    if (isChange) throw call.refuse("/subscription_id", "Name the subscription that you change.");
    return (await call.request(subscriptions.listSubscriptions)).items;
  }
  const params = { id };
  return [
    isChange
      ? await call.request(subscriptions.updateSubscription, { params, body: patch })
      : await call.request(subscriptions.getSubscription, { params }),
  ];
}

function lineOf(subscription: SubscriptionView): string {
  const { id, status, renewal, dataset_id, dataset_title, interval, price_cents } = subscription;
  const { currency, period_ends_at, next_charge_at, failure } = subscription;
  const next =
    next_charge_at === null
      ? `nothing more is charged, its period ends ${period_ends_at}`
      : `charged next at ${next_charge_at}`;
  const price = `${moneyText(price_cents, currency)} a ${interval}`;
  const trouble = failure === null ? "" : ` The last charge failed: ${failure}`;
  return `- ${id} (${status}, renewal ${renewal}): ${quoted(dataset_title)}, dataset ${dataset_id}, ${price}, ${next}.${trouble}`;
}
