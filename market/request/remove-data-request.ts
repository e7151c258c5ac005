import { lockDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import { removeRequestOf } from "../bounty/remove-request.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { actRefusal } from "./rules.ts";
import type { RemovalBody } from "./schemas.ts";

/**
 * Removes a request for good. Only its poster can still see it, with the reason, and gets a mail; the
 * sellers who answered get an event. Returns whether anything changed: a removed one stays. Errors:
 * data_request_not_found.
 */
export async function removeDataRequest(
  ctx: Context,
  admin: AdminActor,
  requestId: string,
  { reason }: RemovalBody,
): Promise<{ changed: boolean }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const request = await lockDataRequest(tx, requestId);
    if (request === null)
      throw new MarketError("data_request_not_found", "There is no such data request.");
    if (request.state === "removed") return { changed: false };
    throwRefusals([actRefusal(request, "remove", now)]);
    await removeRequestOf(tx, admin, { request, reason, now });
    return { changed: true };
  });
}
