/**
 * One decision for each request: two tabs, a double click and the back button all get the first
 * one. One transaction covers the writes, the authorisation server's grant and the stored decision.
 */
import { createHash } from "node:crypto";
import {
  findAnswer,
  lockIdempotencyKey,
  storeAnswer,
} from "../../db/queries/journal/idempotency.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../../market/context.ts";
import { IDEMPOTENCY_TTL_HOURS } from "../../market/limits.ts";
import { hourSeconds } from "../../platform/time.ts";

/**
 * `location`: the browser's next address, at the authorisation server, which leads to the client.
 */
export type Decision = {
  decided: "allowed" | "denied";
  location: string;
  connectionId: string | null;
  clientName: string;
  clientHost: string;
};
type Place = { owner: OwnerActor; uid: string };

const scopeOf = ({ owner }: Place) => `owner ${owner.accountId} consent`;

/** This person's decision about this request; null: none yet. */
export async function readDecision(ctx: Context, place: Place): Promise<Decision | null> {
  const found = await findAnswer(ctx.db, scopeOf(place), place.uid, ctx.now());
  return found === null ? null : (found.body as Decision);
}

/**
 * Decides in one transaction, or returns the earlier decision. During it the authorisation server
 * writes over its own connection. A process therefore runs one decision at a time: many at once
 * could hold all connections and wait for one more.
 */
export function openDecideOnce(ctx: Context) {
  let last: Promise<unknown> = Promise.resolve();
  return (place: Place, act: (ctx: Context) => Promise<Decision>): Promise<Decision> => {
    const mine = last.then(() => decide(ctx, place, act));
    last = mine.catch(() => undefined);
    return mine;
  };
}

function decide(
  ctx: Context,
  place: Place,
  act: (ctx: Context) => Promise<Decision>,
): Promise<Decision> {
  const scope = scopeOf(place);
  return ctx.db.transaction(async (tx) => {
    await lockIdempotencyKey(tx, scope, place.uid);
    const createdAt = ctx.now();
    const first = await readDecision({ ...ctx, db: tx }, place);
    if (first !== null) return first;
    const body = await act({ ...ctx, db: tx });
    const requestHash = createHash("sha256").update(place.uid).digest("hex");
    const expiresAt = new Date(createdAt.getTime() + IDEMPOTENCY_TTL_HOURS * hourSeconds * 1000);
    const answer = { scope, key: place.uid, requestHash, status: 303, body, createdAt, expiresAt };
    await storeAnswer(tx, answer);
    return body;
  });
}
