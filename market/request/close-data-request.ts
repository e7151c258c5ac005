import { findOwnDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { throwRefusals } from "../refusal.ts";
import { bountyRefusal, endBountyOf, lockOwnDataRequest } from "./actors.ts";
import { closeLocked } from "./close-locked.ts";
import { viewOwnDataRequest } from "./request-view.ts";
import { actRefusal } from "./rules.ts";
import type { OwnDataRequestView } from "./schemas.ts";

/**
 * Closes an open request and notifies the sellers who answered. Closing a closed one changes nothing.
 * Errors: data_request_not_found, data_request_not_open.
 */
export async function closeDataRequest(
  ctx: Context,
  poster: AccountActor,
  requestId: string,
): Promise<OwnDataRequestView> {
  const { accountId } = poster;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const request = await lockOwnDataRequest(tx, { requestId, accountId });
    if (request.state !== "closed") {
      throwRefusals([
        actRefusal(request, "close", now),
        await bountyRefusal(tx, requestId, "close"),
      ]);
      await endBountyOf(tx, request, { actor: poster, cause: "closed", now });
      await closeLocked(tx, requestId, { actor: poster, now });
    }
    const after = await findOwnDataRequest(tx, { requestId, accountId });
    if (after === null) throw new Error(`data request ${requestId} vanished under its lock`);
    return viewOwnDataRequest({ config: ctx.config, now }, after);
  });
}
