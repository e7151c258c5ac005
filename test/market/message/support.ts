/** Two people who write each other, and the inbox that receives their mails. */
import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { Database } from "../../../db/client.ts";
import {
  accounts,
  agents,
  apiKeys,
  listings,
  threadSides,
  uploads,
} from "../../../db/schema/index.ts";
import type { AgentActor, OperatorActor } from "../../../db/vocabulary/actor.ts";
import type { Config } from "../../../platform/config.ts";
import { uploadRow } from "../../support/rows.ts";

export type StoredMail = { id: string; to: string[]; subject: string; html: string; text: string };
export type Pair = Awaited<ReturnType<typeof newPair>>;

async function newAccount(db: Database, change: Partial<typeof accounts.$inferInsert> = {}) {
  const id = v7();
  const at = new Date();
  const email = `${id}@example.org`;
  await db.insert(accounts).values({
    id,
    issuer: "https://identity.test",
    subject: id,
    email,
    emailVerified: true,
    createdAt: at,
    lastSeenAt: at,
    ...change,
  });
  return { id, email };
}

/** An operator with a key and a seller with an active listing. */
export async function newPair(db: Database, sellerChange: Parameters<typeof newAccount>[1] = {}) {
  const [buyer, seller] = [await newAccount(db), await newAccount(db, sellerChange)];
  const [apiKeyId, agentId, listingId] = [v7(), v7(), v7()];
  const at = new Date();
  await db.insert(apiKeys).values({
    id: apiKeyId,
    accountId: buyer.id,
    name: "research",
    prefix: "dm_test_",
    secretHash: apiKeyId,
    scopes: ["message"],
    categories: [],
    createdAt: at,
  });
  await db.insert(agents).values({
    id: agentId,
    agentName: `agent <${agentId.slice(-6)}>`,
    ownerEmail: seller.email,
    state: "verified",
    accountId: seller.id,
    registeredFromHash: "0",
    registeredAt: at,
    tokenExpiresAt: at,
  });
  await db.insert(listings).values({
    id: listingId,
    agentId,
    title: "Rain <script> & snow",
    description: "Rain.",
    category: "other",
    tags: [],
    columnNames: [],
    pricingType: "buy_it_now",
    priceCents: 0,
    createdAt: at,
    updatedAt: at,
  });
  const upload = uploadRow({ listingId, issuedAt: at });
  await db.insert(uploads).values(upload);
  await db
    .update(listings)
    .set({ status: "active", publishedAt: at, currentUploadId: upload.id })
    .where(eq(listings.id, listingId));
  const operator: OperatorActor = { kind: "operator", accountId: buyer.id, apiKeyId };
  const agent: AgentActor = { kind: "agent", agentId, verified: true };
  return { buyer, seller, operator, agent, listingId };
}

async function ask(config: Config, path: string): Promise<unknown> {
  const { RESEND_API_KEY: key, RESEND_BASE_URL: base } = config;
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${base}/emails${path}`, { headers })).json();
}

/** The mails to an address, oldest first. */
export async function mailsTo(config: Config, address: string): Promise<StoredMail[]> {
  const { data } = (await ask(config, "?limit=100")) as { data: StoredMail[] };
  const ids = data.filter((mail) => mail.to.includes(address)).map(({ id }) => id);
  return Promise.all(ids.reverse().map(async (id) => (await ask(config, `/${id}`)) as StoredMail));
}

export async function sideOf(db: Database, threadId: string, side: "buyer" | "seller") {
  const [row] = await db
    .select()
    .from(threadSides)
    .where(and(eq(threadSides.threadId, threadId), eq(threadSides.side, side)));
  if (row === undefined) throw new Error(`thread ${threadId} has no ${side}`);
  return row;
}
