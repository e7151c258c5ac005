/** Webhook deliveries that wait for long, and those that were given up. */
import { updateDelivery } from "../../../db/queries/events/webhook-deliveries.ts";
import { lockAnyEndpoint } from "../../../db/queries/events/webhooks.ts";
import {
  type DeliveryJobRow,
  findDelivery,
  listFailedDeliveries,
  listWaitingDeliveries,
  lockDeliveryRow,
} from "../../../db/queries/operations/deliveries.ts";
import type { Context } from "../../context.ts";
import { readAddress } from "../../webhook/stored-address.ts";
import { stuckAfterSeconds } from "../rules.ts";
import type { StuckJob } from "../schemas.ts";
import { foundOf, type KindOfJob } from "./kind.ts";

const abandoned = "given up by an administrator of the marketplace";

export const deliveries: KindOfJob = {
  async list(db, { rowsMax, ...at }) {
    const createdBefore = new Date(at.now.getTime() - stuckAfterSeconds.delivery * 1000);
    const [waiting, failed] = await Promise.all([
      listWaitingDeliveries(db, { createdBefore, rowsMax: rowsMax + 1 }),
      listFailedDeliveries(db, rowsMax + 1),
    ]);
    const parts = [waiting, failed].map((rows) => rows.map((row) => view(row, at)));
    return foundOf(parts, rowsMax);
  },

  async find(db, id, at) {
    const row = await findDelivery(db, id);
    return row === null ? null : view(row, at);
  },

  /** Locks the endpoint before its delivery, in the same order as the owner's changes. */
  async lock(tx, id, at) {
    const seen = await findDelivery(tx, id);
    if (seen === null || (await lockAnyEndpoint(tx, seen.endpointId)) === null) return null;
    const row = await lockDeliveryRow(tx, id);
    return row === null ? null : view(row, at);
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

function view(
  row: DeliveryJobRow,
  { config, now }: Pick<Context, "config"> & { now: Date },
): StuckJob {
  const { id, endpointId, eventType, attempts, createdAt, endedAt, disabledAt } = row;
  const address = readAddress({ config }, { id: endpointId, url: row.url });
  const words = row.lastError ?? (row.lastStatus === null ? null : `answered ${row.lastStatus}`);
  return {
    kind: "delivery",
    id,
    standing: standingOf(row, now),
    label: `${eventType} to ${hostOf(address.url)}`,
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

/** The rest of the address may contain the owner's secret. */
function hostOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).host : "an address that cannot be read";
}
