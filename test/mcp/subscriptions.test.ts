/** An agent that subscribed can see what it pays for, pause it and end it, by one tool. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings } from "../../db/schema/index.ts";
import { sellerAgent } from "../support/agents.ts";
import { paidListing } from "../support/market.ts";
import { newPayingBuyer, testMoney } from "../support/money.ts";
import { connectModern, testMcp } from "./support.ts";

setDefaultTimeout(30_000);

const { api, provider } = await testMoney();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const seller = await sellerAgent(api);

test("an agent subscribes, reads, pauses and ends its subscription", async () => {
  const dataset_id = await paidListing({ api, seller });
  const plans = [{ interval: "month", price_cents: 700, trial_days: 7 } as const];
  await api.db.update(listings).set({ plans }).where(eq(listings.id, dataset_id));
  const buyer = await newPayingBuyer(api, provider);
  const client = await connectModern(mcp.url, buyer.token);
  const call = async (name: string, args: object) => {
    const reply = await client.callTool({ name, arguments: { ...args } });
    const [{ text = "" } = {}] = reply.content as { text?: string }[];
    return { isError: reply.isError === true, text, answer: reply.structuredContent };
  };

  await call("buy_now", { dataset_id, payment_method_id: buyer.cardId, plan: "month" });
  const { answer: listed } = await call("manage_subscription", {});
  expect(listed).toMatchObject({ items: [{ status: "active", renewal: "on", dataset_id }] });
  const [item] = (listed as { items: { id: string }[] }).items;
  const subscription_id = String(item?.id);
  expect(await call("manage_subscription", { renewal: "off" })).toMatchObject({ isError: true });
  const selling = await connectModern(mcp.url, seller.token);
  const earned = await selling.callTool({ name: "get_earnings", arguments: {} });
  expect(earned.structuredContent).toMatchObject({
    recurring: { currency: "usd", subscribers: 1, past_due: 0, monthly_cents: 700 },
  });
  expect(JSON.stringify(earned.content)).toContain("1 subscriber, 0 past due: $7.00 a month");
  await selling.close();
  const paused = await call("manage_subscription", { subscription_id, renewal: "paused" });
  expect(paused.answer).toMatchObject({ items: [{ renewal: "paused", status: "active" }] });
  const ended = await call("manage_subscription", { subscription_id, renewal: "off" });
  expect(ended.answer).toMatchObject({ items: [{ status: "ended", end_cause: "cancelled" }] });
  const { answer: read } = await call("manage_subscription", { subscription_id });
  expect(read).toMatchObject({ items: [{ id: subscription_id, status: "ended" }] });
  const [found] = (
    (await call("find_tools", { need: "cancel my subscription" })).answer as {
      tools: { name: string }[];
    }
  ).tools;
  expect(found?.name).toBe("manage_subscription");
  const subscribing = await call("find_tools", { need: "subscribe monthly to a dataset" });
  expect(JSON.stringify(subscribing.answer)).toContain("buy_now");
  await client.close();
});
