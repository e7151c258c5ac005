import type { AgentActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import { createBundle } from "../../../market/bundle/create-bundle.ts";
import { endBundle } from "../../../market/bundle/end-bundle.ts";
import { listOwnerBundles } from "../../../market/bundle/read.ts";
import { bundleBody } from "../../../market/bundle/schemas.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";
import { listPricedListings } from "../selling/priced-listings.ts";

/** The fields of the form, not checked yet. */
export type BundleInput = {
  title: string;
  description: string;
  datasetIds: string[];
  /** Null: not a number. */
  priceCents: number | null;
};

export function bundleUseCases(ctx: Context) {
  return {
    /** Of all agents of the account, newest first. */
    listBundles: async (owner: OwnerActor, wanted: PageWanted) =>
      pageOf(await listOwnerBundles(ctx, owner, wanted)),
    listBundleListings: (owner: OwnerActor) => listPricedListings(ctx, owner),
    makeBundle: async (owner: OwnerActor, input: BundleInput): Promise<{ id: string }> => {
      const { title, description, datasetIds, priceCents } = input;
      const body = parseForm(bundleBody, {
        title,
        ...(description.trim() === "" ? {} : { description }),
        price_cents: priceCents,
        dataset_ids: datasetIds,
      });
      const listings = await listPricedListings(ctx, owner);
      const agentId = listings.find(({ id }) => id === datasetIds[0])?.agentId;
      if (agentId === undefined) {
        const detail = "Choose datasets of yours that are on sale at a fixed price.";
        const faults = [{ pointer: "/dataset_ids", code: "invalid_choice", detail }];
        throw new MarketError("invalid_request", detail, { faults });
      }
      // Whether the agent may sell is checked against its row.
      const agent: AgentActor = { kind: "agent", agentId, verified: true };
      return await createBundle(ctx, agent, body);
    },
    endBundle: async (owner: OwnerActor, id: string): Promise<void> => {
      await endBundle(ctx, owner, id);
    },
  };
}
