/** Imports and deliveries to buckets that end while people act on them, for the load of `lock-order.slow.ts`. */
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import {
  bucketDeliveries,
  deliveryTargets,
  purchases,
  uploadImports,
} from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { deliverPurchase } from "../../../market/delivery/deliver-purchase.ts";
import {
  claimDueDeliveries,
  failDelivery,
  finishDelivery,
  giveDeliveryBack,
  refundFaultyFile,
  renewDelivery,
} from "../../../market/delivery/run-claims.ts";
import { removeDeliveryTarget } from "../../../market/delivery/targets.ts";
import { closeAccount } from "../../../market/leaving/close-account.ts";
import { deleteAgent } from "../../../market/leaving/delete-agent.ts";
import { cancelImport, retryImport } from "../../../market/listing/import/change-import.ts";
import { createImport } from "../../../market/listing/import/create-import.ts";
import {
  claimDueImports,
  endCancelledImport,
  failImport,
  finishImport,
  giveImportBack,
  renewImport,
} from "../../../market/listing/import/run-claims.ts";
import type { TestApi } from "../../support/api.ts";
import { buy, type MoneyBuyer } from "../../support/money.ts";
import { newDraft, newSellerAgent } from "../../support/operators.ts";

type Act = () => Promise<unknown>;

export type Storm = {
  api: TestApi;
  pick<T>(items: readonly T[]): T;
  note(error: unknown): void;
  offers: readonly string[];
  buyers: readonly MoneyBuyer[];
  newBuyer(): Promise<MoneyBuyer>;
  seller(): OwnerActor;
};

const attempt = (isFinal: boolean) => ({
  failure: {
    code: "broken_off",
    detail: "It broke off.",
    isFinal,
    isOurs: false,
    retryAfterSeconds: 1,
  },
  hasProgress: false,
});

async function addBucket({ api }: Storm, { owner }: MoneyBuyer): Promise<string> {
  const id = v7();
  const now = new Date();
  const place = { bucket: `b${id}`, endpoint: "", region: "us-east-1", prefix: "" };
  const keys = { accessKeyId: "a", credentials: "none", createdAt: now, checkedAt: now };
  await api.db
    .insert(deliveryTargets)
    .values({ id, accountId: owner.accountId, ...place, ...keys });
  return id;
}

/** As workers do it, in parallel. */
async function endDeliveries({ api: { ctx }, pick, note }: Storm): Promise<void> {
  const rows = await claimDueDeliveries(ctx, 3);
  const progress = { bytesDone: 1, bytesTotal: 10, position: 0, uploadId: null };
  const ends = [
    (row: (typeof rows)[0]) => finishDelivery(ctx, row, progress),
    (row: (typeof rows)[0]) => failDelivery(ctx, row, attempt(pick([true, false]))),
    (row: (typeof rows)[0]) => giveDeliveryBack(ctx, row),
  ];
  await Promise.all(
    rows.map(async (row) => {
      await renewDelivery(ctx, row, progress);
      if (Math.random() < 0.1) await refundFaultyFile(ctx, row, "file_changed").catch(note);
      await pick(ends)(row);
    }),
  );
}

async function deliverSome({ api, pick, buyers }: Storm): Promise<void> {
  const { operator } = pick(buyers);
  const { accountId } = operator;
  const ofBuyer = eq(deliveryTargets.accountId, accountId);
  const target = pick(await api.db.select().from(deliveryTargets).where(ofBuyer));
  const own = eq(purchases.accountId, accountId);
  const purchase = pick(await api.db.select().from(purchases).where(own));
  await deliverPurchase(api.ctx, operator, { targetId: target.id, purchaseId: purchase.id });
}

/** A buyer who leaves while a purchase is being delivered. */
async function leaveWithBucket(storm: Storm): Promise<void> {
  const { api, pick, note } = storm;
  const buyer = await storm.newBuyer();
  await addBucket(storm, buyer);
  const bought = await buy(api, buyer, pick(storm.offers));
  if (bought.status !== 201) return;
  const { id } = bought.body as { id: string };
  await api.send("POST", `/purchases/${id}/confirm`, { token: buyer.token });
  const { owner } = buyer;
  await Promise.all([
    endDeliveries(storm).catch(note),
    endDeliveries(storm).catch(note),
    closeAccount(api.ctx, owner, { confirmation: owner.email }).catch(note),
  ]);
}

async function endImports({ api: { ctx }, pick, note }: Storm): Promise<void> {
  const rows = await claimDueImports(ctx, 3);
  const done = { bytesDone: 1, bytesTotal: 10, filesDone: 0, filesTotal: 1, validator: null };
  const ends = [
    (row: (typeof rows)[0]) => finishImport(ctx, row, done),
    (row: (typeof rows)[0]) => failImport(ctx, row, attempt(pick([true, false]))),
    (row: (typeof rows)[0]) => giveImportBack(ctx, row),
  ];
  await Promise.all(
    rows.map(async (row) => {
      if (row.state === "cancelled") return endCancelledImport(ctx, row.id);
      await renewImport(ctx, row, done);
      await pick(ends)(row).catch(note);
    }),
  );
}

/** An agent that imports, cancels and tries again, and that its owner may delete meanwhile. */
async function importSome(storm: Storm): Promise<void> {
  const { api, note } = storm;
  const owner = storm.seller();
  const agentId = await newSellerAgent(api, owner);
  const listingId = await newDraft(api, agentId);
  const agent = { kind: "agent", agentId, verified: true } as const;
  const body = { from: "https://example.org/rain.csv" };
  const { id: importId } = await createImport(api.ctx, agent, listingId, body);
  const key = { listingId, importId };
  const uses: Act[] = [
    () => cancelImport(api.ctx, agent, key),
    () => retryImport(api.ctx, agent, key),
    () => deleteAgent(api.ctx, owner, agentId),
  ];
  // Only some take part each time: who cancels or deletes first leaves nothing to end.
  const using = uses.filter(() => Math.random() < 0.3).map((use) => use().catch(note));
  await Promise.all([endImports(storm), endImports(storm), ...using]);
}

export function transferActs(storm: Storm): Act[] {
  const { api, pick, buyers } = storm;
  return [
    () => addBucket(storm, pick(buyers)),
    () => deliverSome(storm),
    () => endDeliveries(storm),
    () => leaveWithBucket(storm),
    () => importSome(storm),
    async () => {
      const { id, accountId } = pick(await api.db.select().from(deliveryTargets));
      const { operator } = pick(buyers.filter(({ owner }) => owner.accountId === accountId));
      if (Math.random() < 0.2) await removeDeliveryTarget(api.ctx, operator, id);
    },
  ];
}

/** Whether deliveries and imports have ended in the storm. */
export async function hasEndedTransfers({ api: { db } }: Pick<Storm, "api">): Promise<boolean> {
  const [delivered, imported] = await Promise.all([
    db.$count(bucketDeliveries, eq(bucketDeliveries.state, "delivered")),
    db.$count(uploadImports, eq(uploadImports.state, "done")),
  ]);
  return delivered > 0 && imported > 0;
}
