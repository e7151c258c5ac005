import { createHash } from "node:crypto";
import { Agent, DeadEnd, type Figures, idOf } from "../agent.ts";
import type { Market } from "../market.ts";

/**
 * "Orders of a shop in 2025 with the price of each, at most $15, without gaps in the price." The
 * agent searches, reads the profile of the best hit, buys, checks the file and confirms.
 */
export async function buy(market: Market, figures: Figures): Promise<void> {
  const agent = await Agent.connect(market.mcpUrl, await market.newBuyer("buy"), figures);
  const wish = { query: "online shop orders 2025 price per order", max_price: 15 };
  const found = await agent.call("search_datasets", wish);
  const datasetId = idOf(found, "Orders of an online shop");
  const profile = await agent.call("get_profile", { dataset_id: datasetId });
  const gaps = agent.fact("gaps of the price", profile, /"total_eur".*?(\d+|no) (?:missing|gaps)/);
  if (!/^(0|no)$/.test(gaps)) throw new DeadEnd(`total_eur has ${gaps} gaps`);
  agent.fact("mean of the price", profile, /total_eur.*?mean (\d[\d.,]*)/, /"mean":(\d[\d.]*)/);
  agent.fact("findings", profile, /((?:no|\d+) findings?)/);
  const operator = await agent.call("get_operator");
  const card = agent.fact("a card", operator, /\b(pm_\w+)/);
  const bought = await agent.call("buy_now", { dataset_id: datasetId, payment_method_id: card });
  const purchaseId = agent.fact("the purchase", bought, /Purchase ([0-9a-f-]{36})/i);
  const link = await agent.call("get_purchase_download_url", { purchase_id: purchaseId });
  const url = agent.fact("the file's address", link, /(https?:\/\/\S+)/);
  const sha256 = agent.fact("the file's hash", link, /sha256:? ([0-9a-f]{64})/i);
  const bytes = await (await agent.fetch(url)).bytes();
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
    throw new DeadEnd("the file has another hash");
  }
  await agent.call("confirm_purchase", { purchase_id: purchaseId });
}
