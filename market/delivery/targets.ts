/** An account's buckets: added after a test write, listed, and removed. */
import { createHash, randomUUID } from "node:crypto";
import { v7 } from "uuid";
import {
  deleteTarget,
  findTarget,
  putTarget,
  readTargets,
  readTargetsAlone,
  type TargetRow,
} from "../../db/queries/deliveries/deliveries.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import { BucketFailure, bucketOpener } from "../../platform/transfers/bucket.ts";
import { urlFault } from "../../platform/webhooks/call-stranger.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { BUCKET_CHECK_SILENCE_SECONDS_MAX, DELIVERY_TARGETS_PER_ACCOUNT_MAX } from "./limits.ts";
import { checkKey, normalPrefix } from "./rules.ts";
import type { DeliveryTargetBody, DeliveryTargetView } from "./schemas.ts";
import { storedKeys } from "./stored-credentials.ts";
import { viewTarget } from "./views.ts";

/**
 * Adds a bucket, or replaces its keys. The test write comes before the transaction.
 * Errors: invalid_request, delivery_target_refused, limit_reached.
 */
export async function putDeliveryTarget(
  ctx: Context,
  actor: AccountActor,
  body: DeliveryTargetBody,
): Promise<DeliveryTargetView> {
  const { bucket, region, endpoint = "", access_key_id: accessKeyId } = body;
  requireEndpoint(ctx, endpoint);
  const prefix = normalPrefix(body.prefix ?? "");
  const keys = { accessKeyId, secretAccessKey: body.secret_access_key };
  await requireWritable(ctx, { bucket, region, endpoint, prefix, ...keys });
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const known = await readTargetsAlone(tx, actor.accountId);
    const same = known.find(
      (one) => one.bucket === bucket && one.endpoint === endpoint && one.prefix === prefix,
    );
    if (same === undefined && known.length >= DELIVERY_TARGETS_PER_ACCOUNT_MAX) {
      const detail = `You have ${DELIVERY_TARGETS_PER_ACCOUNT_MAX} buckets at most: remove one first.`;
      throw new MarketError("limit_reached", detail);
    }
    const id = same?.id ?? v7();
    const place = { bucket, endpoint, region, prefix, accessKeyId };
    const credentials = storedKeys(ctx, id, keys);
    const times = { createdAt: same?.createdAt ?? now, checkedAt: now };
    const row = await putTarget(tx, {
      ...{ id, accountId: actor.accountId, ...place, credentials, ...times },
    });
    await audit(tx, actor, { row, action: "delivery_target.saved", now });
    return viewTarget(row);
  });
}

function requireEndpoint({ config }: Pick<Context, "config">, endpoint: string): void {
  if (endpoint === "") return;
  const fault = urlFault(endpoint, { allowLoopback: config.ALLOW_INSECURE_LOOPBACK });
  if (fault === null) return;
  throw new MarketError("invalid_request", `/endpoint ${fault}.`, {
    faults: [{ pointer: "/endpoint", code: "url_not_allowed", detail: fault }],
  });
}

type Place = Pick<TargetRow, "bucket" | "region" | "endpoint" | "prefix" | "accessKeyId"> & {
  secretAccessKey: string;
};

/** Writes a small object and reads it back. */
async function requireWritable(
  { config }: Pick<Context, "config">,
  { bucket: name, region, endpoint, prefix, ...keys }: Place,
): Promise<void> {
  const open = bucketOpener({
    silenceSeconds: BUCKET_CHECK_SILENCE_SECONDS_MAX,
    allowLoopback: config.ALLOW_INSECURE_LOOPBACK,
  });
  const account = { region, ...keys, ...(endpoint === "" ? {} : { endpoint }) };
  const bucket = open(account, name);
  const bytes = new TextEncoder().encode(`Written by the dataset marketplace: ${randomUUID()}\n`);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { signal } = new AbortController();
  try {
    await bucket.put(checkKey(prefix), bytes, sha256, signal);
    if ((await bucket.hash(checkKey(prefix), signal)) === sha256) return;
  } catch (error) {
    if (!(error instanceof BucketFailure)) throw error;
    throw new MarketError("delivery_target_refused", `The test object: ${error.message}`);
  } finally {
    bucket.close();
  }
  throw new MarketError("delivery_target_refused", "The test object came back with other bytes.");
}

export async function listDeliveryTargets(
  ctx: Context,
  actor: AccountActor,
): Promise<{ items: DeliveryTargetView[] }> {
  return { items: (await readTargets(ctx.db, actor.accountId)).map(viewTarget) };
}

/** Errors: delivery_target_not_found. */
export async function removeDeliveryTarget(
  ctx: Context,
  actor: AccountActor,
  targetId: string,
): Promise<{ id: string; deleted: true }> {
  return ctx.db.transaction(async (tx) => {
    const row = await findTarget(tx, { accountId: actor.accountId, targetId });
    if (row === null) {
      throw new MarketError("delivery_target_not_found", "You have no bucket with this id.");
    }
    await deleteTarget(tx, targetId);
    await audit(tx, actor, { row, action: "delivery_target.removed", now: ctx.now() });
    return { id: targetId, deleted: true };
  });
}

function audit(
  tx: Context["db"],
  actor: AccountActor,
  { row, action, now }: { row: TargetRow; action: string; now: Date },
): Promise<void> {
  const { bucket, prefix } = row;
  const subject = { subjectKind: "account", subjectId: row.accountId } as const;
  return writeAudit(tx, { actor, action, ...subject, detail: { bucket, prefix } }, now);
}
