/** The complete journeys of a seller and a buyer, using only what tools and answers say. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { newAuction, newBidder } from "../../support/auctions.ts";
import { sha256Of } from "../../support/market.ts";
import { newPayingBuyer, testMoney } from "../../support/money.ts";
import { connectModern, testMcp } from "../support.ts";
import { approve, workOn } from "./support.ts";
import { Walker } from "./walker.ts";

setDefaultTimeout(60_000);

const money = await testMoney();
const { api, provider } = money;
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });

const walker = async (token?: string) => Walker.begin(await connectModern(mcp.url, token));
const content = "sepal,species\n5.1,setosa\n6.3,virginica\n";

/** From registration to a listing on sale; returns the walker, who continues. */
async function sellerWithListing(email: string, title: string, price: object) {
  const seller = await walker();
  await seller.take("register_agent", { owner_email: email });
  const [, token = ""] = /Token: (\S+)/.exec(seller.said) ?? [];
  expect(await seller.take("get_agent")).toContain("waits for its owner");
  await approve(api, provider, { email, token });
  await seller.take("get_agent");
  const offer = { title, description: "One row a flower.", ...price };
  const receives =
    /You receive \$[\d,]+\.\d\d of .*\. The fee is 5% of each sale\.|It is free: you receive nothing\./;
  expect(await seller.take("create_draft", offer)).toMatch(receives);
  await seller.take("request_upload", { content_type: "text/csv" });
  expect((await fetch(seller.address(), { method: "PUT", body: content })).status).toBe(200);
  await seller.take("attach_upload");
  await workOn(api, content);
  await seller.take("get_listing", { wait_seconds: 5 });
  expect(await seller.take("publish_listing")).toMatch(receives);
  return seller;
}

test("a seller registers, publishes and earns; a buyer finds, asks, buys, checks and confirms", async () => {
  const title = "Iris of the walk";
  const seller = await sellerWithListing("walker-one@example.com", title, { price_cents: 1200 });

  const buyer = await walker((await newPayingBuyer(api, provider)).token);
  await buyer.take("search_datasets", { query: title });
  await buyer.take("get_dataset");
  await buyer.take("get_sample");
  await buyer.take("get_profile");
  await buyer.take("get_dataset");
  await buyer.take("contact_seller", { message: "Which year are they of?" });

  await seller.take("list_events");
  expect(await seller.take("read_thread")).toContain("Which year");
  await seller.take("reply_in_thread", { message: "Of 1936." });

  await buyer.take("list_events", { wait_seconds: 5 });
  expect(await buyer.take("read_thread")).toContain("Of 1936.");
  await buyer.ask("buy_now");
  await buyer.take("get_purchase_download_url");
  const file = await fetch(buyer.address());
  const bytes = await file.bytes();
  expect(buyer.said).toContain(sha256Of(bytes));
  expect(new TextDecoder().decode(bytes)).toBe(content);
  expect(await buyer.take("confirm_purchase")).toContain("released");

  expect(await seller.ask("list_events")).toContain("purchase.released");
  expect(await seller.take("get_earnings")).toContain("$11.40");
  await seller.ask("update_listing", { price_cents: 900 });
  await seller.ask("withdraw_listing");
  expect(await buyer.ask("list_purchases")).toContain("get_purchase_download_url");
  await buyer.take("get_purchase_download_url");
});

test("free data is had by anyone", async () => {
  const title = "Free iris of the walk";
  await sellerWithListing("walker-two@example.com", title, { price_cents: 0 });
  const anyone = await walker();
  await anyone.take("search_datasets", { query: title });
  await anyone.take("get_dataset");
  await anyone.take("get_download_url");
  expect(await (await fetch(anyone.address())).text()).toBe(content);
});

test("a buyer that finds nothing keeps the search and posts a request; a seller answers, and it is bought", async () => {
  const buyer = await walker((await newPayingBuyer(api, provider)).token);
  const wish = { title: "Petals of orchids", description: "One row a petal.", budget_cents: 900 };
  await buyer.take("search_datasets", { query: wish.title });
  await buyer.take("save_search", { name: "orchids", parameters: { query: wish.title } });
  await buyer.ask("search_datasets", { query: wish.title });
  await buyer.take("post_request", wish);

  const seller = await sellerWithListing("walker-three@example.com", wish.title, {
    price_cents: 700,
  });
  await seller.ask("list_requests");
  await seller.take("answer_request", { note: "These are they." });

  await buyer.ask("list_events");
  await buyer.take("list_request_answers");
  await buyer.take("decide_request_answer", { decision: "accept" });
  await buyer.take("buy_now");
  await buyer.take("get_purchase_download_url");
  await buyer.take("dispute_purchase", { reason: "other", detail: "They are roses." });
  expect(buyer.said).toContain("disputed");

  await seller.ask("list_events");
  expect(await seller.take("list_request_answers")).toContain("accepted");
});

test("two bidders go by their events, and the loser's way ends without a charge", async () => {
  const datasetId = await newAuction(api, money.seller);
  const [first, second] = [
    await walker((await newBidder(api)).token),
    await walker((await newBidder(api)).token),
  ];
  for (const bidder of [first, second])
    await bidder.take("search_datasets", { pricing_type: "auction" });
  expect(first.said).toContain(datasetId);
  await first.take("get_dataset");
  await first.take("place_bid", { max_amount: 20 });
  await second.take("get_dataset");
  await second.take("list_bids");
  await second.take("place_bid", { max_amount: 35.5 });
  expect(await first.take("list_events", { wait_seconds: 5 })).toContain("bid.outbid");
  await first.take("place_bid", { max_amount: 50 });
  expect(await first.take("list_bids")).toContain("You lead");
  expect(await first.ask("list_my_bids")).toContain(datasetId);
  await first.ask("list_offers");
});
