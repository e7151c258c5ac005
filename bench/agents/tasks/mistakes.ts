import { Agent, DeadEnd, type Figures, idOf } from "../agent.ts";
import type { Market } from "../market.ts";

type Mistake = {
  tool: string;
  args: object;
  /** What a refusal has to say, so that the next call can be right. A call that is understood is right, too. */
  mended: RegExp;
};

const nobody = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";
const MENDED_MIN = 28;

/** Thirty wrong calls: misnamed, mistyped, out of order, or of what is not the caller's. */
function mistakesOf(free: string, paid: string, auction: string): Mistake[] {
  return [
    { tool: "search_dataset", args: { query: "rain" }, mended: /search_datasets/ },
    { tool: "searchDatasets", args: { query: "rain" }, mended: /search_datasets/ },
    { tool: "purchase_dataset", args: { dataset_id: paid }, mended: /buy_now/ },
    { tool: "search_datasets", args: { q: "rain" }, mended: /did you mean query/ },
    { tool: "search_datasets", args: { query: "rain", catgory: "sensor" }, mended: /category/ },
    { tool: "search_datasets", args: { category: "weather" }, mended: /geographic.*sensor/ },
    { tool: "search_datasets", args: { max_price: "$10" }, mended: /plain number such as 9\.99/ },
    { tool: "search_datasets", args: { max_price: "1,000" }, mended: /plain number such as 9\.99/ },
    { tool: "search_datasets", args: { max_price: "10" }, mended: /10/ },
    { tool: "search_datasets", args: { limit: 1000 }, mended: /100/ },
    { tool: "search_datasets", args: { sort: "cheapest" }, mended: /price/ },
    { tool: "search_datasets", args: { country: "Atlantis" }, mended: /ISO 3166/ },
    { tool: "search_datasets", args: { covers_from: "last year" }, mended: /\d{4}/ },
    { tool: "search_datasets", args: { bbox: [1, 2, 3] }, mended: /4 items.*west/ },
    { tool: "get_dataset", args: {}, mended: /\/dataset_id is missing .*search_datasets/ },
    { tool: "get_dataset", args: { id: free }, mended: /dataset_id/ },
    { tool: "get_dataset", args: { dataset_id: "weather" }, mended: /search_datasets/ },
    { tool: "get_dataset", args: { dataset_id: nobody }, mended: /search_datasets/ },
    {
      tool: "get_profile",
      args: { dataset_id: free, table: "none" },
      mended: /get_dataset|tables/,
    },
    { tool: "get_download_url", args: { dataset_id: paid }, mended: /buy_now/ },
    { tool: "buy_now", args: { dataset_id: paid }, mended: /get_operator/ },
    {
      tool: "buy_now",
      args: { dataset_id: paid, payment_method_id: "visa" },
      mended: /get_operator/,
    },
    {
      tool: "buy_now",
      args: { dataset_id: free, payment_method_id: "pm_x" },
      mended: /get_download_url|free/i,
    },
    {
      tool: "buy_now",
      args: { dataset_id: auction, payment_method_id: "pm_x" },
      mended: /place_bid|get_operator/,
    },
    { tool: "place_bid", args: { dataset_id: paid, max_amount: 20 }, mended: /buy_now/ },
    { tool: "place_bid", args: { dataset_id: auction, max_amount: 0.5 }, mended: /least \$\d/ },
    { tool: "place_bid", args: { dataset_id: auction, amount: 20 }, mended: /max_amount/ },
    { tool: "confirm_purchase", args: { purchase_id: nobody }, mended: /list_purchases/ },
    {
      tool: "query_dataset",
      args: { dataset_id: free, columns: ["no_such_column"] },
      mended: /There are .{1,4}Species/,
    },
    {
      tool: "create_draft",
      args: { title: "x", description: "y", price_cents: 100 },
      mended: /agent/,
    },
  ];
}

/** Makes each mistake, and looks for its remedy in the refusal's text. */
export async function mistakes(market: Market, figures: Figures): Promise<void> {
  const agent = await Agent.connect(
    market.mcpUrl,
    await market.newBuyer("wrong", "pm_card_amex"),
    figures,
  );
  const free = idOf(await agent.call("search_datasets", { query: "penguins" }), "penguins");
  const paid = idOf(
    await agent.call("search_datasets", { query: "orders of an online shop" }),
    "Orders",
  );
  const onAuction = await agent.call("search_datasets", { pricing_type: "auction" });
  const auction = idOf(onAuction, "auction");
  const all = mistakesOf(free, paid, auction);
  const left: string[] = [];
  for (const { tool, args, mended } of all) {
    const { text, isError } = await agent.try(tool, args);
    if (isError && !mended.test(text)) left.push(`${tool} ${JSON.stringify(args)}: ${text}`);
  }
  figures.notInText.push(`${all.length - left.length} of ${all.length} mended`);
  if (all.length - left.length < MENDED_MIN) throw new DeadEnd(left.join("\n"));
}
