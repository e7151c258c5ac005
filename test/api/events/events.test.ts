/** `GET /events`: everyone receives the events that concern them, in order, and misses none. */
import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { type Database, openDatabase } from "../../../db/client.ts";
import { deleteEvents } from "../../../db/queries/events/events.ts";
import { events } from "../../../db/schema/index.ts";
import type { Principal } from "../../../db/vocabulary/event.ts";
import { emitEvent } from "../../../market/event/emit-event.ts";
import { EVENT_WAITS_PER_PRINCIPAL_MAX } from "../../../market/event/limits.ts";
import { type EventType, eventTypes } from "../../../market/event/types.ts";
import { ownerToken, registerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { dayMs, newBuyer, paidListing, purchaseOf, testMarket } from "../../support/market.ts";
import { newKey } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";

type Event = { id: string; type: EventType; subject: Json; data: Json; timestamp: string };

const market = await testMarket();
const api = market.api;

async function read(token: string, query = "") {
  const answer = await api.send("GET", `/events${query}`, { token });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  const { items, pagination } = answer.body as { items: Event[]; pagination: Json };
  return { items, pagination, ids: items.map(({ id }) => id) };
}

/** Every page from `after` on. */
async function readAll(token: string, query = "limit=100", after?: string): Promise<Event[]> {
  const items: Event[] = [];
  let cursor = after;
  for (;;) {
    const page = await read(token, `?${query}${cursor === undefined ? "" : `&after=${cursor}`}`);
    items.push(...page.items);
    if (page.pagination.has_more !== true) return items;
    cursor = String(page.pagination.next_cursor);
  }
}

/** Emits a webhook test event to an account: the type that needs no other rows. */
async function emit(db: Database, to: Principal, subjectId = v7()): Promise<string> {
  const data = { webhook_id: subjectId };
  await emitEvent(db, { type: "webhook.test", to: [to], subjectId, data }, new Date());
  return subjectId;
}

async function newReader(): Promise<{ token: string; principal: Principal }> {
  const { token, owner } = await newBuyer(api);
  return { token, principal: { kind: "account", id: owner.accountId } };
}

const typesOf = (items: Event[], subjectId: string) =>
  items.filter(({ subject }) => subject.id === subjectId).map(({ type }) => type);

describe("emitted events", () => {
  test("a seller learns of its approval, its samples and its publications", async () => {
    const { email, token } = await registerAgent(api);
    expect((await read(token)).items).toEqual([]);
    const owner = await ownerToken(api, email);
    await api.send("POST", "/agent/verify", { token: owner, body: { token } });
    const [verified] = (await read(token)).items;
    expect(verified).toMatchObject({ type: "agent.verified", subject: { kind: "agent" } });

    const listingId = await paidListing({ ...market, seller: { ...market.seller, token } });
    const { items } = await read(token);
    expect(typesOf(items, listingId)).toEqual(["listing.sample_ready", "listing.published"]);
    expect(items[1]?.data).toMatchObject({ auto_sample_status: "generated", error_code: null });
    const published = { dataset_id: listingId, dataset_version: 1, your_role: "seller" };
    expect(items[2]?.data).toEqual(published);
  });

  test.each([
    ["released", ["purchase.in_escrow", "purchase.released"]],
    ["disputed", ["purchase.in_escrow", "purchase.disputed"]],
    ["refunded", ["purchase.in_escrow", "purchase.refunded"]],
  ] as const)("buyer, agent and owner learn that a purchase is %s", async (state, told) => {
    const { seller, buyer } = market;
    const id = await purchaseOf(market, await paidListing(market), state);
    const ownerKey = await newKey(api, seller.owner, { scopes: ["read"] });
    for (const [token, role] of [
      [buyer.token, "buyer"],
      [seller.token, "seller"],
      [ownerKey.secret, "seller"],
    ] as const) {
      const items = await readAll(token);
      expect(typesOf(items, id)).toEqual([...told]);
      const last = items.findLast(({ subject }) => subject.id === id);
      expect(last?.data).toMatchObject({ your_role: role, status: state, purchase_id: id });
    }
  });

  test.each(["payment_failed", "expired"] as const)(
    "only the buyer learns that a payment is %s",
    async (state) => {
      const { seller, buyer } = market;
      const id = await purchaseOf(market, await paidListing(market), state);
      const items = await readAll(buyer.token);
      expect(typesOf(items, id)).toEqual(["purchase.payment_failed"]);
      expect(items.at(-1)?.data).toMatchObject({ status: state });
      expect(typesOf(await readAll(seller.token), id)).toEqual([]);
    },
  );

  test("every event has exactly the shape of its type", async () => {
    const rows = await api.db.select().from(events);
    expect(new Set(rows.map(({ type }) => type)).size).toBeGreaterThan(6);
    for (const { type, data, subjectKind, position } of rows) {
      const { data: schema, subject } = eventTypes[type];
      expect({ type, ...schema.strict().safeParse(data) }).toMatchObject({ type, success: true });
      expect(subjectKind).toBe(subject);
      expect(position).toBeGreaterThan(0);
    }
  });

  test("a rolled-back transaction emits no event", async () => {
    const { token, principal } = await newReader();
    const undone = api.db.transaction(async (tx) => {
      await emit(tx, principal);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect((await read(token)).items).toEqual([]);
  });
});

describe("callers who may read", () => {
  test("each account and each agent reads only its own events", async () => {
    const [one, other] = await Promise.all([newReader(), newReader()]);
    const subjectId = await emit(api.db, one.principal);
    expect(typesOf((await read(one.token)).items, subjectId)).toEqual(["webhook.test"]);
    expect((await read(other.token)).items).toEqual([]);
    expect(typesOf(await readAll(market.seller.token), subjectId)).toEqual([]);
    const [event] = (await read(one.token)).items;
    const foreign = await api.send("GET", `/events?after=${event?.id}`, { token: other.token });
    expect(foreign.status).toBe(400);
    expect(foreign.body.errors).toMatchObject([{ pointer: "?after", code: "event_unknown" }]);
  });

  test("an account and an agent of the same id are two", async () => {
    const { token, principal } = await newReader();
    await emit(api.db, { kind: "agent", id: principal.id });
    expect((await read(token)).items).toEqual([]);
  });

  test("a key without the scope `read`, no token and a bad one are refused", async () => {
    const { secret } = await newKey(api, market.buyer.owner, { scopes: ["bid"] });
    const refused = async (token?: string) => {
      const { status, body } = await api.send("GET", "/events", { token });
      return [status, body.code];
    };
    expect(await refused(secret)).toEqual([403, "scope_missing"]);
    expect(await refused()).toEqual([401, "token_missing"]);
    expect(await refused("nonsense")).toEqual([401, "token_invalid"]);
  });
});

describe("pages", () => {
  test("`after` continues after the last page, `types` filters", async () => {
    const { token, principal } = await newReader();
    const subjects: string[] = [];
    for (let count = 0; count < 5; count += 1) subjects.push(await emit(api.db, principal));
    const first = await read(token, "?limit=2");
    expect(first.pagination).toMatchObject({ limit: 2, has_more: true });
    const rest = await readAll(token, "limit=2", String(first.pagination.next_cursor));
    const seen = [...first.items, ...rest].map(({ subject }) => String(subject.id));
    expect(seen).toEqual(subjects);
    expect((await read(token, "?types=bid.outbid,listing.sold")).items).toEqual([]);
    expect((await read(token, "?types=bid.outbid,webhook.test")).items.length).toBe(5);
    const end = await read(token, `?after=${rest.at(-1)?.id}`);
    expect(end).toMatchObject({ items: [], pagination: { has_more: false } });
    expect(end.pagination.next_cursor).toBe(rest.at(-1)?.id ?? "");
  });

  test.each(["?after=7", "?types=bid", "?types=", "?wait=31", "?limit=0", "?offset=1"])(
    "%s is refused",
    async (query) => {
      const answer = await api.send("GET", `/events${query}`, { token: market.buyer.token });
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
    },
  );

  test("after 30 days an event is purged; its readers continue, and an unknown `after` is refused", async () => {
    const { token, principal } = await newReader();
    const old = new Date(Date.now() - 31 * dayMs);
    const oldId = v7({ msecs: old.getTime() });
    await emit(api.db, principal);
    const [kept] = (await read(token)).ids;
    await api.db.insert(events).values({
      id: oldId,
      principalKind: principal.kind,
      principalId: principal.id,
      type: "webhook.test",
      subjectKind: "webhook",
      subjectId: oldId,
      data: {},
      createdAt: old,
    });
    const before = new Date(Date.now() - 30 * dayMs);
    // A row that is just being numbered is left to the next poll.
    const deleted = await eventually(
      async () => (await deleteEvents(api.db, { before, rowsMax: 100 })) || null,
    );
    expect(deleted).toBe(1);
    expect((await read(token, `?after=${oldId}`)).ids).toEqual([kept ?? ""]);
    const unknown = await api.send("GET", `/events?after=${v7()}`, { token });
    expect(unknown.status).toBe(400);
  });
});

describe("waiting", () => {
  test("an event that comes ends the wait at once; no event ends it with an empty page", async () => {
    const { token, principal } = await newReader();
    let isWaiting = true;
    const waiting = read(token, "?wait=20").finally(() => {
      isWaiting = false;
    });
    const listeners = sql`select 1 from pg_stat_activity where query ilike 'listen "event"%'`;
    await eventually(async () => (await api.db.execute(listeners)).length > 0);
    expect(isWaiting).toBe(true);
    await emit(api.db, principal);
    // A wait that times out ends with an empty page.
    const page = await waiting;
    expect(page.items.length).toBe(1);
    const empty = await read(token, `?after=${page.ids[0]}&wait=1`);
    expect(empty.items).toEqual([]);
  });

  test("a hundred calls of one reader wait at once, no more; one that ends makes room", async () => {
    const { token, principal } = await newReader();
    const calls = Array.from({ length: EVENT_WAITS_PER_PRINCIPAL_MAX + 1 }, () =>
      api.send("GET", "/events?wait=20", { token }),
    );
    const refused = await Promise.race(calls);
    expect([refused.status, refused.body]).toMatchObject([429, { code: "rate_limited" }]);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await api.send("GET", "/events", { token })).status).toBe(200);
    await emit(api.db, principal);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(EVENT_WAITS_PER_PRINCIPAL_MAX);
    expect((await api.send("GET", "/events?wait=1", { token })).status).toBe(200);
  });

  test("of twenty waiting calls each is woken only by its own event", async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, newReader));
    const waiting = readers.map(({ token }) => read(token, "?wait=20"));
    for (const { principal } of readers) await emit(api.db, principal);
    const pages = await Promise.all(waiting);
    expect(pages.map(({ items }) => items.length)).toEqual(readers.map(() => 1));
  });
});

describe("order", () => {
  test("a transaction that commits later than a younger one loses nothing", async () => {
    const { token, principal } = await newReader();
    const connections = [1, 2].map(() => openDatabase({ url: api.databaseUrl, poolMax: 1 }));
    const [slow, fast] = connections.map(({ db }) => db) as [Database, Database];
    const emitted = Promise.withResolvers<string>();
    const mayCommit = Promise.withResolvers<void>();
    const late = slow.transaction(async (tx) => {
      emitted.resolve(await emit(tx, principal));
      await mayCommit.promise;
    });
    const first = await emitted.promise;
    const second = await emit(fast, principal);
    const seen = await read(token);
    expect(seen.items.map(({ subject }) => subject.id)).toEqual([second]);
    mayCommit.resolve();
    await late;
    const next = await read(token, `?after=${seen.ids[0]}`);
    expect(next.items.map(({ subject }) => subject.id)).toEqual([first]);
    await Promise.all(connections.map((connection) => connection.close()));
  });

  test("events of a locked subject keep its order, though the second began before the first", async () => {
    const { token, principal } = await newReader();
    const subjectId = market.seller.agentId;
    const connections = [1, 2].map(() => openDatabase({ url: api.databaseUrl, poolMax: 1 }));
    const [one, two] = connections.map(({ db }) => db) as [Database, Database];
    const lock = sql`select 1 from agents where id = ${subjectId} for update`;
    const hasLock = Promise.withResolvers<void>();
    const hasBegun = Promise.withResolvers<void>();
    const early = two.transaction(async (tx) => {
      // It takes its number here, long before it may touch the subject.
      await emit(tx, { kind: "account", id: v7() });
      hasBegun.resolve();
      await hasLock.promise;
      await tx.execute(lock);
      await emit(tx, principal, subjectId);
    });
    await hasBegun.promise;
    const firstId = await one.transaction(async (tx) => {
      await tx.execute(lock);
      hasLock.resolve();
      await emit(tx, principal, subjectId);
      const [row] = await tx.select().from(events).where(eq(events.principalId, principal.id));
      return row?.id;
    });
    await early;
    const { ids } = await read(token);
    expect(ids.length).toBe(2);
    expect(ids[0]).toBe(firstId ?? "");
    await Promise.all(connections.map((connection) => connection.close()));
  });

  test("a reader sees each of 300 transactions that commit on 12 connections exactly once", async () => {
    const { token, principal } = await newReader();
    const writer = openDatabase({ url: api.databaseUrl, poolMax: 12 });
    const written: string[] = [];
    const write = async (count: number) => {
      await writer.db.transaction(async (tx) => {
        const subjectId = await emit(tx, principal);
        // Timing is the subject: transactions commit in a different order than they began.
        await tx.execute(sql`select pg_sleep(${(count % 7) / 500})`);
        written.push(subjectId, await emit(tx, principal));
      });
    };
    const writing = Promise.all(Array.from({ length: 300 }, (_, count) => write(count)));
    let isOver = false;
    const over = writing.then(() => {
      isOver = true;
    });
    const seen: string[] = [];
    let cursor = "";
    for (;;) {
      const wasOver = isOver;
      const page = await read(token, `?limit=17${cursor}`);
      seen.push(...page.items.map(({ subject }) => String(subject.id)));
      if (page.ids.length > 0) cursor = `&after=${page.ids.at(-1)}`;
      else if (wasOver) break;
    }
    await over;
    expect(seen.length).toBe(600);
    expect(seen.toSorted()).toEqual(written.toSorted());
    await writer.close();
  });
});
