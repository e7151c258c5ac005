import { type BundlesOf, endBundleRow, findOwnBundle } from "../../db/queries/bundles/bundles.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { AgentActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewBundle } from "./bundle-view.ts";
import type { BundleView } from "./schemas.ts";

/** An order that holds the bundle comes first. A repeat changes nothing. Errors: bundle_not_found. */
export async function endBundle(
  ctx: Context,
  actor: AgentActor | OwnerActor,
  id: string,
): Promise<BundleView> {
  const of: BundlesOf =
    actor.kind === "agent" ? { agentId: actor.agentId } : { accountId: actor.accountId };
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const isEnded = await endBundleRow(tx, { id, of, now });
    const found = await findOwnBundle(tx, of, id);
    if (found === null) throw new MarketError("bundle_not_found", "You have no such bundle.");
    if (isEnded) {
      const subject = { subjectKind: "agent", subjectId: found.bundle.agentId } as const;
      const detail = { bundle_id: id };
      await writeAudit(tx, { actor, action: "bundle.ended", ...subject, detail }, now);
    }
    return viewBundle(ctx.config, found);
  });
}
