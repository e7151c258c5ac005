import type { Database } from "../../db/client.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  countOpenDataRequests,
  findOwnDataRequest,
  firstOfLastDataRequests,
  insertDataRequest,
} from "../../db/queries/requests/data-requests.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { daySeconds } from "../../platform/time.ts";
import { openBounty } from "../bounty/open-bounty.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type Allowance, allowanceRefusal, throwRefusals } from "../refusal.ts";
import { lockPoster } from "./actors.ts";
import { DATA_REQUESTS_PER_ACCOUNT_PER_DAY_MAX } from "./limits.ts";
import { viewOwnDataRequest } from "./request-view.ts";
import { columnName, defaultExpiresAt, expiryFaults, openRequestsRefusal } from "./rules.ts";
import type { DataRequestBody, OwnDataRequestView } from "./schemas.ts";

const dailyRequests: Allowance = {
  who: "An account",
  what: "data requests",
  max: DATA_REQUESTS_PER_ACCOUNT_PER_DAY_MAX,
  windowSeconds: daySeconds,
};

/**
 * Posts a data request, which everybody can then read; the clock charges its bounty, if any. Errors:
 * invalid_request (its end), limit_reached, rate_limited, account_suspended, and those of `openBounty`.
 */
export async function postDataRequest(
  ctx: Context,
  operator: OperatorActor,
  body: DataRequestBody,
): Promise<OwnDataRequestView> {
  const { accountId, apiKeyId } = operator;
  const now = ctx.now();
  const expiresAt =
    body.expires_at === undefined ? defaultExpiresAt(now) : new Date(body.expires_at);
  const faults = expiryFaults(expiresAt, now);
  if (faults.length > 0) {
    throw new MarketError("invalid_request", "The request cannot end at that time.", { faults });
  }
  return ctx.db.transaction(async (tx) => {
    await lockPoster(tx, accountId);
    await requireRoom(tx, accountId, now);
    const request = await insertDataRequest(tx, {
      accountId,
      apiKeyId,
      title: body.title,
      description: body.description,
      category: body.category,
      columns: body.columns,
      columnNames: body.columns.map(columnName),
      formats: body.formats,
      minRows: body.min_rows,
      period: body.period,
      place: body.place,
      budgetCents: body.budget_cents,
      expiresAt,
      createdAt: now,
      updatedAt: now,
    });
    const subject = { subjectKind: "data_request", subjectId: request.id } as const;
    await writeAudit(tx, { actor: operator, action: "data_request.posted", ...subject }, now);
    const { bounty } = body;
    if (bounty !== undefined) await openBounty(tx, ctx, { operator, request, body: bounty, now });
    const posted = await findOwnDataRequest(tx, { requestId: request.id, accountId });
    if (posted === null) throw new Error(`data request ${request.id} was not written`);
    return viewOwnDataRequest({ config: ctx.config, now }, posted);
  });
}

/** Exact, because the account is locked. */
async function requireRoom(tx: Database, accountId: string, now: Date): Promise<void> {
  const { max, windowSeconds } = dailyRequests;
  const since = new Date(now.getTime() - windowSeconds * 1000);
  const first = await firstOfLastDataRequests(tx, { accountId, since, max });
  throwRefusals([
    openRequestsRefusal(await countOpenDataRequests(tx, accountId, now)),
    allowanceRefusal(dailyRequests, first, now),
  ]);
}
