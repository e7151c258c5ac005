/** The counts on an account's first page: exact for any number of rows, and equal to the lists. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { agents, listings, uploads } from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { countPendingAgents, listOwnAgents } from "../../../market/agent/read.ts";
import { listOwnerListings } from "../../../market/listing/read.ts";
import { viewOverview } from "../../../market/overview/view-overview.ts";
import { listPurchases } from "../../../market/purchase/read.ts";
import { testApi } from "../../support/api.ts";
import {
  insertPurchase,
  newCard,
  newDraft,
  newKey,
  newOwner,
  newSeller,
  newSellerAgent,
} from "../../support/operators.ts";
import { uploadRow } from "../../support/rows.ts";

const api = await testApi();

const pageSize = 100;
/** More than one page of each. */
const many = 130;

async function all<Item>(
  list: (page: { limit: number; offset: number }) => Promise<{ items: Item[] }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const page = await list({ limit: pageSize, offset });
    items.push(...page.items);
    if (page.items.length < pageSize) return items;
  }
}

type File = "none" | "read" | "failed" | "running" | "superseded";
type Kind = {
  status: "draft" | "active" | "sold" | "withdrawn" | "suspended";
  by?: "listing" | "file";
  current: File;
  /** The file of a version in preparation, if there is one. */
  next?: File;
};

const files: Record<Exclude<File, "none">, Partial<typeof uploads.$inferInsert>> = {
  read: { state: "generated", samplePath: "samples/x", sha256: "x" },
  failed: { state: "no_sample", errorCode: "unknown_format" },
  running: { state: "attached" },
  superseded: { state: "superseded", errorCode: "unknown_format" },
};

/** Every status with every file, each as the current and as the next version. */
const kinds: Kind[] = (
  [
    { status: "draft" },
    { status: "active" },
    { status: "sold" },
    { status: "withdrawn" },
    { status: "suspended", by: "listing" },
    { status: "suspended", by: "file" },
  ] as const
).flatMap((kind) => {
  const fileKinds: File[] = ["none", "read", "failed", "running", "superseded"];
  const currents = kind.status === "active" ? fileKinds.slice(1) : fileKinds;
  return currents.flatMap((current) => [
    { ...kind, current },
    ...fileKinds.map((next) => ({ ...kind, current, next })),
  ]);
});

async function insertListing(agentId: string, { status, by, current, next }: Kind): Promise<void> {
  const now = api.ctx.now();
  const id = await newDraft(api, agentId);
  const currentUploadId = await insertFile(id, current);
  const nextUploadId = next === undefined ? null : await insertFile(id, next);
  const suspended = { suspendedAt: now, suspendedReason: "test", suspendedBy: by ?? "listing" };
  await api.db
    .update(listings)
    .set({
      status,
      publishedAt: now,
      currentUploadId,
      nextUploadId,
      nextVersionOpenedAt: next === undefined ? null : now,
      ...(status === "suspended" ? suspended : {}),
    })
    .where(eq(listings.id, id));
}

async function insertFile(listingId: string, file: File): Promise<string | null> {
  if (file === "none") return null;
  const id = v7();
  const issued = uploadRow({ id, listingId, issuedAt: api.ctx.now(), byteSize: 1 });
  await api.db.insert(uploads).values({ ...issued, objectEtag: "e", ...files[file] });
  return id;
}

test("listings whose file failed are counted beyond the first page, in every state", async () => {
  const owner = await newOwner(api);
  const agentIds = [await newSellerAgent(api, owner), await newSellerAgent(api, owner)];
  for (const [index, kind] of kinds.entries()) {
    await insertListing(String(agentIds[index % 2]), kind);
  }
  const stranger = await newOwner(api);
  const failed: Kind = { status: "draft", current: "failed" };
  await insertListing(await newSellerAgent(api, stranger), failed);
  const items = await all((page) => listOwnerListings(api.ctx, owner, page));
  expect(items.length).toBeGreaterThan(pageSize);
  const expected = items.filter(({ status, data_profile, next_version }) => {
    if (status === "withdrawn" || status === "sold") return false;
    return (next_version === null ? data_profile : next_version.data_profile).error !== undefined;
  });
  expect(expected.length).toBeGreaterThan(10);
  const { failedListings, verifiedAgents } = await viewOverview(api.ctx, owner);
  expect({ failedListings, verifiedAgents }).toEqual({
    failedListings: expected.length,
    verifiedAgents: 2,
  });
});

test("agents are counted beyond the first page: approved ones, and those that wait for the address", async () => {
  const owner = await newOwner(api);
  const now = api.ctx.now();
  const states = ["pending", "verified", "rejected", "revoked"] as const;
  await api.db.insert(agents).values(
    Array.from({ length: many }, (_, index) => {
      const state = states[index % states.length] ?? "pending";
      return {
        agentName: `agent ${index}`,
        ownerEmail: owner.email,
        state,
        accountId: state === "pending" ? null : owner.accountId,
        registeredFromHash: "test",
        registeredAt: now,
        tokenExpiresAt: now,
      };
    }),
  );
  const items = await all((page) => listOwnAgents(api.ctx, owner, page));
  const inState = (state: string) => items.filter((agent) => agent.state === state).length;
  expect(items.length).toBe(many);
  expect(await countPendingAgents(api.ctx, owner)).toBe(inState("pending"));
  expect((await viewOverview(api.ctx, owner)).verifiedAgents).toBe(inState("verified"));
  const unverified: OwnerActor = { ...owner, emailVerified: false };
  expect(await countPendingAgents(api.ctx, unverified)).toBe(0);
});

test("cards, keys in use, disputes and the latest purchases are what their lists say", async () => {
  const owner = await newOwner(api);
  const from = await newSeller(api);
  const { key } = await newKey(api, owner);
  await newKey(api, owner);
  await revokeApiKey(api.ctx, owner, (await newKey(api, owner)).key.id);
  const paymentMethodId = await newCard(api, owner);
  const states = ["in_escrow", "disputed", "refunded", "disputed", "released", "payment_pending"];
  for (const state of states as ("in_escrow" | "disputed")[]) {
    const by = { by: owner, apiKeyId: key.id, paymentMethodId };
    await insertPurchase(api, { ...by, from, priceCents: 100, state });
  }
  const overview = await viewOverview(api.ctx, owner);
  expect(overview).toMatchObject({ cards: 1, activeKeys: 2, disputedPurchases: 2 });
  const { items } = await listPurchases(api.ctx, owner, { limit: 5, offset: 0 });
  expect(overview.recentPurchases).toEqual(items);
});
