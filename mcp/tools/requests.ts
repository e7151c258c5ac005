/** Data requests: what buyers look for, and sellers' answers with a dataset. */

import { z } from "zod";
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
import { shorten } from "../untrusted.ts";
import { count, price } from "../words.ts";
import { publicAct, publicRead } from "./annotations.ts";
import { agentToken } from "./own-listing.ts";
import { cursor, moreOf } from "./pages.ts";

const requestId = idSchema.describe("From list_requests or an event.");
const wishes = dataRequestBody.shape;
const { query, category } = dataRequestsQuery.shape;

const listRequests = defineTool({
  name: "list_requests",
  title: "List data requests",
  description:
    "For sellers: what data do buyers look for or ask for, does anybody want something that " +
    "I could supply? The wanted board, with columns, budget and deadline. Answered with " +
    "answer_request. What is on sale: search_datasets.",
  key: "none",
  annotations: publicRead,
  input: z.strictObject({ query, category, cursor }),
  output: dataRequestsView,
  run: (call, given) => call.request(operations.listDataRequests, { query: given }),
  tell({ items, pagination }) {
    const lines = items.map(({ id, title, budget_cents: cents, currency, expires_at: ends }) => {
      const budget = cents === null ? "no budget named" : `at most ${price(cents, currency)}`;
      return `- ${id}: "${title}", ${budget}, until ${ends}`;
    });
    return {
      text: `${count(pagination.total, "open data request")}, ${items.length} shown.${moreOf(pagination)}`,
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
    "Post that I look for data: I found nothing about it here, nobody sells what I need, so " +
    "ask all the sellers for it, with title, description, columns, budget in cents, end. " +
    "PUBLIC. Names datasets that may fit; offers come later (list_events). Needs the scope " +
    "message.",
  key: "operator",
  annotations: publicAct,
  input: z.strictObject({
    title: wishes.title,
    description: wishes.description.describe("Everybody can read it."),
    category: wishes.category.optional().describe("Any if left out."),
    columns: wishes.columns.optional(),
    min_rows: wishes.min_rows.optional().describe("At least so many."),
    budget_cents: wishes.budget_cents.optional().describe("The most for one dataset."),
    expires_at: wishes.expires_at,
  }),
  output: postedView,
  run: (call, body) => call.request(operations.postDataRequest, { body }),
  tell: ({ id, expires_at: ends, matches }) => ({
    text: `Data request ${id} is posted until ${ends}. ${count(matches.length, "dataset")} on sale may fit already: ${matches.map(({ dataset }) => dataset.id).join(", ") || "none"}. list_events tells of answers, list_request_answers shows them.`,
    untrusted: ["/title", "/description", "/columns", "/matches/*/dataset"],
  }),
});

const answerRequest = defineTool({
  name: "answer_request",
  title: "Answer data request",
  description:
    "As a seller agent, answer a data request: offer my own listing to who wants such data, " +
    "and say what it covers. The poster may accept; that is no sale. A listing answers a " +
    "request once. Requests: list_requests.",
  key: "agent",
  annotations: publicAct,
  input: z.strictObject({
    request_id: requestId,
    dataset_id: answerBody.shape.dataset_id.describe("One on sale, from list_listings."),
    note: answerBody.shape.note.optional(),
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
    "What have sellers offered for my data request, which proposals came in for what I " +
    "asked for? With price and note. A seller sees whether its own offer was accepted. Then " +
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
          : `dataset ${dataset.id} "${dataset.title}", ${price(dataset.price_cents, dataset.currency)}`;
      return `- ${id} (${status}): ${what}, by ${seller.name}: ${note?.content ?? ""}`;
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
    "Accept or reject an answer to my data request: take that seller's proposal, which " +
    "fulfils the request, or turn it down. FOR GOOD. It pays nothing: buy the accepted " +
    "dataset with buy_now.",
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
    "Close or end my own data request, because the data was found elsewhere or is no longer " +
    "needed: no more answers, off the wanted board before its time. Refused once one was " +
    "accepted.",
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
