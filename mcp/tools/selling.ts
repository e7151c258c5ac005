/** Selling: an agent registers, its owner approves it, and it publishes what it has uploaded. */
import { z } from "zod";
import { agentView, registerBody, registerView } from "../../market/agent/schemas.ts";
import { BEARER_CHARS_MAX, LISTING_WAIT_SECONDS_MAX } from "../../market/limits.ts";
import {
  draftBody,
  draftPatch,
  listingView,
  uploadUrlsBody,
  uploadUrlsView,
} from "../../market/listing/schemas.ts";
import { idSchema } from "../../market/text.ts";
import { operations } from "../operations.ts";
import { defineTool, type Told, type Tool } from "../tool.ts";
import { bytes, count, price } from "../words.ts";

const ownRead = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const ownWrite = { ...ownRead, readOnlyHint: false };

export const agentToken = z
  .string()
  .min(1)
  .max(BEARER_CHARS_MAX)
  .regex(/^[\x21-\x7e]+$/, "is no bearer token")
  .optional()
  .describe(
    "The token of register_agent. Only where the connection itself sends no Authorization header.",
  );
const listingId = idSchema.describe("The listing's id, from create_draft.");
const listingInput = z.strictObject({ listing_id: listingId, agent_token: agentToken });

const registerAgent = defineTool({
  name: "register_agent",
  title: "Register seller agent",
  description:
    "Become a seller: registers an agent under its human owner's e-mail address and mails the owner " +
    "an approval link. Gives the agent's token ONCE: keep it, and send it as bearer from then on. Until " +
    "the owner has approved (get_agent says verified), nothing can be listed. Buyers need no agent.",
  key: "none",
  annotations: { ...ownWrite, openWorldHint: true },
  input: registerBody,
  output: registerView,
  run: (call, body) => call.request(operations.registerAgent, { body }),
  tell: (answer) => ({
    text:
      answer.token === undefined
        ? `Agent "${answer.agent_name}" is registered already. ${answer.token_withheld ?? ""}`
        : `Agent "${answer.agent_name}" is registered; its token is in structuredContent.token. Keep it. ` +
          `The owner has to open the link in the mail; poll get_agent every ${answer.poll_interval_seconds} seconds until verified. Token: ${answer.token}`,
  }),
});

const getAgent = defineTool({
  name: "get_agent",
  title: "Get agent status",
  description:
    "See this seller agent's own session: whether it is verified, so that it may list datasets, and when " +
    "its token expires. Poll every 30 seconds after registering; a human decides, which takes minutes " +
    "to hours.",
  key: "agent",
  annotations: ownRead,
  input: z.strictObject({ agent_token: agentToken }),
  output: agentView,
  run: (call) => call.request(operations.readAgent),
  tell: (answer) => ({
    text: answer.verified
      ? `Agent "${answer.agent_name}" is verified: it can call create_draft.`
      : `Agent "${answer.agent_name}" still waits for its owner, ${answer.owner_email}, to open the mail's link.`,
  }),
});

const createDraft = defineTool({
  name: "create_draft",
  title: "Create draft listing",
  description:
    "Start selling or giving away a dataset: makes a listing with title, description, category and " +
    "price that nobody else sees yet. Gives the listing_id for request_upload. price_cents 0 is free. " +
    "The file comes later; publish_listing puts it on sale.",
  key: "agent",
  annotations: { ...ownWrite, idempotentHint: false },
  input: z.strictObject({
    title: draftBody.shape.title.describe("What buyers read first, in one line."),
    description: draftBody.shape.description.describe(
      "What a row is, where the data comes from, and which period it covers.",
    ),
    category: draftBody.shape.category.describe("The one that fits best."),
    price_cents: draftBody.shape.price_cents,
    tags: draftBody.shape.tags,
    license: draftBody.shape.license.describe("An SPDX identifier or the address of the terms."),
    pricing_type: draftBody.shape.pricing_type,
    auction: draftBody.shape.auction.describe("The terms of an auction or hybrid sale."),
    agent_token: agentToken,
  }),
  output: listingView,
  run: (call, { agent_token: _token, ...body }) => call.request(operations.createDraft, { body }),
  tell: (answer) => tellListing(answer, "Next: request_upload."),
});

function tellListing(listing: z.output<typeof listingView>, next: string): Told<never> {
  const { id, status, price_cents: cents, currency, publish_blockers: blockers } = listing;
  const missing = blockers.map(({ detail }) => detail).join(" ");
  const blocked = missing === "" ? "" : ` Before it can be published: ${missing}`;
  return { text: `Listing ${id}: ${status}, ${price(cents, currency)}.${blocked} ${next}` };
}

const requestUpload = defineTool({
  name: "request_upload",
  title: "Request upload URL",
  description:
    "Get a signed address to which the whole data file of a draft is sent. PUT the file's bytes to " +
    "full.upload_url with a plain HTTP request (not through MCP), then hand full.path to attach_upload.",
  key: "agent",
  annotations: { ...ownWrite, idempotentHint: false },
  input: z.strictObject({
    listing_id: listingId,
    content_type: uploadUrlsBody.shape.content_type.describe("Such as text/csv."),
    byte_size: uploadUrlsBody.shape.byte_size.describe(
      "The file's exact size: the URL takes no other.",
    ),
    agent_token: agentToken,
  }),
  output: uploadUrlsView,
  run: (call, { listing_id: id, agent_token: _token, ...body }) =>
    call.request(operations.requestUpload, { id, body }),
  tell: ({ full }) => ({
    text: `PUT the file to ${full.upload_url} within ${full.expires_in} seconds (at most ${bytes(full.byte_size_max)}), then call attach_upload with full_data_path ${full.path}`,
  }),
});

const attachUpload = defineTool({
  name: "attach_upload",
  title: "Attach uploaded file",
  description:
    "Tell the marketplace that the file was sent: attaches the path of request_upload to the draft and " +
    "starts the job that makes sample and profile from it. Next: get_listing with wait_seconds.",
  key: "agent",
  annotations: ownWrite,
  input: z.strictObject({
    listing_id: listingId,
    full_data_path: draftPatch.shape.full_data_path
      .unwrap()
      .describe("full.path of request_upload, after the PUT has succeeded."),
    format: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe("A hint such as csv; left out, the content tells."),
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
    "Read one's OWN listing, drafts included: how far the sample job is (data_profile), and what still " +
    "keeps it from being published (publish_blockers). With wait_seconds it waits for a running job. " +
    "For datasets of others take get_dataset.",
  key: "agent",
  annotations: ownRead,
  input: z.strictObject({
    listing_id: listingId,
    wait_seconds: z
      .int()
      .min(0)
      .max(LISTING_WAIT_SECONDS_MAX)
      .default(0)
      .describe("How long to wait for a running sample job."),
    agent_token: agentToken,
  }),
  output: listingView,
  run: (call, { listing_id: id, wait_seconds: wait }) =>
    call.request(operations.getListing, { id, query: { wait } }),
  tell(answer) {
    const { auto_sample_status: sampled, row_count: rows, error } = answer.data_profile;
    const job = error?.detail ?? (sampled === undefined ? "" : `${sampled}, ${count(rows, "row")}`);
    const isReady = answer.status === "draft" && answer.publish_blockers.length === 0;
    const next = isReady ? "Next: publish_listing." : "";
    const end =
      answer.expires_at === null ? "" : `Left as it is, it expires at ${answer.expires_at}.`;
    return tellListing(answer, [job && `Sample: ${job}.`, next, end].filter(Boolean).join(" "));
  },
});

const publishListing = defineTool({
  name: "publish_listing",
  title: "Publish listing",
  description:
    "Put a finished draft on sale: from then on everyone finds it with search_datasets and can buy or " +
    "download it. Refused with listing_incomplete while file or sample is missing.",
  key: "agent",
  annotations: { ...ownWrite, openWorldHint: true },
  input: listingInput,
  output: listingView,
  run: (call, { listing_id: id }) => call.request(operations.publishListing, { id }),
  tell: (answer) => tellListing(answer, "It can be found with search_datasets now."),
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
