/** Five rows in every list that has offsets, and how to add and remove one. */
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import {
  auctionAwards,
  bids,
  bucketDeliveries,
  savedSearchMatches,
  uploadImports,
  uploads,
} from "../../../db/schema/index.ts";
import { fanOutEvents } from "../../../market/webhook/fan-out-events.ts";
import { ownerToken, sellerAgent } from "../../support/agents.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { createDraft, publishedListing } from "../../support/listings.ts";
import {
  type Market,
  newBuyer,
  openMarket,
  paidListing,
  purchaseOf,
} from "../../support/market.ts";
import { readThread, reply, threadAbout } from "../../support/messages.ts";
import { offer } from "../../support/money.ts";
import { newCard, newKey } from "../../support/operators.ts";
import { answered, postedRequest } from "../../support/requests.ts";
import { bucketOf } from "../../support/small-bucket.ts";
import { subscriptionOf } from "../../support/subscriptions.ts";
import { tell } from "../../support/webhooks.ts";

type Row = { id: string; key: string };

export type WalkedList = {
  name: string;
  path: string;
  token?: string;
  /** The field that identifies an item; `id` by default. */
  key?: string;
  /** The earliest first. */
  rows: Row[];
  add: () => Promise<Row>;
  remove: (id: string) => Promise<void>;
};

type Change = Record<string, unknown>;
type Described = Omit<WalkedList, "rows" | "add" | "remove"> & {
  table: string;
  add: (at: number) => Promise<string | Row>;
};

const rowsAtFirst = 5;

export async function openLists() {
  const market = await openMarket();
  const { api } = market;

  async function describe({ table, add, ...list }: Described): Promise<WalkedList> {
    let count = 0;
    const next = async (): Promise<Row> => {
      const made = await add(count);
      count += 1;
      return typeof made === "string" ? { id: made, key: made } : made;
    };
    const rows: Row[] = [];
    while (rows.length < rowsAtFirst) rows.push(await next());
    return { ...list, rows, add: next, remove: (id) => removeRow(market, table, id) };
  }

  const all: WalkedList[] = [];
  for (const list of await described(market)) all.push(await describe(list));
  return { api, all, close: () => api.close() };
}

/** Disables triggers and references, because only the reading of rows is tested. */
async function withoutTriggers({ api }: Market, statement: ReturnType<typeof sql>): Promise<void> {
  await api.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });
}

function removeRow(market: Market, table: string, id: string): Promise<void> {
  return withoutTriggers(market, sql`delete from ${sql.identifier(table)} where id = ${id}`);
}

/** Copies the row with some columns changed; returns the copy's id. */
async function cloneRow(market: Market, table: string, from: string, change: Change) {
  const id = v7();
  const changed = JSON.stringify({ ...change, id });
  const name = sql.identifier(table);
  await withoutTriggers(
    market,
    sql`insert into ${name} select (jsonb_populate_record(given, ${changed}::jsonb)).*
        from ${name} given where id = ${from}`,
  );
  return id;
}

/** The first row is real, the others are copies. */
function cloning(
  market: Market,
  table: string,
  make: () => Promise<string>,
  change: (at: number) => Change = () => ({}),
) {
  let first: string | null = null;
  return async (at: number): Promise<string> => {
    if (first !== null) return cloneRow(market, table, first, change(at));
    first = await make();
    return first;
  };
}

async function described(market: Market): Promise<Described[]> {
  return [
    ...(await ofSellers(market)),
    ...(await ofPurchases(market)),
    ...(await ofAuctions(market)),
    ...(await ofEvents(market)),
    ...(await ofTalk(market)),
  ];
}

async function ofSellers(market: Market): Promise<Described[]> {
  const { api } = market;
  const drafts = await sellerAgent(api);
  const person = await ownerToken(api, drafts.email);
  const published = await publishedListing(api, drafts.token);
  const [file] = await api.db.select().from(uploads).where(eq(uploads.listingId, published));
  const versionAt = async (at: number) => {
    if (at === 0) return { id: String(file?.id), key: "1" };
    const change = { version: at + 1, storage_path: `of version ${at + 1}` };
    const id = await cloneRow(market, "uploads", String(file?.id), change);
    return { id, key: String(at + 1) };
  };
  const other = await sellerAgent(api);
  const imported = await createDraft(api, drafts.token);
  return [
    {
      name: "the agent's listings",
      path: "/listings",
      token: other.token,
      table: "listings",
      add: () => createDraft(api, other.token),
    },
    {
      name: "the versions of a listing",
      path: `/listings/${published}/versions`,
      token: drafts.token,
      key: "version",
      table: "uploads",
      add: versionAt,
    },
    {
      name: "the imports of a listing",
      path: `/listings/${imported}/imports`,
      token: drafts.token,
      table: "upload_imports",
      add: async () => {
        const body = { from: "https://data.example.org/x.csv" };
        const call = { token: drafts.token, body };
        const { id } = (await api.send("POST", `/listings/${imported}/imports`, call)).body;
        const ended = { state: "cancelled", dueAt: null, endedAt: new Date() } as const;
        await api.db
          .update(uploadImports)
          .set(ended)
          .where(eq(uploadImports.id, String(id)));
        return String(id);
      },
    },
    {
      name: "the person's agents",
      path: "/agents",
      token: person,
      table: "agents",
      add: cloning(
        market,
        "agents",
        async () => drafts.agentId,
        (at) => ({ agent_name: `agent ${at}` }),
      ),
    },
  ];
}

async function ofPurchases(market: Market): Promise<Described[]> {
  const { api, buyer } = market;
  const listing = await paidListing(market);
  const asking = await newKey(api, buyer.owner, { confirm_above_cents: 1 });
  const ask = async () => {
    const body = { payment_method_id: await newCard(api, buyer.owner) };
    const asked = await api.send("POST", `/datasets/${listing}/buy`, {
      token: asking.secret,
      body,
    });
    if (asked.status !== 202) throw new Error(asked.text);
    return String(asked.body.id);
  };
  const ended = { state: "cancelled", ended_at: new Date().toISOString() };
  return [
    {
      name: "purchases",
      path: "/purchases",
      token: buyer.token,
      table: "purchases",
      add: cloning(
        market,
        "purchases",
        () => purchaseOf(market, listing, "payment_failed"),
        (at) => ({ payment_intent_id: `pi_of_list_${at}` }),
      ),
    },
    {
      name: "waiting purchases",
      path: "/waiting-purchases",
      token: buyer.token,
      table: "waiting_purchases",
      add: cloning(market, "waiting_purchases", ask, () => ended),
    },
    {
      name: "subscriptions",
      path: "/subscriptions",
      token: buyer.token,
      table: "subscriptions",
      add: cloning(market, "subscriptions", () => subscriptionOf(market, listing, "ended")),
    },
  ];
}

async function ofAuctions(market: Market): Promise<Described[]> {
  const { api, seller } = market;
  const bidder = await newBidder(api);
  const auction = await newAuction(api, seller);
  const place = async () => {
    const placed = await bid(api, bidder, auction, 2_000);
    if (placed.status !== 201) throw new Error(placed.text);
    return String(placed.body.id);
  };
  const award = async () => {
    const [placed] = await api.db.select().from(bids).where(eq(bids.listingId, auction));
    const id = v7();
    const [bidId, now] = [String(placed?.id), new Date()];
    const { accountId } = bidder;
    const given = { id, listingId: auction, accountId, bidId, rank: 1, priceCents: 1_000 };
    const at = { createdAt: now, updatedAt: now };
    await api.db.insert(auctionAwards).values({ ...given, ...at, state: "lapsed" });
    return id;
  };
  return [
    {
      name: "the bids of an auction",
      path: `/datasets/${auction}/bids`,
      table: "bids",
      add: cloning(market, "bids", place, (at) => ({ position: at + 1, is_current: false })),
    },
    {
      name: "offers",
      path: "/offers",
      token: bidder.token,
      table: "auction_awards",
      add: cloning(market, "auction_awards", award, () => ({ listing_id: v7() })),
    },
  ];
}

async function ofEvents(market: Market): Promise<Described[]> {
  const { api, buyer } = market;
  const { token } = buyer;
  const make = async (path: string, body: Change) => {
    const made = await api.send("POST", path, { token, body });
    if (made.status >= 300) throw new Error(made.text);
    return String(made.body.id);
  };
  const url = "http://127.0.0.1:9/events";
  const webhook = await make("/webhooks", { url, types: ["message.received"] });
  const told = async () => {
    await tell(api.db, { kind: "account", id: buyer.owner.accountId });
    await fanOutEvents(api.ctx);
    const [row] = await api.db.execute<{ id: string }>(
      sql`select id from webhook_deliveries where endpoint_id = ${webhook} order by position desc`,
    );
    return String(row?.id);
  };
  const targetId = await bucketOf(api, buyer.owner.accountId);
  const other = await newBuyer(api);
  const saved = { name: "weather", parameters: { query: "weather" } };
  const search = await make("/saved-searches", saved);
  const listingId = await offer(api, market.seller);
  const matched = async () => {
    const id = v7();
    const given = { id, searchId: search, listingId, version: 1, matchedAt: new Date() };
    await api.db.insert(savedSearchMatches).values({ ...given, mailOwed: false });
    return id;
  };
  return [
    {
      name: "the deliveries of a webhook",
      path: `/webhooks/${webhook}/deliveries`,
      token,
      table: "webhook_deliveries",
      add: told,
    },
    {
      name: "the deliveries to a bucket",
      path: `/delivery-targets/${targetId}/deliveries`,
      token,
      table: "bucket_deliveries",
      add: async () => {
        // Of another account, since a purchase of this one is in its list and has its delivery.
        const purchaseId = await purchaseOf({ ...market, buyer: other }, await paidListing(market));
        const [row] = await api.db
          .insert(bucketDeliveries)
          .values({
            ...{ targetId, purchaseId },
            ...{ state: "delivered", createdAt: new Date(), endedAt: new Date() },
          })
          .returning({ id: bucketDeliveries.id });
        return String(row?.id);
      },
    },
    {
      name: "webhooks",
      path: "/webhooks",
      token,
      table: "webhook_endpoints",
      add: cloning(market, "webhook_endpoints", async () => webhook),
    },
    {
      name: "saved searches",
      path: "/saved-searches",
      token,
      table: "saved_searches",
      add: cloning(market, "saved_searches", async () => search),
    },
    {
      name: "follows",
      path: "/follows",
      token,
      table: "follows",
      add: cloning(
        market,
        "follows",
        () => make("/follows", { dataset_id: listingId }),
        () => ({ listing_id: v7() }),
      ),
    },
    {
      name: "collections",
      path: "/collections",
      token,
      table: "collections",
      add: cloning(market, "collections", () => make("/collections", { title: "Rain" })),
    },
    {
      name: "the matches of a saved search",
      path: `/saved-searches/${search}/matches`,
      token,
      table: "saved_search_matches",
      add: cloning(market, "saved_search_matches", matched, (at) => ({ version: at + 1 })),
    },
  ];
}

async function ofTalk(market: Market): Promise<Described[]> {
  const { api, buyer, seller } = market;
  const { token } = buyer;
  const listing = async () => offer(api, seller);
  const thread = await threadAbout(market, await listing());
  const request = await postedRequest(api, token);
  const answer = async () => answered(api, seller.token, request, await listing());
  /** Two rows have the same time, so that the id decides their order. */
  const answeredAt = new Date(Date.now() + 60_000).toISOString();
  const more = (at: number) => ({ listing_id: v7(), position: at + 1, created_at: answeredAt });
  const clone = cloning(market, "data_request_answers", answer, more);
  const answerAt = async (at: number) => {
    if (at === 0) return clone(at);
    const id = await clone(at);
    const listingId = await listing();
    await api.db.execute(
      sql`update data_request_answers set listing_id = ${listingId} where id = ${id}`,
    );
    return id;
  };
  const other = await sellerAgent(api);
  const own = { ...market, seller: other };
  return [
    {
      name: "private offers",
      path: "/private-offers",
      token,
      table: "private_offers",
      add: async () => {
        const path = `/datasets/${await paidListing(market)}/private-offers`;
        const made = await api.send("POST", path, { token, body: { price_cents: 700 } });
        return String(made.body.id);
      },
    },
    {
      name: "requests for access",
      path: "/access-requests",
      token,
      table: "access_requests",
      add: async () => {
        const id = await paidListing(market);
        const body = { questions: ["What for?"] };
        await api.send("PUT", `/listings/${id}/gate`, { token: seller.token, body });
        const answers = { answers: ["A study."] };
        const asked = await api.send("POST", `/datasets/${id}/access-requests`, {
          token,
          body: answers,
        });
        return String(asked.body.id);
      },
    },
    {
      name: "bundles",
      path: `/bundles?seller_id=${own.seller.agentId}`,
      table: "bundles",
      add: async () => {
        const dataset_ids = [await offer(api, own.seller), await offer(api, own.seller)];
        const body = { title: "Two", price_cents: 1500, dataset_ids };
        const token = own.seller.token;
        return String((await api.send("POST", "/bundles", { token, body })).body.id);
      },
    },
    {
      name: "coupons",
      path: "/coupons",
      token: seller.token,
      table: "coupons",
      add: async () => {
        const body = { percent_off: 5 };
        return String((await api.send("POST", "/coupons", { token: seller.token, body })).body.id);
      },
    },
    {
      name: "threads",
      path: "/threads",
      token: other.token,
      table: "threads",
      add: async () => threadAbout(own, await offer(api, other)),
    },
    {
      name: "the messages of a thread",
      path: `/threads/${thread}`,
      token,
      table: "messages",
      add: async (at) => {
        const [opening] = (await readThread(api, token, thread)).items;
        if (at === 0) return String(opening?.id);
        const sent = await reply(api, seller.token, thread, `Message ${at}.`);
        if (sent.status !== 201) throw new Error(sent.text);
        return String(sent.body.id);
      },
    },
    {
      name: "one's own data requests",
      path: "/requests/mine",
      token,
      table: "data_requests",
      add: async (at) =>
        at === 0 ? request : postedRequest(api, token, { title: `Rain of ${2000 + at}` }),
    },
    {
      name: "the answers to a data request",
      path: `/requests/${request}/answers`,
      token,
      table: "data_request_answers",
      add: answerAt,
    },
  ];
}
