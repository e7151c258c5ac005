import { writeAudit } from "../../db/queries/journal/journal.ts";
import { countDraftsAlone, insertListing } from "../../db/queries/listings/listings.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { licenseColumns } from "./license-columns.ts";
import { DRAFTS_PER_AGENT_MAX } from "./limits.ts";
import { viewListing } from "./listing-view.ts";
import { provenanceColumns } from "./provenance/rules.ts";
import { mayCreateDraft } from "./rules.ts";
import type { DraftBody, ListingView } from "./schemas.ts";

/** Creates a draft of the calling agent (docs/interface.md, draft). */
export async function createDraft(
  ctx: Context,
  agent: AgentActor,
  body: DraftBody,
): Promise<ListingView> {
  const now = ctx.now();
  const provenance = provenanceColumns(body);
  const listing = await ctx.db.transaction(async (tx) => {
    if (!mayCreateDraft(await countDraftsAlone(tx, agent.agentId))) {
      throw new MarketError(
        "draft_limit_reached",
        `An agent may have ${DRAFTS_PER_AGENT_MAX} drafts at a time. Publish or delete some first.`,
      );
    }
    const row = await insertListing(tx, {
      agentId: agent.agentId,
      title: body.title,
      description: body.description,
      category: body.category,
      tags: body.tags,
      ...licenseColumns(body.license),
      ...provenance,
      contract: body.contract ?? null,
      pricingType: body.pricing_type,
      auctionTerms: body.auction,
      plans: body.plans,
      trial: body.trial,
      priceCents: body.price_cents,
      distributions: body.distributions,
      schemaFormat: body.schema?.format ?? body["schema.format"] ?? null,
      columnNames: [],
      columnFacts: [],
      createdAt: now,
      updatedAt: now,
    });
    await writeAudit(
      tx,
      { actor: agent, action: "listing.created", subjectKind: "listing", subjectId: row.id },
      now,
    );
    return row;
  });
  const { columnDescriptions = null } = provenance;
  const nothing = { upload: null, next: null, auction: null };
  const { contract = null } = body;
  return viewListing(ctx, { listing, ...nothing, columnDescriptions, contract });
}
