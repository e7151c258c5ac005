/** Pays the winners of bounties, and ends them. */
import type { Database } from "../../db/client.ts";
import {
  type DeliveryRow,
  findDelivery,
  findDueBounties,
  type HeldBounty,
  lockBounty,
  moveDelivery,
  readDeliveries,
  updateBounty,
} from "../../db/queries/bounties/bounties.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { updateAcceptance } from "../../db/queries/purchases/acceptances.ts";
import { holdOffer, type Offer } from "../../db/queries/purchases/buying.ts";
import { findAnswer, updateAnswer } from "../../db/queries/requests/answers.ts";
import {
  type DataRequestRow,
  lockDataRequest,
  updateDataRequest,
} from "../../db/queries/requests/data-requests.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { endPurse } from "../purchase/purse/open-purse.ts";
import { fundPurchase } from "../purchase/purse/pending.ts";
import { eachDue } from "../purchase/settlement/each-due.ts";
import { mailPurchase } from "../purchase/settlement/end-escrow.ts";
import { holdDisputed } from "../purchase/settlement/hold-disputed.ts";
import { writePurchase } from "../purchase/write-purchase.ts";
import { endBounty, loseDelivery, notifyOfDelivery } from "./end-bounty.ts";
import { BOUNTY_DELIVERIES_READ_MAX } from "./limits.ts";
import { awardObstacle, type BountyStep, bountyStatus, nextBountyStep } from "./rules.ts";

const actor: SystemActor = { kind: "system", name: "bounties" };

/** Awards and ends in one run of a bounty: each winner, each loser on the way, and the end. */
const stepsMax = 50;

/**
 * Takes the next steps of due bounties; returns how many bounties it changed. Any number of processes may run
 * it at once, and each may die anywhere: every award is one transaction under the request's lock.
 */
export async function settleDueBounties(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const due = await findDueBounties(ctx.db, { now: ctx.now(), rowsMax });
  return await eachDue(due, async (requestId) => {
    let isChanged = false;
    for (let step = 0; step < stepsMax && (await take(ctx, requestId)); step += 1) isChanged = true;
    return isChanged;
  });
}

/** One step; false if there is none now. */
async function take(ctx: Context, requestId: string): Promise<boolean> {
  const planned = await ctx.db.transaction((tx) => advance(tx, ctx, requestId, null));
  if (planned.kind !== "award") return planned.kind === "done";
  // A listing is locked before the request, so the winner is read first and decided again.
  const answer = await findAnswer(ctx.db, { requestId, answerId: planned.answerId });
  if (answer === null) throw new Error(`answer ${planned.answerId} is gone`);
  const taken = await ctx.db.transaction(async (tx) => {
    const offer = await holdOffer(tx, answer.listingId);
    if (offer === null) throw new Error(`listing ${answer.listingId} is gone`);
    return advance(tx, ctx, requestId, { answerId: answer.id, offer });
  });
  return taken.kind === "done";
}

type Chosen = { answerId: string; offer: Offer };
type Taken = { kind: "done" | "nothing" } | Extract<BountyStep, { kind: "award" }>;

/** `chosen`: the delivery whose listing is locked; it is paid if it is still the next winner. */
async function advance(
  tx: Database,
  ctx: Context,
  requestId: string,
  chosen: Chosen | null,
): Promise<Taken> {
  const now = ctx.now();
  const request = await lockDataRequest(tx, requestId);
  const held = request === null ? null : await lockBounty(tx, requestId);
  if (request === null || held === null) throw new Error(`the bounty of ${requestId} is gone`);
  const { bounty, purse } = held;
  if (purse.chargeback === "open") return { kind: "nothing" };
  if (bounty.endedAt !== null) {
    if (purse.state !== "in_escrow") return { kind: "nothing" };
    await endPurse(tx, purse, { actor, now });
    return { kind: "done" };
  }
  const status = bountyStatus(purse.state, false);
  if (status === "funding") return { kind: "nothing" };
  if (status === "unfunded" || purse.state !== "in_escrow") {
    const isTaken = purse.refundCause === "charged_back";
    const lost = isTaken ? "charged_back" : "refunded";
    const cause = status === "unfunded" ? "unfunded" : lost;
    await finish(tx, held, request, { state: "closed", cause, now });
    return { kind: "done" };
  }
  const isOver = request.state !== "open" || request.expiresAt <= now;
  const deliveries = await readDeliveries(tx, requestId, BOUNTY_DELIVERIES_READ_MAX);
  const step = nextBountyStep({ ...bounty, isOver, deliveries });
  if (step.kind === "wait") return { kind: "nothing" };
  if (step.kind === "end") {
    const cause = step.isAwarded ? "awarded" : "expired";
    await finish(tx, held, request, { state: bounty.awarded > 0 ? "fulfilled" : null, cause, now });
    return { kind: "done" };
  }
  if (chosen === null) return step;
  if (chosen.answerId !== step.answerId) return { kind: "nothing" };
  const delivery = await findDelivery(tx, step.answerId);
  if (delivery === null) throw new Error(`delivery ${step.answerId} is gone`);
  await award(tx, ctx, { held, request, delivery, offer: chosen.offer, now });
  return { kind: "done" };
}

type Finish = {
  /** What becomes of an open request; null: the clock ends it at its deadline. */
  state: "fulfilled" | "closed" | null;
  cause: "awarded" | "expired" | "unfunded" | "charged_back" | "refunded";
  now: Date;
};

async function finish(
  tx: Database,
  held: HeldBounty,
  request: DataRequestRow,
  { state, cause, now }: Finish,
): Promise<void> {
  await endBounty(tx, held, request, { actor, cause, now });
  if (state === null || request.state !== "open") return;
  await updateDataRequest(tx, request.id, { state, endedAt: now, updatedAt: now });
}

type Award = {
  held: HeldBounty;
  request: DataRequestRow;
  delivery: DeliveryRow;
  offer: Offer;
  now: Date;
};

/**
 * Pays a delivery out of the purse: it becomes an ordinary purchase whose contract has passed, so that the
 * clock releases its money after a look at the file. One that could not be evaluated is held until an
 * administrator decides.
 */
async function award(tx: Database, ctx: Context, won: Award): Promise<void> {
  const { held, request, delivery, offer, now } = won;
  const { bounty, purse } = held;
  const { answerId } = delivery;
  const lose = (why: string) => loseDelivery(tx, request, { answerId, why, now });
  const obstacle = awardObstacle({
    listingStatus: offer.listing.status,
    isSellerSuspended: offer.seller?.isSuspended ?? true,
    isReplaced: offer.listing.currentUploadId !== delivery.uploadId,
  });
  if (obstacle !== null) return await lose(obstacle);
  const acceptance = delivery.state === "passed" ? "passed" : "undecided";
  const purchase = await writePurchase(tx, ctx.config, {
    offer,
    actor,
    buyer: { accountId: purse.accountId, apiKeyId: purse.apiKeyId },
    paymentMethodId: purse.paymentMethodId,
    priceCents: delivery.priceCents,
    now,
    settleDueAt: now,
    acceptance: bounty.terms,
    decided: acceptance,
    purse,
  });
  if (purchase === null) return await lose("The poster has bought this file before.");
  const results = delivery.results ?? [];
  await updateAcceptance(tx, purchase.id, { results, decidedAt: now, trouble: delivery.trouble });
  const paid = await fundPurchase(tx, ctx, { purse, purchase, now });
  if (acceptance === "undecided") {
    const reason = { actor, reason: "acceptance_undecided", detail: null, now } as const;
    await holdDisputed(tx, paid, reason);
    await mailPurchase(tx, paid.id, "undecided_buyer", now);
  } else {
    await mailPurchase(tx, paid.id, "accepted_buyer", now);
  }
  await moveDelivery(
    tx,
    { answerId, from: ["passed", "undecided"] },
    { state: "won", purchaseId: paid.id },
  );
  await updateAnswer(tx, answerId, { state: "accepted", decidedAt: now });
  await updateBounty(tx, bounty.requestId, { awarded: bounty.awarded + 1 });
  const subject = { subjectKind: "data_request", subjectId: request.id } as const;
  const detail = {
    answer_id: answerId,
    listing_id: offer.listing.id,
    purchase_id: paid.id,
    price_cents: delivery.priceCents,
  };
  await writeAudit(tx, { actor, action: "data_request.bounty_awarded", ...subject, detail }, now);
  const { id: listingId } = offer.listing;
  const told = { answerId, listingId, verdict: "won", purchaseId: paid.id, now } as const;
  await notifyOfDelivery(tx, request, told);
}
