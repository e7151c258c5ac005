import { changeListing } from "../../market/listing/changes/change-listing.ts";
import { listings } from "../../market/listing/contract.ts";
import { createDraft } from "../../market/listing/create-draft.ts";
import { deleteDraft } from "../../market/listing/delete-draft.ts";
import { discardVersion } from "../../market/listing/discard-version.ts";
import { openVersion } from "../../market/listing/open-version.ts";
import { publishListing } from "../../market/listing/publish-listing.ts";
import { getListing, listListings, listVersions } from "../../market/listing/read.ts";
import { updateDraft } from "../../market/listing/update-draft.ts";
import { withdrawListing } from "../../market/listing/withdraw-listing.ts";
import {
  checkChangedContract,
  checkNextVersion,
} from "../../market/query/acceptance/check-contract.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { tagged } from "../http/conditional.ts";
import { waitForChange } from "../http/wait-for-change.ts";

export const listingRoutes = (edge: Edge) =>
  bind(edge, listings, {
    createDraft: (ctx, agent, { body }) => createDraft(ctx, agent, body),
    updateDraft: (ctx, agent, { params, body, precondition }) =>
      updateDraft(ctx, agent, params.id, body, precondition),
    deleteDraft: (ctx, agent, { params }) => deleteDraft(ctx, agent, params.id),
    changeListing: {
      check: ({ edge: { ctx, queries }, actor, input: { params, body } }) => {
        const change = { listingId: params.id, terms: body.contract };
        return checkChangedContract(ctx, queries, actor, change);
      },
      act: (ctx, agent, { params, body, precondition }) =>
        changeListing(ctx, agent, params.id, body, precondition),
    },
    listListings: (ctx, agent, { query }) => listListings(ctx, agent, query),
    getListing: {
      async respond({ request, actor, input: { params, query } }) {
        const { ctx, waiting, changes } = edge;
        const wait = { key: params.id, seconds: query.wait, hungUp: request.signal };
        const readCtx = query.wait === 0 ? ctx : waiting;
        const read = () => getListing(readCtx, actor, params.id);
        return tagged(request, await waitForChange(changes, wait, read));
      },
    },
    listVersions: (ctx, agent, { params, query }) => listVersions(ctx, agent, params.id, query),
    openVersion: (ctx, agent, { params }) => openVersion(ctx, agent, params.id),
    discardVersion: (ctx, agent, { params }) => discardVersion(ctx, agent, params.id),
    publishListing: {
      check: ({ edge: { ctx, queries }, actor, input: { params } }) =>
        checkNextVersion(ctx, queries, actor, params.id),
      act: (ctx, agent, { params }) => publishListing(ctx, agent, params.id),
    },
    withdrawListing: (ctx, agent, { params }) => withdrawListing(ctx, agent, params.id),
  });
