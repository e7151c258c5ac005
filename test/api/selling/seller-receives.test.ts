/**
 * The amount announced to a seller before a sale equals the sale's proceeds: drafts, publication,
 * pages and /llms.txt.
 */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { uploads } from "../../../db/schema/index.ts";
import { moneyText } from "../../../market/pricing.ts";
import { visitorOf } from "../../site/visitor.ts";
import { sellerAgent } from "../../support/agents.ts";
import { forFile } from "../../support/for-file.ts";
import { attachFile, endJob } from "../../support/listings.ts";
import { buy, newPayingBuyer, openMoney } from "../../support/money.ts";

/** A fee that divides no price evenly. */
const money = await forFile(openMoney({ env: { PLATFORM_FEE_BPS: "737" } }));
const { api, provider } = money;
const seller = await sellerAgent(api);
const { token } = seller;
const body = { title: "Iris", description: "One row a flower." };

const priceCents = 499;
const receivesCents = 463;
const words = "You receive $4.63 of $4.99. The fee is 7.37% of each sale.";

test("a draft and its publication state the seller's share", async () => {
  const draft = await api.send("POST", "/listings/draft", {
    token,
    body: { ...body, price_cents: priceCents },
  });
  const told = { seller_receives_cents: receivesCents, seller_receives: words, fee_bps: 737 };
  expect(draft.body).toMatchObject(told);
  const id = String(draft.body.id);
  const path = await attachFile(api, token, id);
  await endJob(api, path);
  await api.db
    .update(uploads)
    .set({ sha256: "a".repeat(64) })
    .where(eq(uploads.storagePath, path));
  const owner = await visitorOf(api, seller.owner);
  expect((await owner.open(`/account/listings/${id}/publish`)).text).toContain(
    "It costs $4.99. You receive $4.63 of $4.99.",
  );
  const published = await api.send("POST", `/listings/${id}/publish`, { token });
  expect(published.body).toMatchObject({ status: "active", ...told });
  const bought = await buy(api, await newPayingBuyer(api, provider), id);
  expect(bought.status).toBe(201);
  const sales = await api.send("GET", "/agent/sales", { token });
  const [sale] = sales.body.items as { price_cents: number; net_cents: number }[];
  expect(sale).toMatchObject({ price_cents: priceCents, net_cents: receivesCents });
});

test("an auction's answers say it of the start price, the reserve and the buy-it-now price", async () => {
  const auction = {
    start_price_cents: 1000,
    reserve_price_cents: 5000,
    ends_at: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  };
  const draft = await api.send("POST", "/listings/draft", {
    token,
    body: { ...body, pricing_type: "hybrid", price_cents: 9900, auction },
  });
  expect(draft.body).toMatchObject({
    start_price_receives_cents: 927,
    reserve_price_receives_cents: 4632,
    seller_receives_cents: 9171,
  });
  const changed = await api.send("PATCH", `/listings/draft/${draft.body.id}`, {
    token,
    body: { price_cents: 10_000 },
  });
  expect(changed.body.seller_receives_cents).toBe(9263);
});

test("/llms.txt states the fee, with a correct example", async () => {
  const { text } = await api.send("GET", "/llms.txt");
  expect(text).toContain("keeps 7.37% of each sale");
  expect(text.replaceAll("\n", " ")).toContain(
    `of ${moneyText(priceCents, "usd")} a seller receives ${moneyText(receivesCents, "usd")}`,
  );
});

describe("pages", () => {
  const plain = (html: string) => html.replaceAll(/\s+/g, " ");

  test("say it next to each price field, for saved, refused and previewed terms", async () => {
    const draft = await api.send("POST", "/listings/draft", {
      token,
      body: { ...body, price_cents: priceCents },
    });
    const owner = await visitorOf(api, seller.owner);
    const path = `/account/listings/${draft.body.id}`;
    const shown = plain((await owner.open(`${path}/terms`)).text);
    expect(shown).toMatch(/id="price_cents-hint">You receive \$4\.63 of \$4\.99\./);
    for (const field of ["start_price_cents", "reserve_price_cents"]) {
      expect(shown).toContain(`id="${field}-hint">You receive $9.27 of each $10.00.`);
    }
    const terms = {
      ...{ ...body, category: "other", offer: "hybrid", licenses: "1" },
      ...{ price_cents: "99", start_price_cents: "10", reserve_price_cents: "50", ends_at: "" },
    };
    for (const act of ["save", "look"]) {
      const again = plain((await owner.submit(`${path}/terms`, { ...terms, act })).text);
      expect(again).toContain(`id="price_cents-hint">You receive $91.71 of $99.00.`);
      expect(again).toContain(`id="start_price_cents-hint">You receive $9.27 of $10.00.`);
      expect(again).toContain(`id="reserve_price_cents-hint">You receive $46.32 of $50.00.`);
    }
    expect((await owner.open(path)).text).toContain(
      "<dt>You receive</dt><dd><span>$4.63 of $4.99. The fee is",
    );
    expect(plain((await owner.open("/sell")).text)).toContain(
      "The fee is 7.37% of each sale. You receive $9.27 of each $10.00.",
    );
  });
});
