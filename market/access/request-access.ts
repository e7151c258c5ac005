import {
  findAccess,
  findLatestAccess,
  firstOfLastAccess,
  insertAccess,
} from "../../db/queries/access/access.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import { holdOffer } from "../../db/queries/purchases/buying.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { daySeconds } from "../../platform/time.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { allowanceRefusal, throwRefusals } from "../refusal.ts";
import { viewAccess } from "./access-view.ts";
import { ACCESS_REQUESTS_PER_ACCOUNT_PER_DAY_MAX } from "./limits.ts";
import { againRefusal, answerFaults } from "./rules.ts";
import type { AccessView } from "./schemas.ts";

const allowance = {
  who: "An account",
  what: "requests for access",
  max: ACCESS_REQUESTS_PER_ACCOUNT_PER_DAY_MAX,
  windowSeconds: daySeconds,
};

/**
 * Locks the account, so that its requests are counted one at a time. Errors: dataset_not_found,
 * own_dataset, dataset_not_available, dataset_not_gated, access_requested, rate_limited, invalid_request.
 */
export async function requestAccess(
  ctx: Context,
  actor: OperatorActor,
  datasetId: string,
  { answers }: { answers: string[] },
): Promise<AccessView> {
  const { accountId } = actor;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await lockOpenAccount(tx, accountId);
    const offer = await holdOffer(tx, datasetId);
    if (offer === null) throw new MarketError("dataset_not_found", "No dataset has this id.");
    const { listing, seller, agentId } = offer;
    if (seller?.accountId === accountId) {
      throw new MarketError("own_dataset", "You sell this dataset yourself.");
    }
    if (listing.status !== "active") {
      throw new MarketError("dataset_not_available", `The dataset is ${listing.status}.`);
    }
    const questions = listing.accessQuestions;
    if (questions === null) {
      throw new MarketError("dataset_not_gated", "Everybody may order this dataset.");
    }
    const faults = answerFaults(questions, answers);
    if (faults.length > 0) {
      throw new MarketError("invalid_request", faults[0]?.detail ?? "", { faults });
    }
    const since = new Date(now.getTime() - allowance.windowSeconds * 1000);
    const first = await firstOfLastAccess(tx, { accountId, since, max: allowance.max });
    const pair = { listingId: datasetId, accountId };
    throwRefusals([
      againRefusal(await findLatestAccess(tx, pair), now),
      allowanceRefusal(allowance, first, now),
    ]);
    const row = await insertAccess(tx, {
      listingId: datasetId,
      sellerAgentId: agentId,
      buyerAccountId: accountId,
      questions,
      answers,
      createdAt: now,
    });
    if (row === null) throw new MarketError("access_requested", "Your request is pending.");
    const subject = { subjectKind: "listing", subjectId: datasetId } as const;
    const detail = { access_request_id: row.id };
    await writeAudit(tx, { actor, action: "access.requested", ...subject, detail }, now);
    const data = { access_request_id: row.id, dataset_id: datasetId };
    const to = sellerPrincipals(agentId, seller?.accountId ?? null);
    await emitEvent(tx, { type: "access.requested", to, subjectId: datasetId, data }, now);
    const mail = { template: "access", access_request_id: row.id, notice: "requested" } as const;
    await enqueueJob(tx, "jobs.mail", mail, now);
    const found = await findAccess(tx, row.id);
    if (found === null) throw new Error(`access request ${row.id} is gone`);
    return viewAccess(found, "buyer");
  });
}
