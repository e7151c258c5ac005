/**
 * Selling on the website: as the account's built-in agent, or as the agent that owns the listing.
 */

import type { OwnerActor } from "../../../../db/vocabulary/actor.ts";
import { agentPatch } from "../../../../market/agent/schemas.ts";
import {
  actForListing,
  findSiteAgent,
  openSiteAgent,
} from "../../../../market/agent/site-agent.ts";
import { getOwnFindings } from "../../../../market/catalogue/preview/read-findings.ts";
import type { PreviewedVersion } from "../../../../market/catalogue/preview/schemas.ts";
import { getDataset, previewDataset } from "../../../../market/catalogue/read.ts";
import { getProfilePart, getSampleRows } from "../../../../market/catalogue/read-for-page.ts";
import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";
import type { Context } from "../../../../market/context.ts";
import { changeListing } from "../../../../market/listing/changes/change-listing.ts";
import { listingPatch } from "../../../../market/listing/changes/schemas.ts";
import { createDraft } from "../../../../market/listing/create-draft.ts";
import { deleteDraft } from "../../../../market/listing/delete-draft.ts";
import { discardVersion } from "../../../../market/listing/discard-version.ts";
import { openVersion } from "../../../../market/listing/open-version.ts";
import { publishListing } from "../../../../market/listing/publish-listing.ts";
import { getListing } from "../../../../market/listing/read.ts";
import { draftBody, draftPatch, type ListingView } from "../../../../market/listing/schemas.ts";
import { updateDraft } from "../../../../market/listing/update-draft.ts";
import { withdrawListing } from "../../../../market/listing/withdraw-listing.ts";
import {
  checkChangedContract,
  checkNextVersion,
} from "../../../../market/query/acceptance/check-contract.ts";
import { openQueries } from "../../../../platform/query/open-queries.ts";
import { parseForm } from "../../../kit/form.ts";
import { uploadUseCases } from "./upload-use-cases.ts";

export function sellUseCases(ctx: Context) {
  const queries = openQueries(ctx.config);
  const seller = (owner: OwnerActor, id: string) =>
    actForListing(ctx, owner, id, { maySell: true });
  const holder = (owner: OwnerActor, id: string) =>
    actForListing(ctx, owner, id, { maySell: false });
  return {
    ...uploadUseCases(ctx, seller),
    /** The name that buyers see; null before the first draft. */
    sellerName: async (owner: OwnerActor): Promise<string | null> =>
      (await findSiteAgent(ctx, owner))?.name ?? null,
    /** Creates a draft from only a title, for the built-in agent, which the first draft creates. */
    startDraft: async (
      owner: OwnerActor,
      form: { title: string; agent_name: string | null },
    ): Promise<ListingView> => {
      const { title } = parseForm(draftBody.pick({ title: true }), { title: form.title });
      const name =
        form.agent_name === null
          ? null
          : parseForm(agentPatch, { agent_name: form.agent_name }).agent_name;
      const agent = await openSiteAgent(ctx, owner, name);
      return createDraft(ctx, agent, { ...emptyDraft, title });
    },
    getOwnListing: async (owner: OwnerActor, id: string): Promise<ListingView> =>
      (await getListing(ctx, await holder(owner, id), id)).view,
    /** The trial as buyers see it; null: none, or the listing has no public page. */
    readOwnTrial: async ({ id, links, trial }: ListingView): Promise<DatasetDetail["trial"]> =>
      trial === null || links.dataset === undefined
        ? null
        : (await getDataset(ctx, id)).dataset.trial,
    getFindings: async (owner: OwnerActor, id: string, version: PreviewedVersion) =>
      getOwnFindings(ctx, await holder(owner, id), { listingId: id, version }),
    /** The draft's own page, with the first part of the profile. */
    previewDataset: async (owner: OwnerActor, id: string) => {
      const { dataset, uploadId } = await previewDataset(ctx, await holder(owner, id), id);
      const scope = { listingId: id, uploadId };
      const [profile, sample] = await Promise.all([
        getProfilePart(ctx, scope, previewColumns),
        getSampleRows(ctx, scope),
      ]);
      return { dataset, profile, sample, shown: previewColumns };
    },
    changeDraft: async (owner: OwnerActor, id: string, form: unknown): Promise<ListingView> =>
      updateDraft(ctx, await seller(owner, id), id, parseForm(draftPatch, form)),
    changeOnSale: async (owner: OwnerActor, id: string, form: unknown): Promise<ListingView> => {
      const agent = await seller(owner, id);
      const patch = parseForm(listingPatch, form);
      const change = { listingId: id, terms: patch.contract };
      await checkChangedContract(ctx, queries, agent, change);
      return changeListing(ctx, agent, id, patch);
    },
    publish: async (owner: OwnerActor, id: string): Promise<ListingView> => {
      const agent = await seller(owner, id);
      await checkNextVersion(ctx, queries, agent, id);
      return publishListing(ctx, agent, id);
    },
    openVersion: async (owner: OwnerActor, id: string): Promise<ListingView> =>
      openVersion(ctx, await seller(owner, id), id),
    discardVersion: async (owner: OwnerActor, id: string): Promise<ListingView> =>
      discardVersion(ctx, await holder(owner, id), id),
    /** Also allowed to a seller who may no longer sell. */
    withdraw: async (owner: OwnerActor, id: string): Promise<ListingView> =>
      withdrawListing(ctx, await holder(owner, id), id),
    deleteDraft: async (owner: OwnerActor, id: string) =>
      deleteDraft(ctx, await holder(owner, id), id),
  };
}

const previewColumns = { first: 0, count: 50 };

/** A draft's initial values. Publishing still requires a description. */
const emptyDraft = {
  ...draftBody.parse({ title: "-", description: "-" }),
  description: "",
};
