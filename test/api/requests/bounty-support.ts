/** Bounties against the payment stand-in and a query process. */
import { eq } from "drizzle-orm";
import {
  bounties,
  bountyDeliveries,
  dataRequests,
  listings,
  purchases,
  purses,
  twins,
} from "../../../db/schema/index.ts";
import { settleDueBounties } from "../../../market/bounty/settle-due-bounties.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import {
  settleDuePurchases,
  settleDuePurses,
} from "../../../market/purchase/settlement/settle-due-purchases.ts";
import { evaluateDueDeliveries } from "../../../market/query/acceptance/evaluate-deliveries.ts";
import { openQueries } from "../../../platform/query/open-queries.ts";
import type { Queries } from "../../../platform/query/port.ts";
import { agentTokenOf } from "../../support/agents.ts";
import { silentLog } from "../../support/log-lines.ts";
import {
  type Money,
  type MoneyBuyer,
  type MoneySeller,
  newPaidSeller,
  offer,
} from "../../support/money.ts";
import { giveTwin, irisParquet } from "../../workers/query/query-world.ts";

const irises = await irisParquet();
const columns = [
  { name: "id", type: "integer" as const },
  { name: "species", type: "string" as const },
  { name: "day", type: "date" as const },
];

export const rowsAtLeast = (rows: number) => ({
  schema: [{ quality: [{ metric: "rowCount", mustBeGreaterOrEqualTo: rows }] }],
});

type World = Pick<Money, "api" | "provider">;

/** A seller with a token, and a listing of 200 rows that it has on sale. */
export async function newDeliverer({ api, provider }: World) {
  const seller = await newPaidSeller(api, provider);
  return { seller, token: await agentTokenOf(api, seller.agentId) };
}

export async function irisListing(
  { api }: World,
  seller: Pick<MoneySeller, "agentId">,
  priceCents = 5000,
) {
  const listing = await offer(api, seller, { priceCents });
  const uploadId = await giveTwin(api, listing, irises);
  await api.db.update(twins).set({ columns }).where(eq(twins.uploadId, uploadId));
  await api.db
    .update(listings)
    .set({ rowCount: 200, columnCount: 4 })
    .where(eq(listings.id, listing));
  return listing;
}

export const bountyRequest = (
  by: Pick<MoneyBuyer, "cardId">,
  bounty: object = {},
  request = {},
) => ({
  title: "Irises of a garden",
  description: "At least two hundred of them.",
  bounty: {
    acceptance: rowsAtLeast(200),
    prize_cents: 2000,
    payment_method_id: by.cardId,
    ...bounty,
  },
  ...request,
});

export function postBounty({ api }: World, by: MoneyBuyer, bounty: object = {}, request = {}) {
  return api.send("POST", "/requests", {
    token: by.token,
    headers: { "idempotency-key": crypto.randomUUID() },
    body: bountyRequest(by, bounty, request),
  });
}

export async function funded(world: World, by: MoneyBuyer, bounty: object = {}, request = {}) {
  const posted = await postBounty(world, by, bounty, request);
  if (posted.status !== 201) throw new Error(posted.text);
  await runMoney(world);
  return String(posted.body.id);
}

export function deliver(
  { api }: World,
  { token }: { token: string },
  requestId: string,
  body: { dataset_id: string; price_cents?: number },
) {
  return api.send("POST", `/requests/${requestId}/answers`, {
    token,
    headers: { "idempotency-key": crypto.randomUUID() },
    body,
  });
}

type Later = { hours?: number };
const at = ({ api }: World, { hours = 0 }: Later = {}) => ({
  ...api.ctx,
  now: () => new Date(Date.now() + hours * 3_600_000),
});

export const evaluate = (
  world: World,
  { hours = 0, queries = openQueries(world.api.config) }: Later & { queries?: Queries | null } = {},
) => evaluateDueDeliveries(at(world, { hours }), queries, { rowsMax: 100 });

export const settle = (world: World, later: Later = {}) =>
  settleDueBounties(at(world, later), { rowsMax: 100 });

/** Charges, refunds, releases and transfers what is due. */
export async function runMoney(world: World, later: Later = {}): Promise<void> {
  const ctx = at(world, later);
  await settleDuePurses({ ctx, log: silentLog });
  await releaseDuePurchases(ctx, { rowsMax: 100 });
  await settleDuePurchases({ ctx, log: silentLog });
}

export async function readBounty({ api }: World, requestId: string) {
  const [row] = await api.db
    .select({ bounty: bounties, purse: purses, request: { state: dataRequests.state } })
    .from(bounties)
    .innerJoin(purses, eq(purses.id, bounties.purseId))
    .innerJoin(dataRequests, eq(dataRequests.id, bounties.requestId))
    .where(eq(bounties.requestId, requestId));
  if (row === undefined) throw new Error(`no bounty ${requestId}`);
  return row;
}

export const deliveriesOf = ({ api }: World, requestId: string) =>
  api.db
    .select()
    .from(bountyDeliveries)
    .where(eq(bountyDeliveries.requestId, requestId))
    .orderBy(bountyDeliveries.position);

export const paidOf = ({ api }: World, purseId: string) =>
  api.db.select().from(purchases).where(eq(purchases.purseId, purseId)).orderBy(purchases.id);
