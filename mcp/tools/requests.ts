/** Data requests: what buyers look for, and sellers' answers with a dataset. */

import { z } from "zod";
import { BUDGET_CENTS_MAX } from "../../market/limits.ts";
import { moneyText, priceText } from "../../market/pricing.ts";
import { answerBody, answersView, answerView } from "../../market/request/answer-schemas.ts";
import {
  dataRequestBody,
  dataRequestsQuery,
  dataRequestsView,
  ownDataRequestView,
  postedView,
} from "../../market/request/schemas.ts";
import { idSchema } from "../../market/text.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { quoted, shorten } from "../untrusted.ts";
import { count } from "../words.ts";
import { publicAct, publicRead } from "./annotations.ts";
import { agentToken } from "./own-listing.ts";
import { cursor, moreOf } from "./pages.ts";
import { moment } from "./search-inputs.ts";

const requestId = idSchema.describe("From list_requests.");
const wishes = dataRequestBody.shape;
const asked = dataRequestsQuery.shape;

const listRequests = defineTool({
  name: "list_requests",
  title: "List data requests",
  description:
    "Which wishes of buyers are open, does anybody want something that I could supply? What " +
    "data do buyers look for or ask for? For sellers: the wanted board, with columns, budget " +
    "and deadline. Answered with answer_request. On sale: search_datasets.",
  key: "none",
  annotations: publicRead,
  input: z.strictObject({
    query: asked.query.describe('Words, "phrases", -not.'),
    category: asked.category.describe("Or of none."),
    columns: wishes.columns.optional().describe("Any of these."),
    format: asked.format.describe("Takes it."),
    min_budget_cents: z.int().min(0).max(BUDGET_CENTS_MAX).optional().describe("Pays at least."),
    status: asked.status.unwrap().optional().describe("Open if left out."),
    posted_since: moment.describe("Then or later."),
    expires_before: moment.describe("Ends by then."),
    sort: asked.sort.unwrap().optional().describe("Newest if left out."),
    cursor,
  }),
  output: dataRequestsView,
  run: (call, { columns, ...given }) =>
    call.request(operations.listDataRequests, { query: { ...given, columns: columns?.join() } }),
  tell({ items, pagination }) {
    const lines = items.map(({ id, status, title, budget_cents: cents, currency, expires_at }) => {
      const budget = cents === null ? "no budget named" : `at most ${priceText(cents, currency)}`;
      return `- ${id} (${status}): ${quoted(title)}, ${budget}, until ${expires_at}`;
    });
    return {
      text: `${count(pagination.total, "data request")}, ${items.length} shown.${moreOf(pagination)}`,
      stranger: { source: "data requests", text: shorten(lines.join("\n"), STRANGER_CHARS_MAX) },
      untrusted: [
        "/items/*/title",
        "/items/*/description",
        "/items/*/columns",
        "/items/*/formats",
        "/items/*/period",
        "/items/*/place",
      ],
    };
  },
});

const postRequest = defineTool({
  name: "post_request",
  title: "Post data request",
  description:
    "I found nothing about it here: nobody sells what I need, so ask all the sellers for it, " +
    "publish a wanted ad, post that I look for data of a place, at most 50 dollars, post that " +
    "I look for data. With title, description, columns, budget in cents, end. PUBLIC. Names " +
    "datasets that may fit; offers come later (list_events). Needs the scope message.",
  key: "operator",
  annotations: publicAct,
  input: z.strictObject({
    title: wishes.title,
    description: wishes.description.describe("Everybody can read it."),
    category: wishes.category.optional().describe("Any if left out."),
    columns: wishes.columns.optional().describe("`name` or `name:meaning`."),
    min_rows: wishes.min_rows.optional().describe("At least so many."),
    budget_cents: wishes.budget_cents
      .unwrap()
      .describe("The most for one dataset, in whole cents: 999 is 9.99."),
    expires_at: wishes.expires_at.describe("Within 90 days; else in 30."),
  }),
  output: postedView,
  run: (call, body) => call.request(operations.postDataRequest, { body }),
  tell: ({ id, expires_at: ends, matches, budget_cents: budget, currency }) => ({
    text: `Data request ${id} is posted until ${ends}, ${budget === 0 ? "for what is FREE" : `at most ${moneyText(budget ?? 0, currency)} for one dataset`}. ${count(matches.length, "dataset")} on sale may fit already: ${matches.map(({ dataset }) => dataset.id).join(", ") || "none"}. list_events tells of answers, list_request_answers shows them.`,
    untrusted: ["/title", "/description", "/columns", "/matches/*/dataset"],
  }),
});

const answerRequest = defineTool({
  name: "answer_request",
  title: "Answer data request",
  description:
    "Say what it covers: offer my listing to a data request, answer a data request as a " +
    "seller agent, suggest my dataset to the buyer who asked. Answer a request with a " +
    "dataset, offer my own listing to who wants such data. The poster may accept; that is no " +
    "sale. A listing answers a request once. Requests: list_requests.",
  key: "agent",
  annotations: publicAct,
  input: z.strictObject({
    request_id: requestId,
    dataset_id: answerBody.shape.dataset_id.describe("One on sale, from list_listings."),
    note: answerBody.shape.note.optional().describe("Plain text for the poster."),
    agent_token: agentToken,
  }),
  output: answerView,
  run: (call, { request_id: id, dataset_id, note }) =>
    call.request(operations.answerDataRequest, { id, body: { dataset_id, note } }),
  tell: ({ id, status }) => ({
    text: `Answer ${id} is ${status}. list_events tells what its poster decides.`,
    untrusted: ["/request/title", "/note"],
  }),
});

const listRequestAnswers = defineTool({
  name: "list_request_answers",
  title: "List answers to request",
  description:
    "Which proposals came in, what have sellers offered for my data request? Was my offer to " +
    "a request accepted? With price and note; a seller sees its own. Then " +
    "decide_request_answer.",
  key: "any",
  annotations: publicRead,
  input: z.strictObject({ request_id: requestId, cursor, agent_token: agentToken }),
  output: answersView,
  run: (call, { request_id: id, cursor: from }) =>
    call.request(operations.listAnswers, { id, query: { cursor: from } }),
  tell({ items, pagination }) {
    const lines = items.map(({ id, status, dataset, seller, note }) => {
      const what =
        dataset === null
          ? "off the catalogue"
          : `dataset ${dataset.id} ${quoted(dataset.title)}, ${dataset.offers.text}`;
      return `- ${id} (${status}): ${what}, by ${quoted(seller.name)}: ${quoted(note?.content ?? "")}`;
    });
    return {
      text: `${count(pagination.total, "answer")}, ${items.length} shown.${moreOf(pagination)}`,
      stranger: { source: "answers", text: shorten(lines.join("\n"), STRANGER_CHARS_MAX) },
      untrusted: [
        "/items/*/request/title",
        "/items/*/dataset/title",
        "/items/*/seller/name",
        "/items/*/note",
      ],
    };
  },
});

const decideRequestAnswer = defineTool({
  name: "decide_request_answer",
  title: "Accept or reject answer",
  description:
    "Take that seller's proposal, or turn it down. Decline an offer on my request, accept or " +
    "reject an answer to my data request. FOR GOOD: accepting fulfils the request. It pays " +
    "nothing: buy the accepted dataset with buy_now.",
  key: "operator",
  annotations: { ...publicAct, idempotentHint: true },
  input: z.strictObject({
    request_id: requestId,
    answer_id: idSchema.describe("From list_request_answers."),
    decision: z.enum(["accept", "reject"]).describe("What becomes of it."),
  }),
  output: answerView,
  run(call, { request_id: id, answer_id: answerId, decision }) {
    const operation = decision === "accept" ? operations.acceptAnswer : operations.rejectAnswer;
    return call.request(operation, { id, answerId });
  },
  tell: ({ id, status, dataset }) => ({
    text: `Answer ${id} is ${status}.${status === "accepted" && dataset !== null ? ` Nothing is bought yet: get_dataset or buy_now with dataset ${dataset.id}.` : ""}`,
    untrusted: ["/request/title", "/note", "/dataset/title", "/seller/name"],
  }),
});

const closeRequest = defineTool({
  name: "close_request",
  title: "Close data request",
  description:
    "It is no longer needed or was found elsewhere. Close my own data request: no more " +
    "answers, off the wanted board before its time. Refused once one was accepted.",
  key: "operator",
  annotations: { ...publicAct, idempotentHint: true },
  input: z.strictObject({ request_id: requestId }),
  output: ownDataRequestView,
  run: (call, { request_id: id }) => call.request(operations.closeDataRequest, { id }),
  tell: ({ id, status }) => ({
    text: `Data request ${id} is ${status}.`,
    untrusted: ["/title", "/description", "/columns"],
  }),
});

export const requestTools: Tool[] = [
  listRequests,
  postRequest,
  answerRequest,
  listRequestAnswers,
  decideRequestAnswer,
  closeRequest,
];
