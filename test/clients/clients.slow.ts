/** Clients generated from /openapi.json by other tools: they compile, and they buy. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { newPayingBuyer, offer, priceCents, testMoney } from "../support/money.ts";
import { createTestDir } from "../support/stack.ts";
import { compileClients, generateClients } from "./generate.ts";

type Bought = { id: string; status: string; price_cents: number };
type Buyer = (options: {
  baseUrl: string;
  apiKey: string;
  idempotencyKey: string;
}) => Promise<{ purchase: Bought; bought: Bought[]; problem: string | undefined }>;

const dir = createTestDir();

const money = await testMoney();
const document = await money.api.send("GET", "/openapi.json");
await generateClients(dir, document.text);

test("clients of openapi-typescript and @hey-api/openapi-ts compile, and so do their users", async () => {
  await compileClients(dir);
}, 60_000);

for (const program of ["buy-with-openapi-fetch", "buy-with-hey-api"]) {
  test(`${program} finds, buys and lists, and sees why it cannot buy twice`, async () => {
    const { api, provider, seller } = money;
    const listing = await offer(api, seller);
    const { token } = await newPayingBuyer(api, provider);
    const { buyCheapest } = (await import(join(dir, `${program}.ts`))) as { buyCheapest: Buyer };
    const result = await buyCheapest({
      baseUrl: `http://localhost:${api.config.API_PORT}`,
      apiKey: token,
      idempotencyKey: listing,
    });
    expect(result.purchase).toMatchObject({ status: "in_escrow", price_cents: priceCents });
    expect(result.bought.map(({ id }) => id)).toEqual([result.purchase.id]);
    expect(result.problem).toBe("already_purchased");
  }, 30_000);
}
