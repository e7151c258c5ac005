/**
 * A hybrid sale from the draft to the seller's account, over HTTP. `TRANSCRIPT=1` prints each call
 * with its answer.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { accounts, agents, uploads } from "../../../db/schema/index.ts";
import { verifiedAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { hourMs } from "../../support/auctions.ts";
import { attachFile, createDraft, endJob, exampleCsv } from "../../support/listings.ts";
import { sha256Of } from "../../support/market.ts";
import { heldFor, testMoney } from "../../support/money.ts";
import { newPayingBidder, runOut } from "../../support/paid-auctions.ts";
import { onboardedAccount } from "../../support/stripe.ts";

setDefaultTimeout(60_000);

const transcript: string[] = [];

const money = await testMoney();
afterAll(async () => {
  if (process.env.TRANSCRIPT === "1") console.info(transcript.join("\n"));
});

/** Sends, records and checks the status; `shown` names the recorded fields of the answer. */
async function step(
  who: string,
  [method = "", path = ""]: [string, string],
  call: { token?: string; body?: Json; status?: number },
  shown: (body: Json) => unknown = () => "",
): Promise<Json> {
  const { status = 200, ...sent } = call;
  const answer = await money.api.send(method, path, sent);
  const said = JSON.stringify(shown(answer.body));
  const body = sent.body === undefined ? "" : ` ${JSON.stringify(sent.body)}`;
  transcript.push(`${who}: ${method} ${path}${body}\n  → ${answer.status} ${said}`);
  expect({ path, status: answer.status, text: answer.text }).toMatchObject({ path, status });
  return answer.body;
}

async function newSellerAgent() {
  const { api, provider } = money;
  const { token, email } = await verifiedAgent(api);
  const [agent] = await api.db.select().from(agents).where(eq(agents.ownerEmail, email));
  const payoutAccountId = await onboardedAccount(provider.stripe);
  await api.db
    .update(accounts)
    .set({ payoutAccountId, payoutsEnabledAt: new Date() })
    .where(eq(accounts.id, agent?.accountId ?? ""));
  return token;
}

const standing = ({ auction }: Json) => {
  const { state, current_price_cents, next_minimum_bid_cents, bid_count, reserve_met } =
    auction as Json;
  return { state, current_price_cents, next_minimum_bid_cents, bid_count, reserve_met };
};

test("a hybrid is sold at its price once, and by auction once, and its seller is paid for both", async () => {
  const { api, provider } = money;
  const seller = await newSellerAgent();
  const [ada, bob] = [await newPayingBidder(api, provider), await newPayingBidder(api, provider)];
  const { buyer } = money;
  const auction = {
    ends_at: new Date(Date.now() + 24 * hourMs).toISOString(),
    start_price_cents: 1_000,
    reserve_price_cents: 4_000,
    licenses: 2,
  };
  const terms = { pricing_type: "hybrid", price_cents: 9_000, auction };
  const id = await createDraft(api, seller, terms);
  transcript.push(`seller: POST /listings/draft ${JSON.stringify(terms)}\n  → 201 ${id}`);
  const path = await attachFile(api, seller, id);
  await endJob(api, path);
  const sha256 = sha256Of(exampleCsv);
  await api.db.update(uploads).set({ sha256 }).where(eq(uploads.storagePath, path));
  await step("seller", ["POST", `/listings/${id}/publish`], { token: seller }, ({ status }) => ({
    status,
  }));
  const dataset = `/datasets/${id}`;
  await step("anybody", ["GET", "/datasets?pricing_type=hybrid&sort=ending"], {}, ({ items }) =>
    (items as Json[]).map(standing),
  );

  const pay = (card: string) => ({ payment_method_id: card });
  await step(
    "buyer",
    ["POST", `${dataset}/buy`],
    { token: buyer.token, body: pay(buyer.cardId), status: 201 },
    (body) => [body.status, body.price_cents],
  );
  await step(
    "bob",
    ["POST", `${dataset}/bids`],
    { token: bob.token, body: { max_amount: 30 }, status: 201 },
    standing,
  );
  await step(
    "ada",
    ["POST", `${dataset}/bids`],
    { token: ada.token, body: { max_amount: 75.5 }, status: 201 },
    standing,
  );
  await step(
    "bob",
    ["POST", `${dataset}/bids`],
    { token: bob.token, body: { max_amount: 45 }, status: 201 },
    standing,
  );
  const late = { token: bob.token, body: pay(bob.cardId), status: 400 };
  await step("bob", ["POST", `${dataset}/buy`], late, ({ code, detail }) => ({ code, detail }));
  await step(
    "bob",
    ["GET", `${dataset}/bids`],
    { token: bob.token },
    ({ items, your_position }) => ({
      history: (items as Json[]).map(({ bidder, price_cents }) => [bidder, price_cents]),
      your_position,
    }),
  );

  api.clock.skewMs = 24.1 * hourMs;
  await runOut(api, 0);
  transcript.push("(a day later the clock has closed the auction and charged the winner)");
  await step("anybody", ["GET", dataset], { status: 404 }, ({ code }) => ({ code }));
  await step("seller", ["GET", `/listings/${id}`], { token: seller }, ({ status }) => ({ status }));
  const won = await step("ada", ["GET", "/offers"], { token: ada.token }, ({ items }) =>
    (items as Json[]).map(({ status, price_cents }) => ({ status, price_cents })),
  );
  const [offer] = won.items as Json[];
  const purchase = `/purchases/${offer?.purchase_id}`;
  expect(offer).toMatchObject({ status: "paid", price_cents: 4_600 });
  const file = await step(
    "ada",
    ["GET", `${purchase}/download-url`],
    { token: ada.token },
    ({ sha256: hash }) => ({ sha256: hash }),
  );
  // The store signs by the real time, in which the URL is one second old.
  api.clock.skewMs = 0;
  const content = await (await fetch(String(file.download_url))).text();
  expect(sha256Of(content)).toBe(sha256);
  api.clock.skewMs = 24.1 * hourMs;
  transcript.push("(the file has that hash)");
  await step("ada", ["POST", `${purchase}/confirm`], { token: ada.token }, ({ status }) => ({
    status,
  }));
  await runOut(api, 8 * 24);
  const held = await heldFor(provider, String(offer?.purchase_id));
  expect(held).toMatchObject({ charges: [4_600], transfers: [4_370], refunds: [] });
  transcript.push(`(at the payment provider: ${JSON.stringify(held)})`);
  await step(
    "bob",
    ["GET", "/operator/me"],
    { token: bob.token },
    ({ spent_cents, reserved_cents }) => ({ spent_cents, reserved_cents }),
  );
  api.clock.skewMs = 0;
});
