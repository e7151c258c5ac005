import { disableEndpoint, lockEndedEndpoints } from "../../db/queries/events/webhooks.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";

const rowsPerRunMax = 100;
const actor: SystemActor = { kind: "system", name: "clock" };
const reason = "credential_ended";

/**
 * Disables webhooks whose key or agent has ended. Nothing was sent to them since then: this records it, and
 * drops pending deliveries. Returns how many.
 */
export async function disableEndedWebhooks(ctx: Context): Promise<number> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const ended = await lockEndedEndpoints(tx, { now, rowsMax: rowsPerRunMax });
    for (const endpointId of ended) {
      await disableEndpoint(tx, endpointId, { reason, now });
      const subject = { subjectKind: "webhook", subjectId: endpointId } as const;
      const action = "webhook.disabled";
      await writeAudit(tx, { actor, action, ...subject, detail: { reason } }, now);
    }
    return ended.length;
  });
}
