/** Subscriptions of listings in rows, and a clock that runs every task which concerns them. */
import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { enqueueSubscriberCheck } from "../../../db/queries/subscriptions/subscriber-checks.ts";
import {
  findLatestPeriod,
  findSubscription,
  type SubscriptionRow,
} from "../../../db/queries/subscriptions/subscriptions.ts";
import { events, listings, outbox, purchases, uploads } from "../../../db/schema/index.ts";
import type { Plan } from "../../../market/listing/pricing/schemas.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import { checkSubscribers } from "../../../market/subscription/check-subscribers.ts";
import { followPeriodCharges } from "../../../market/subscription/follow-charges.ts";
import { renewDueSubscriptions } from "../../../market/subscription/renew-due-subscriptions.ts";
import type { TestApi } from "../../support/api.ts";
import { buy, type Money, type MoneyBuyer, offer, runClock } from "../../support/money.ts";
import { uploadRow } from "../../support/rows.ts";

export const dayMs = 86_400_000;
export const monthly: Plan = { interval: "month", price_cents: 700, trial_days: 0 };
export const yearly: Plan = { interval: "year", price_cents: 6000, trial_days: 0 };

/** A listing with plans. Returns its id. */
export async function planned(
  { api, seller }: Pick<Money, "api" | "seller">,
  plans: Plan[] = [monthly, yearly],
): Promise<string> {
  const id = await offer(api, seller);
  await api.db.update(listings).set({ plans }).where(eq(listings.id, id));
  return id;
}

export function subscribe(
  api: TestApi,
  buyer: Pick<MoneyBuyer, "token" | "cardId">,
  datasetId: string,
  plan: "month" | "year" = "month",
) {
  return buy(api, buyer, datasetId, { body: { plan } });
}

/** Subscribes to a new listing with a plan; fails unless the first period is paid. */
export async function subscribed(
  money: Money,
  { plans, buyer = money.buyer }: { plans?: Plan[]; buyer?: MoneyBuyer } = {},
): Promise<{ datasetId: string; id: string; purchaseId: string }> {
  const datasetId = await planned(money, plans);
  const plan = plans?.[0]?.interval ?? "month";
  const answer = await subscribe(money.api, buyer, datasetId, plan);
  if (answer.status !== 201) throw new Error(answer.text);
  const { id } = answer.body.subscription as { id: string };
  return { datasetId, id, purchaseId: String(answer.body.id) };
}

/** Puts the next version of a listing on sale, as publishing it does. */
export async function publishVersion(api: TestApi, datasetId: string): Promise<number> {
  const now = api.ctx.now();
  const [row] = await api.db.select().from(listings).where(eq(listings.id, datasetId));
  const version = (row?.version ?? 0) + 1;
  const uploadId = v7();
  await api.ctx.storage.write(
    uploadId,
    new TextEncoder().encode(`price\n${version}\n`),
    "text/csv",
  );
  const stored = await api.ctx.storage.head(uploadId);
  await api.db.insert(uploads).values(
    uploadRow({
      id: uploadId,
      listingId: datasetId,
      state: "generated",
      storagePath: uploadId,
      issuedAt: now,
      finishedAt: now,
      byteSize: stored?.byteSize ?? 0,
      objectEtag: stored?.etag,
      sha256: v7().replaceAll("-", "").padEnd(64, "0"),
      samplePath: `samples/${uploadId}`,
      version,
      publishedAt: now,
    }),
  );
  await api.db.transaction(async (tx) => {
    await tx
      .update(listings)
      .set({ version, currentUploadId: uploadId, versionPublishedAt: now })
      .where(eq(listings.id, datasetId));
    await enqueueSubscriberCheck(tx, datasetId, now);
  });
  return version;
}

export function setPlans(api: TestApi, datasetId: string, plans: Plan[]): Promise<void> {
  return api.db.transaction(async (tx) => {
    await tx.update(listings).set({ plans }).where(eq(listings.id, datasetId));
    await enqueueSubscriberCheck(tx, datasetId, api.ctx.now());
  });
}

/** Moves the clock and does everything that is due then. */
export async function at(api: TestApi, time: Date | number): Promise<void> {
  const ms = typeof time === "number" ? time : time.getTime();
  api.clock.skewMs = ms - Date.now() + 1000;
  await runAll(api);
}

export async function runAll(api: TestApi): Promise<void> {
  const batch = { rowsMax: 100 };
  for (let round = 0; round < 5; round += 1) {
    const done = [
      await releaseDuePurchases(api.ctx, batch),
      await renewDueSubscriptions(api.ctx, batch),
      await runClock(api),
      await followPeriodCharges(api.ctx, batch),
      await checkSubscribers(api.ctx),
    ];
    if (done.every((count) => count === 0)) return;
  }
}

export async function subscriptionRow(api: TestApi, id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(api.db, id);
  if (row === null) throw new Error(`no subscription ${id}`);
  return row;
}

export async function latestPeriod(api: TestApi, id: string) {
  const row = await findLatestPeriod(api.db, id);
  if (row === null) throw new Error(`no period of ${id}`);
  return row;
}

export function periodsOf(api: TestApi, id: string) {
  return api.db
    .select()
    .from(purchases)
    .where(eq(purchases.subscriptionId, id))
    .orderBy(purchases.id);
}

/** Types of the events that the account got about a subscription, in order. */
export async function eventsOf(api: TestApi, id: string, accountId: string): Promise<string[]> {
  const rows = await api.db
    .select({ type: events.type })
    .from(events)
    .where(and(eq(events.subjectId, id), eq(events.principalId, accountId)))
    .orderBy(events.id);
  return rows.map(({ type }) => type);
}

/** Notices of the mails that were enqueued for a subscription. */
export async function mailsOf(api: TestApi, id: string): Promise<string[]> {
  const rows = await api.db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(eq(outbox.subject, "jobs.mail"))
    .orderBy(outbox.id);
  return rows
    .map(({ payload }) => payload as Record<string, unknown>)
    .filter((payload) => payload.subscription_id === id)
    .map((payload) => String(payload.notice));
}

export function change(
  api: TestApi,
  { token }: Pick<MoneyBuyer, "token">,
  id: string,
  body: object,
) {
  return api.send("PATCH", `/subscriptions/${id}`, { token, body });
}
