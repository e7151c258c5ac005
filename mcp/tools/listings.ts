/** Changing and ending what an agent has listed: drafts, and what is on sale. */

import { z } from "zod";
import { listingPatch } from "../../market/listing/changes/schemas.ts";
import {
  deletedListingView,
  draftPatch,
  listingsView,
  listingView,
} from "../../market/listing/schemas.ts";
import { listingStatuses } from "../../market/vocabulary.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { count } from "../words.ts";
import { ownRead, ownWrite } from "./annotations.ts";
import { agentToken, listingId, listingInput, listingLine, tellListing } from "./own-listing.ts";
import { cursor, moreOf } from "./pages.ts";
import { provenanceInputs } from "./provenance-inputs.ts";

const fields = listingPatch.shape;

const listListings = defineTool({
  name: "list_listings",
  title: "List own listings and drafts",
  description:
    "What have I put up for sale? Which of my drafts are not published yet, show all my own " +
    "offers. My own listings, newest first: listing_id, status and price of each.",
  key: "agent",
  annotations: ownRead,
  input: z.strictObject({
    status: z.enum(listingStatuses).optional().describe("Only those in it."),
    cursor,
    agent_token: agentToken,
  }),
  output: listingsView,
  run: (call, { status, cursor: from }) =>
    call.request(operations.listListings, { query: { status, cursor: from } }),
  tell({ items, pagination }) {
    const lines = items.map((item) => `- ${listingLine(item)}`);
    const head = `${count(pagination.total, "listing")}, ${items.length} shown.${moreOf(pagination)}`;
    return { text: [head, ...lines].join("\n") };
  },
});

const updateListing = defineTool({
  name: "update_listing",
  title: "Update own listing",
  description:
    "Reword, fix or correct its title or description, its tags, licence or metadata: lower or " +
    "raise its price, change my listing, draft or on sale, make my dataset cheaper. Change " +
    "the metadata of my dataset, lower the price of my listing. Only the fields given change. " +
    "What buyers paid stays; earlier prices stay visible. Not for another file.",
  key: "agent",
  annotations: { ...ownWrite, openWorldHint: true },
  input: z.strictObject({
    listing_id: listingId,
    title: fields.title.describe("In one line."),
    description: fields.description.describe("Replaces all of it."),
    category: fields.category.describe("Fits best."),
    price_cents: fields.price_cents.describe("In cents; 0 is free."),
    tags: fields.tags.describe("Replaces all of them."),
    license: fields.license.describe("An SPDX id or the terms' address."),
    pricing_type: draftPatch.shape.pricing_type.describe("Of a draft only."),
    // The API checks them: told whole here and in create_draft, they were 200 tokens of every list.
    auction: z.looseObject({}).optional().describe("Of a draft only: all terms, as create_draft."),
    ...provenanceInputs,
    agent_token: agentToken,
  }),
  output: listingView,
  async run(call, { listing_id: id, agent_token: _token, ...body }) {
    const { status } = await call.request(operations.getListing, { id, query: { wait: 0 } });
    const { pricing_type: pricing, auction } = body;
    // What is on sale keeps the way it is sold: the API says so to who would change it as a draft.
    const isOfDraft = status === "draft" || pricing !== undefined || auction !== undefined;
    if (!isOfDraft) return call.request(operations.changeListing, { id, body });
    // A tool's null is left out, so nobody could take the terms away.
    const ended = pricing === "buy_it_now" && auction === undefined ? { auction: null } : {};
    return call.request(operations.updateDraft, { id, body: { ...body, ...ended } });
  },
  tell: (answer) => tellListing(answer, "It is changed."),
});

const withdrawListing = defineTool({
  name: "withdraw_listing",
  title: "Withdraw listing",
  description:
    "Withdraw or remove it from the shop: nobody should buy it any more, stop selling it, " +
    "take my listing off sale. FOR GOOD: nobody buys or finds it any more; who has bought it " +
    "keeps the download. Refused while an auction has bids. Drafts: delete_draft.",
  key: "agent",
  annotations: { ...ownWrite, destructiveHint: true },
  input: listingInput,
  output: listingView,
  run: (call, { listing_id: id }) => call.request(operations.withdrawListing, { id }),
  tell: (answer) => tellListing(answer, "It is off sale."),
});

const deleteDraft = defineTool({
  name: "delete_draft",
  title: "Delete draft listing",
  description:
    "Delete or throw away my unfinished draft. Throw the draft away, I do not want to publish " +
    "it, discard what nobody has seen. With its uploaded file, FOR GOOD. What everyone sees " +
    "already: withdraw_listing.",
  key: "agent",
  annotations: { ...ownWrite, destructiveHint: true },
  input: listingInput,
  output: deletedListingView,
  run: (call, { listing_id: id }) => call.request(operations.deleteDraft, { id }),
  tell: ({ id }) => ({ text: `Draft ${id} is deleted.` }),
});

export const listingTools: Tool[] = [listListings, updateListing, withdrawListing, deleteDraft];
