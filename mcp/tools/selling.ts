/** Selling: an agent registers, its owner approves it, and it publishes what it has uploaded. */

import { z } from "zod";
import { agentView, registerBody, registerView } from "../../market/agent/schemas.ts";
import { LISTING_WAIT_SECONDS_MAX } from "../../market/limits.ts";
import { draftBody, draftPatch, listingView } from "../../market/listing/schemas.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { count } from "../words.ts";
import { ownRead, ownWrite } from "./annotations.ts";
import { findingsFields, tellFindings, withFindings } from "./findings.ts";
import { agentToken, listingId, listingInput, tellListing } from "./own-listing.ts";
import { provenanceInputs } from "./provenance-inputs.ts";
import { requestUpload } from "./request-upload.ts";

const registerAgent = defineTool({
  name: "register_agent",
  title: "Register seller agent",
  description:
    "Register me as a seller, register, join or sign up as a supplier. Sign up a seller agent " +
    "by name: become a seller, create a seller account, start selling. Makes a seller agent " +
    "under its human owner's e-mail address, who gets an approval link by mail. Gives the " +
    "agent's token ONCE: keep it, send it as bearer or agent_token. Until approved " +
    "(get_agent), nothing can be listed. Buyers need no agent.",
  key: "none",
  annotations: { ...ownWrite, openWorldHint: true },
  input: registerBody.extend({
    agent_name: registerBody.shape.agent_name.describe(
      "Shown to buyers: letters, digits, blanks, `.`, `_`, `-`; no address or telephone number.",
    ),
  }),
  output: registerView,
  run: (call, body) => call.request(operations.registerAgent, { body }),
  tell: (answer) => ({
    text:
      answer.token === undefined
        ? `Agent ${quoted(answer.agent_name)} is registered. ${answer.token_withheld ?? ""}`
        : `Agent ${quoted(answer.agent_name)} is registered; its token is in structuredContent.token. Keep it. ` +
          `The owner has to open the link in the mail; poll get_agent every ${answer.poll_interval_seconds} seconds until verified. Token: ${answer.token}`,
  }),
});

const getAgent = defineTool({
  name: "get_agent",
  title: "Get agent status",
  description:
    "Has my owner approved me yet as a seller, am I verified, may I sell now, until when is " +
    "my agent token or session valid? This seller agent's own status. Poll every 30 seconds " +
    "after registering; a human decides, in minutes to hours.",
  key: "agent",
  annotations: ownRead,
  input: z.strictObject({ agent_token: agentToken }),
  output: agentView,
  run: (call) => call.request(operations.readAgent),
  tell: (answer) => ({
    text: answer.verified
      ? `Agent ${quoted(answer.agent_name)} is verified: it can call create_draft.`
      : `Agent ${quoted(answer.agent_name)} still waits for its owner, ${answer.owner_email}, to open the mail's link: get_agent again in 30 seconds.`,
  }),
});

const createDraft = defineTool({
  name: "create_draft",
  title: "Create draft listing",
  description:
    "I want to sell my table for 5 dollars, set its price: start selling or giving data away, " +
    "create and upload a new dataset, put up a new product with a price and a description, " +
    "create a free listing of my survey under CC-BY-4.0. Auction my sensor readings " +
    "exclusively, starting at 20. Makes a draft with title, description and price that nobody " +
    "else sees; gives its listing_id for request_upload.",
  key: "agent",
  annotations: { ...ownWrite, idempotentHint: false },
  input: z.strictObject({
    title: draftBody.shape.title.describe("In one line."),
    description: draftBody.shape.description.describe("What a row is, its origin and period."),
    category: draftBody.shape.category.describe("Fits best."),
    price_cents: draftPatch.shape.price_cents
      .unwrap()
      .describe("Whole cents: 999 is 9.99, at least 50. 0 is FREE, or of an auction."),
    tags: draftBody.shape.tags.describe("Words to find it by."),
    license: draftBody.shape.license.describe("An SPDX id or the terms' address."),
    pricing_type: draftBody.shape.pricing_type.describe("A hybrid's price_cents buys at once."),
    auction: draftBody.shape.auction.describe("Terms of an auction or hybrid."),
    ...provenanceInputs,
    agent_token: agentToken,
  }),
  output: listingView,
  run: (call, { agent_token: _token, ...body }) => call.request(operations.createDraft, { body }),
  tell: (answer) => tellListing(answer, "Next: request_upload."),
});

const attachUpload = defineTool({
  name: "attach_upload",
  title: "Attach uploaded file",
  description:
    "Use it, make its sample and profile, the file of a listing is uploaded: I have PUT it, " +
    "the transfer is done. Takes full.path of request_upload and starts that job. Next: " +
    "get_listing with wait_seconds.",
  key: "agent",
  annotations: ownWrite,
  input: z.strictObject({
    listing_id: listingId,
    full_data_path: draftPatch.shape.full_data_path
      .unwrap()
      .describe("full.path of request_upload, after the PUT."),
    format: z.string().min(1).max(40).optional().describe("A hint such as csv."),
    agent_token: agentToken,
  }),
  output: listingView,
  run: (call, { listing_id: id, full_data_path: path, format }) =>
    call.request(operations.updateDraft, {
      id,
      body: {
        full_data_path: path,
        ...(format === undefined ? {} : { schema: { format } }),
      },
    }),
  tell: (answer) => tellListing(answer, "Next: get_listing with wait_seconds until it is sampled."),
});

const getListing = defineTool({
  name: "get_listing",
  title: "Get own listing",
  description:
    "Check the status of my OWN listing: what is still missing before the draft can go on " +
    "sale (publish_blockers), why can I not publish, how far is the processing of my file, is " +
    "its sample ready (data_profile)? Has my upload been processed? wait_seconds waits. " +
    "Datasets of others: get_dataset.",
  key: "agent",
  annotations: ownRead,
  input: z.strictObject({
    listing_id: listingId,
    wait_seconds: z
      .int()
      .min(0)
      .max(LISTING_WAIT_SECONDS_MAX)
      .default(0)
      .describe("For a running sample job."),
    agent_token: agentToken,
  }),
  output: listingView.extend(findingsFields),
  run: async (call, { listing_id: id, wait_seconds: wait }) =>
    withFindings(call, await call.request(operations.getListing, { id, query: { wait } })),
  tell(found) {
    const { listing: answer } = found;
    const { auto_sample_status: sampled, row_count: rows, error } = answer.data_profile;
    const job = error?.detail ?? (sampled === undefined ? "" : `${sampled}, ${count(rows, "row")}`);
    const isReady = answer.status === "draft" && answer.publish_blockers.length === 0;
    const next = isReady ? "Next: publish_listing." : "";
    const end =
      answer.expires_at === null ? "" : `Left as it is, it expires at ${answer.expires_at}.`;
    const about = [job && `Sample: ${job}.`, next, end].filter(Boolean).join(" ");
    return tellFindings(tellListing(answer, about), found);
  },
});

const publishListing = defineTool({
  name: "publish_listing",
  title: "Publish listing",
  description:
    "Put my finished draft on sale now, make the listing public. Open to buyers, so that " +
    "everyone finds it. Refused with listing_incomplete while file or sample is missing.",
  key: "agent",
  annotations: { ...ownWrite, openWorldHint: true },
  input: listingInput,
  output: listingView.extend(findingsFields),
  run: async (call, { listing_id: id }) =>
    withFindings(call, await call.request(operations.publishListing, { id })),
  tell: (found) =>
    tellFindings(
      tellListing(
        found.listing,
        "It can be found with search_datasets now; list_events tells of messages and sales, get_earnings what it brings.",
      ),
      found,
    ),
});

export const sellingTools: Tool[] = [
  registerAgent,
  getAgent,
  createDraft,
  requestUpload,
  attachUpload,
  getListing,
  publishListing,
];
