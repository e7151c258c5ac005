/**
 * A seller's and a buyer's complete journey using only the published ports, as agents and people
 * do.
 */
import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import {
  approveAgent,
  call,
  createSellerClient,
  registerAgent,
} from "../../dev/catalogue/seller-client.ts";
import { signInHeadless } from "../../dev/parts/sign-in-headless.ts";
import { signedIn } from "./visitor.ts";

export type Market = {
  baseUrl: string;
  identity: { issuer: string; clientId: string; clientSecret: string };
};

export type Seller = { token: string; client: ReturnType<typeof createSellerClient> };
export type Buyer = { headers: Record<string, string>; cardId: string };
export type Offer = { id: string; sha256: string };

const PRICE_CENTS = 1200;

const profileSchema = z.object({ row_count: z.number() });
const cardsSchema = z.object({ payment_methods: z.array(z.object({ id: z.string() })).min(1) });
const purchaseSchema = z.object({ id: z.string(), status: z.string() });
const downloadSchema = z.object({ download_url: z.url(), sha256: z.string() });

/** Registers an agent, and its owner approves it. */
export async function newSeller({ baseUrl, identity }: Market): Promise<Seller> {
  const email = `seller-${randomUUID()}@example.com`;
  const names = { owner_email: email, agent_name: "container-seller" };
  const token = await registerAgent(baseUrl, names, randomUUID());
  const redirectUri = `${baseUrl}/auth/callback`;
  const { idToken } = await signInHeadless({ ...identity, redirectUri, email });
  await approveAgent(baseUrl, token, idToken);
  const client = createSellerClient(baseUrl, token);
  const { verified } = await client.readAgent();
  if (!verified) throw new Error("The agent was approved and is not verified.");
  return { token, client };
}

/** A file uploaded, profiled and put on sale. */
export async function newOffer({ baseUrl }: Market, { client }: Seller): Promise<Offer> {
  const rowCount = 500;
  const rows = Array.from({ length: rowCount }, (_, i) => `s${i % 7},2026-01-01,${i}.5`);
  const text = `station,day,level_m\n${rows.join("\n")}\n# ${randomUUID()},2026-01-02,0.5\n`;
  const id = await client.createDraft({
    title: `Tide levels ${randomUUID()}`,
    description: "Water level in metres of seven stations, one row a reading.",
    category: "sensor",
    license: "CC-BY-4.0",
    price_cents: PRICE_CENTS,
  });
  const path = await client.uploadFile(id, new Blob([text]), "text/csv");
  await client.attachFile(id, path);
  const { data_profile: made } = await client.waitForSample(id);
  if (made.auto_sample_status !== "generated") {
    throw new Error(`The sample is ${made.auto_sample_status}.`);
  }
  await client.publish(id);
  const profile = profileSchema.parse(await call(baseUrl, "GET", `/datasets/${id}/profile`, {}));
  if (profile.row_count !== rowCount + 1) throw new Error(`${profile.row_count} rows profiled`);
  return { id, sha256: createHash("sha256").update(text).digest("hex") };
}

/** A person with an API key and a card, both made on the website. */
export async function newBuyer({ baseUrl }: Market): Promise<Buyer> {
  const visitor = await signedIn(baseUrl, `buyer-${randomUUID()}@example.com`);
  const form = await visitor.open(`${baseUrl}/account/keys/new`);
  const shown = await visitor.submit(form, "/account/keys/new", {
    name: "container buyer",
    budget_cents: "500",
    budget_period: "month",
  });
  const secret = /dm_test_[\w-]{43}/.exec(shown.html)?.[0];
  if (secret === undefined) throw new Error(`${shown.url.href} shows no key.`);
  const headers = { Authorization: `Bearer ${secret}` };

  const cards = await visitor.open(`${baseUrl}/account/payment-methods`);
  const checkout = await visitor.submit(cards, "/account/payment-methods");
  await visitor.submit(checkout, checkout.url.pathname, { payment_method: "pm_card_visa" });
  const { payment_methods: methods } = cardsSchema.parse(
    await call(baseUrl, "GET", "/operator/me", { headers }),
  );
  return { headers, cardId: methods[0]?.id ?? "" };
}

/** Buys, downloads, compares the file with its hash, and confirms the delivery. */
export async function buyAndCheck(
  { baseUrl }: Market,
  { headers, cardId }: Buyer,
  { id, sha256 }: Offer,
): Promise<void> {
  const bought = purchaseSchema.parse(
    await call(baseUrl, "POST", `/datasets/${id}/buy`, {
      body: { payment_method_id: cardId },
      headers: { ...headers, "Idempotency-Key": randomUUID() },
    }),
  );
  const path = `/purchases/${bought.id}`;
  const told = downloadSchema.parse(
    await call(baseUrl, "GET", `${path}/download-url`, { headers }),
  );
  const file = new Uint8Array(await (await fetch(told.download_url)).arrayBuffer());
  const found = createHash("sha256").update(file).digest("hex");
  if (found !== sha256 || told.sha256 !== sha256)
    throw new Error("The bought file is another one.");
  const { status } = purchaseSchema.parse(
    await call(baseUrl, "POST", `${path}/confirm`, { headers }),
  );
  if (!["confirmed", "released", "completed", "settled"].includes(status)) {
    throw new Error(`The confirmed purchase is ${status}.`);
  }
}
