/** Collections: who sees which datasets in which order, and who is notified of a new one, once. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { numberCommitted } from "../../../db/notices/notifier.ts";
import { agents, events, follows } from "../../../db/schema/index.ts";
import {
  COLLECTION_DATASETS_MAX,
  COLLECTIONS_PER_ACCOUNT_MAX,
} from "../../../market/collection/limits.ts";
import { placed } from "../../../market/collection/rules.ts";
import { notifyFollowers } from "../../../market/follow/notify-followers.ts";
import { closeAccount } from "../../../market/leaving/close-account.ts";
import { sellerAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { newKey, newOwner } from "../../support/operators.ts";
import { newSaver } from "../saved-search/support.ts";

setDefaultTimeout(120_000);

const api = await testApi();
const seller = await sellerAgent(api);
const onSale = (title: string) => publishedListing(api, seller.token, { title });

async function made(token: string, fields: Json = {}): Promise<string> {
  const body = { title: "Rain in Europe", visibility: "public", ...fields };
  const answer = await api.send("POST", "/collections", { token, body });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
}

const place = (token: string, id: string, datasetId: string, position?: number) =>
  api.send("PUT", `/collections/${id}/datasets/${datasetId}`, { token, body: { position } });

const idsIn = async (id: string, token?: string) => {
  const by = token === undefined ? {} : { token };
  const { body } = await api.send("GET", `/collections/${id}/datasets`, by);
  return (body.items as Json[]).map((item) => item.dataset_id);
};

test("datasets are added, moved and removed in order; a repeated call changes nothing", async () => {
  const { token } = await newSaver(api);
  const id = await made(token);
  const [one = "", two = "", three = ""] = [
    await onSale("One"),
    await onSale("Two"),
    await onSale("Three"),
  ];
  await Promise.all([place(token, id, one), place(token, id, two), place(token, id, three)]);
  expect((await idsIn(id)).toSorted()).toEqual([one, two, three].toSorted());
  await place(token, id, three, 1);
  await place(token, id, two, 200);
  const { body } = await place(token, id, two);
  expect(await idsIn(id)).toEqual([three, one, two]);
  expect(body).toMatchObject({ datasets_on_sale: 3, datasets_withdrawn: 0, followers: 0 });
  const remove = () => api.send("DELETE", `/collections/${id}/datasets/${one}`, { token });
  expect((await remove()).body.datasets_on_sale).toBe(2);
  expect((await remove()).body.code).toBe("dataset_not_found");
  const pages = await api.send("GET", `/collections/${id}/datasets?limit=1`);
  const cursor = (pages.body.pagination as Json).next_cursor;
  const rest = await api.send("GET", `/collections/${id}/datasets?limit=1&cursor=${cursor}`);
  expect(rest.body.items).toMatchObject([{ dataset_id: two, position: 2, dataset: { id: two } }]);
});

test("a withdrawn dataset vanishes for everybody but the keeper, and stays counted", async () => {
  const { token } = await newSaver(api);
  const id = await made(token);
  const [kept, gone] = [await onSale("Kept"), await onSale("Gone soon")];
  await place(token, id, kept);
  await place(token, id, gone);
  const found = () => api.send("GET", `/datasets?collection=${id}`);
  expect(((await found()).body.items as Json[]).length).toBe(2);
  await api.send("POST", `/listings/${gone}/withdraw`, { token: seller.token });
  expect(await idsIn(id)).toEqual([kept]);
  expect(await idsIn(id, token)).toEqual([kept, gone]);
  expect((await api.send("GET", `/collections/${id}`)).body).toMatchObject({
    datasets_on_sale: 1,
    datasets_withdrawn: 1,
  });
  expect((await found()).body.items).toMatchObject([{ id: kept }]);
  const another = await onSale("Withdrawn before");
  await api.send("POST", `/listings/${another}/withdraw`, { token: seller.token });
  expect((await place(token, id, another)).body.code).toBe("dataset_not_found");
});

test("a private collection and a suspended keeper's are nobody else's to see", async () => {
  const saver = await newSaver(api);
  const stranger = await newSaver(api);
  const id = await made(saver.token, { visibility: "private" });
  const dataset = await onSale("In a private collection");
  await place(saver.token, id, dataset);
  const path = `/collections/${id}`;
  const hidden = async () => {
    for (const by of [{}, stranger]) {
      expect((await api.send("GET", path, by)).body.code).toBe("collection_not_found");
      expect((await api.send("GET", `${path}/datasets`, by)).status).toBe(404);
    }
    expect((await api.send("GET", `/datasets?collection=${id}`)).body.items).toEqual([]);
    const body = { collection_id: id };
    const followed = await api.send("POST", "/follows", { ...stranger, body });
    expect(followed.body.code).toBe("collection_not_found");
  };
  await hidden();
  expect((await api.send("GET", path, saver)).status).toBe(200);
  await api.send("PATCH", path, { ...saver, body: { visibility: "public" } });
  expect((await api.send("GET", path)).body.visibility).toBe("public");
  for (const [method, body] of [
    ["PATCH", { title: "Mine" }],
    ["DELETE", undefined],
  ] as const) {
    const answer = await api.send(method, path, { ...stranger, ...(body && { body }) });
    expect(answer.body.code).toBe("collection_not_found");
  }
  await api.db.execute(
    sql`update accounts set suspended_at = now(), suspended_reason = 'Spam' where id = ${saver.accountId}`,
  );
  await hidden();
});

test("a seller's page lists its public collections; nobody names another's seller", async () => {
  const other = await sellerAgent(api);
  const own = await made(other.token);
  await made(other.token, { visibility: "private" });
  const anonymous = await made(other.token, { seller_id: null });
  const list = () => api.send("GET", `/sellers/${other.agentId}/collections`);
  expect((await list()).body.items).toMatchObject([{ id: own, seller: { id: other.agentId } }]);
  expect((await api.send("GET", `/collections/${anonymous}`)).body.seller).toBeNull();
  const { token } = await newSaver(api);
  for (const [by, seller_id] of [
    [token, seller.agentId],
    [other.token, seller.agentId],
  ]) {
    const body = { title: "Not mine", seller_id };
    const answer = await api.send("POST", "/collections", { token: String(by), body });
    expect(answer.body.code).toBe("seller_not_found");
  }
  await api.db
    .update(agents)
    .set({ suspendedAt: new Date(), suspendedReason: "Spam", suspendedBy: "agent" })
    .where(eq(agents.id, other.agentId));
  expect((await list()).body.code).toBe("seller_not_found");
  for (const id of [own, anonymous]) {
    expect((await api.send("GET", `/collections/${id}`)).status).toBe(404);
  }
});

/** The datasets that a follower of a collection was notified of. */
async function toldOf(principalId: string, collectionId: string): Promise<unknown[]> {
  await numberCommitted(api.db);
  const rows = await api.db
    .select({ data: events.data })
    .from(events)
    .where(and(eq(events.principalId, principalId), eq(events.subjectId, collectionId)));
  return rows.map(({ data }) => data.dataset_id);
}

test("a follower is notified once of each dataset, if it is still there; a deletion ends follows", async () => {
  const keeper = await newSaver(api);
  const saver = await newSaver(api);
  const id = await made(keeper.token);
  const followed = (token: string) =>
    api.send("POST", "/follows", { token, body: { collection_id: id } });
  expect((await followed(keeper.token)).body.code).toBe("own_seller");
  const [before, again, gone, last] = [
    await onSale("Before"),
    await onSale("Again"),
    await onSale("Gone"),
    await onSale("Last"),
  ];
  await place(keeper.token, id, before);
  expect((await followed(saver.token)).body).toMatchObject({
    kind: "collection",
    collection_id: id,
    name: "Rain in Europe",
  });
  await place(keeper.token, id, again);
  await place(keeper.token, id, gone);
  await api.send("DELETE", `/collections/${id}/datasets/${gone}`, keeper);
  await Promise.all([notifyFollowers(api.ctx), notifyFollowers(api.ctx)]);
  await api.send("DELETE", `/collections/${id}/datasets/${again}`, keeper);
  await place(keeper.token, id, again);
  await place(keeper.token, id, again, 1);
  await notifyFollowers(api.ctx);
  expect(await toldOf(saver.accountId, id)).toEqual([again]);
  await place(keeper.token, id, last);
  await api.send("PATCH", `/collections/${id}`, { ...keeper, body: { visibility: "private" } });
  await notifyFollowers(api.ctx);
  expect(await toldOf(saver.accountId, id)).toEqual([again]);
  expect((await api.send("GET", "/follows", saver)).body.items).toMatchObject([{ name: null }]);
  expect((await api.send("DELETE", `/collections/${id}`, keeper)).body.deleted).toBe(true);
  expect(await api.db.$count(follows, eq(follows.accountId, saver.accountId))).toBe(0);
});

async function withKey() {
  const owner = await newOwner(api);
  const { secret: token } = await newKey(api, owner, { scopes: ["read"] });
  return { owner, token };
}

test("accounts that follow each other's collections close at once, while followers are notified", async () => {
  const dataset = await onSale("In both collections");
  for (let round = 0; round < 3; round += 1) {
    const [one, other] = [await withKey(), await withKey()];
    const [first, second] = [await made(one.token), await made(other.token)];
    await api.send("POST", "/follows", { token: one.token, body: { collection_id: second } });
    await api.send("POST", "/follows", { token: other.token, body: { collection_id: first } });
    await Promise.all([place(one.token, first, dataset), place(other.token, second, dataset)]);
    await Promise.all([
      notifyFollowers(api.ctx),
      ...[one, other].map(({ owner }) =>
        closeAccount(api.ctx, owner, { confirmation: owner.email }),
      ),
    ]);
    for (const id of [first, second]) {
      expect((await api.send("GET", `/collections/${id}`)).status).toBe(404);
      expect(await api.db.$count(follows, eq(follows.collectionId, id))).toBe(0);
    }
  }
});

test("an account has at most so many collections, and a collection so many datasets", async () => {
  const { token, accountId } = await newSaver(api);
  const id = await made(token);
  const dataset = await onSale("One too many");
  await api.db.execute(sql`
    alter table collection_items disable trigger all;
    insert into collection_items (collection_id, listing_id, position, added_at)
      select '${sql.raw(id)}', gen_random_uuid(), place, now()
        from generate_series(1, ${sql.raw(String(COLLECTION_DATASETS_MAX))}) as place;
    alter table collection_items enable trigger all`);
  expect((await place(token, id, dataset)).body.code).toBe("limit_reached");
  await api.db.execute(sql`
    insert into collections (id, principal_kind, principal_id, account_id, title, is_public,
        created_at, updated_at)
      select gen_random_uuid(), 'account', ${accountId}, ${accountId}, 'Another', false, now(), now()
        from generate_series(1, ${COLLECTIONS_PER_ACCOUNT_MAX - 2}::int)`);
  const ask = () => api.send("POST", "/collections", { token, body: { title: "At once" } });
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
});

test.each([
  [["a", "b"], "c", undefined, "abc"],
  [["a", "b"], "a", undefined, "ab"],
  [["a", "b"], "c", 1, "cab"],
  [["a", "b", "c"], "a", 3, "bca"],
  [["a", "b"], "c", 9, "abc"],
])("%j with %s at %p is %s", (ids, id, position, order) => {
  expect(placed(ids, id, position).join("")).toBe(order);
});
