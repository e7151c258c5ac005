import { access } from "../../market/access/contract.ts";
import { agents } from "../../market/agent/contract.ts";
import { listings } from "../../market/listing/contract.ts";
import type { ListingView } from "../../market/listing/schemas.ts";
import { uploads } from "../../market/listing/upload/contract.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted } from "../untrusted.ts";
import { count } from "../words.ts";
import { tellFindings, withFindings } from "./findings.ts";
import { listingLine, tellListing } from "./own-listing.ts";
import { moreOf } from "./pages.ts";
import { requestUpload } from "./request-upload.ts";

const selling = { ...agents, ...listings, ...uploads };

/** In the order of a sale: a draft is created before its file is uploaded. */
export const sellingTools = toolsOf(selling, {
  registerAgent: (answer) => ({
    text:
      answer.token === undefined
        ? `Agent ${quoted(answer.agent_name)} is registered. ${answer.token_withheld ?? ""}`
        : `Agent ${quoted(answer.agent_name)} is registered; its token is in structuredContent.token. Keep it. ` +
          `The owner has to open the link in the mail; poll get_agent every ${answer.poll_interval_seconds} seconds until verified. Token: ${answer.token}`,
  }),
  readAgent: (answer) => ({
    text: answer.verified
      ? `Agent ${quoted(answer.agent_name)} is verified: it can call create_draft.`
      : `Agent ${quoted(answer.agent_name)} still waits for its owner, ${answer.owner_email}, to open the mail's link: get_agent again in 30 seconds.`,
  }),
  createDraft: (answer) => tellListing(answer, "Next: request_upload."),
  issueUploadUrls: { result: requestUpload },
  updateDraft: (answer) =>
    tellListing(answer, "Next: get_listing with wait_seconds until it is sampled."),
  getListing: {
    async result(call, { listing_id: id, wait_seconds: wait }) {
      const query = { wait };
      const listing = await call.request(listings.getListing, { params: { id }, query });
      return tellFindings(
        tellListing(listing, processingWords(listing)),
        await withFindings(call, listing),
      );
    },
  },
  publishListing: {
    async result(call, { listing_id: id }) {
      const listing = await call.request(listings.publishListing, { params: { id } });
      return tellFindings(
        tellListing(
          listing,
          "It can be found with search_datasets now; list_events tells of messages and sales, get_earnings what it brings.",
        ),
        await withFindings(call, listing),
      );
    },
  },
  listListings({ items, pagination }) {
    const lines = items.map((item) => `- ${listingLine(item)}`);
    const head = `${count(pagination.total, "listing")}, ${items.length} shown.${moreOf(pagination)}`;
    return { text: [head, ...lines].join("\n") };
  },
  changeListing: {
    async run(call, { listing_id: id, gate, hide_sample, ...body }) {
      const params = { id };
      const read = () => call.request(listings.getListing, { params, query: { wait: 0 } });
      if (hide_sample !== undefined && gate === undefined) {
        throw call.refuse(
          "/hide_sample",
          "Send it with gate, whose questions replace those before.",
        );
      }
      if (gate !== undefined) {
        const questions = gate.length === 0 ? null : gate;
        await call.request(access.setGate, { params, body: { questions, hide_sample } });
        if (Object.values(body).every((value) => value === undefined)) return read();
      }
      const { status } = await read();
      const { pricing_type: pricing, auction } = body;
      // A published listing keeps its way of sale: the API refuses to change it as a draft.
      const isOfDraft = status === "draft" || pricing !== undefined || auction !== undefined;
      if (!isOfDraft) return call.request(listings.changeListing, { params, body });
      // A tool drops null arguments, so without this nobody could remove the auction terms.
      const ended = pricing === "buy_it_now" && auction === undefined ? { auction: null } : {};
      return call.request(listings.updateDraft, { params, body: { ...body, ...ended } });
    },
    tell: (answer) => tellListing(answer, "It is changed."),
  },
  withdrawListing: (answer) => tellListing(answer, "It is off sale."),
  deleteDraft: ({ id }) => ({ text: `Draft ${id} is deleted.` }),
});

function processingWords(listing: ListingView): string {
  const { auto_sample_status: sampled, row_count: rows, error } = listing.data_profile;
  const job = error?.detail ?? (sampled === undefined ? "" : `${sampled}, ${count(rows, "row")}`);
  const isReady = listing.status === "draft" && listing.publish_blockers.length === 0;
  const next = isReady ? "Next: publish_listing." : "";
  const end =
    listing.expires_at === null ? "" : `Left as it is, it expires at ${listing.expires_at}.`;
  return [job && `Sample: ${job}.`, next, end].filter(Boolean).join(" ");
}
