/** Deliveries to webhooks that wait for long, and those that were given up. */
import { updateDelivery } from "../../../db/queries/events/webhook-deliveries.ts";
import { lockAnyEndpoint } from "../../../db/queries/events/webhooks.ts";
import {
  type DeliveryJobRow,
  findDelivery,
  listFailedDeliveries,
  listWaitingDeliveries,
  lockDeliveryRow,
} from "../../../db/queries/operations/deliveries.ts";
import { stuckAfterSeconds } from "../rules.ts";
import type { StuckJob } from "../schemas.ts";
import { foundOf, type KindOfJob } from "./kind.ts";

const abandoned = "given up by an administrator of the marketplace";

export const deliveries: KindOfJob = {
  async list(db, { now, rowsMax }) {
    const createdBefore = new Date(now.getTime() - stuckAfterSeconds.delivery * 1000);
    const [waiting, failed] = await Promise.all([
      listWaitingDeliveries(db, { createdBefore, rowsMax: rowsMax + 1 }),
      listFailedDeliveries(db, rowsMax + 1),
    ]);
    const parts = [waiting, failed].map((rows) => rows.map((row) => view(row, now)));
    return foundOf(parts, rowsMax);
  },

  async find(db, id, now) {
    const row = await findDelivery(db, id);
    return row === null ? null : view(row, now);
  },

  /** The endpoint before its delivery: the order in which its owner's changes lock them. */
  async lock(tx, id, now) {
    const seen = await findDelivery(tx, id);
    if (seen === null || (await lockAnyEndpoint(tx, seen.endpointId)) === null) return null;
    const row = await lockDeliveryRow(tx, id);
    return row === null ? null : view(row, now);
  },

  async retry(tx, { id }, { now }) {
    const anew = { state: "pending", attempts: 0, dueAt: now, endedAt: null } as const;
    await updateDelivery(tx, id, anew);
  },

  async giveUp(tx, { id }, { now }) {
    const ended = { state: "failed", dueAt: null, endedAt: now, leasedUntil: null } as const;
    await updateDelivery(tx, id, { ...ended, lastError: abandoned });
  },
};

function view(row: DeliveryJobRow, now: Date): StuckJob {
  const { id, endpointId, url, eventType, attempts, createdAt, endedAt, disabledAt } = row;
  const words = row.lastError ?? (row.lastStatus === null ? null : `answered ${row.lastStatus}`);
  return {
    kind: "delivery",
    id,
    standing: standingOf(row, now),
    label: `${eventType} to ${hostOf(url)}`,
    since: endedAt ?? createdAt,
    tries: attempts,
    nextTryAt: row.dueAt,
    detail: words,
    hold: disabledAt === null ? null : "Its webhook is disabled: its owner has to enable it first.",
    listingId: null,
    subject: { subjectKind: "webhook", subjectId: endpointId },
  };
}

function standingOf({ state, leasedUntil }: DeliveryJobRow, now: Date): StuckJob["standing"] {
  if (state === "delivered") return "ended";
  if (state === "failed") return "failed";
  return leasedUntil !== null && leasedUntil > now ? "running" : "waiting";
}

/** The rest of an address may hold a secret of its owner's. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an address that cannot be read";
}
