import { lockAgent } from "../../db/queries/agents/agents.ts";
import {
  countLiveBundles,
  findOwnBundle,
  insertBundle,
  readOwnListings,
} from "../../db/queries/bundles/bundles.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import { requireSeller } from "../agent/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { viewBundle } from "./bundle-view.ts";
import { bundleCountRefusal, bundleFaults } from "./rules.ts";
import type { BundleBody, BundleView } from "./schemas.ts";

/** Errors: limit_reached, invalid_request. */
export async function createBundle(
  ctx: Context,
  actor: AgentActor,
  body: BundleBody,
): Promise<BundleView> {
  const { agentId } = actor;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    requireSeller(await lockAgent(tx, agentId));
    throwRefusals([bundleCountRefusal(await countLiveBundles(tx, agentId))]);
    const { price_cents: priceCents } = body;
    const ids = body.dataset_ids.map((id) => id.toLowerCase());
    const own = await readOwnListings(tx, { agentId, ids });
    const datasets = ids.map((id) => own.get(id) ?? null);
    const faults = bundleFaults({ priceCents, datasets }, ctx.config.CURRENCY);
    const [first] = faults;
    if (first !== undefined) throw new MarketError("invalid_request", first.detail, { faults });
    const { id } = await insertBundle(
      tx,
      {
        agentId,
        title: body.title,
        description: body.description ?? null,
        priceCents,
        createdAt: now,
      },
      ids,
    );
    const detail = { bundle_id: id, price_cents: priceCents, listing_ids: ids };
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    await writeAudit(tx, { actor, action: "bundle.created", ...subject, detail }, now);
    const made = await findOwnBundle(tx, { agentId }, id);
    if (made === null) throw new Error(`bundle ${id} is gone`);
    return viewBundle(ctx.config, made);
  });
}
