import type { BountyView } from "../../market/bounty/schemas.ts";
import { moneyText, priceText } from "../../market/pricing.ts";
import { dataRequests } from "../../market/request/contract.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten } from "../untrusted.ts";
import { count } from "../words.ts";
import { moreOf } from "./pages.ts";

export const requestTools = toolsOf(dataRequests, {
  listDataRequests: {
    run: (call, { columns, ...given }) =>
      call.request(dataRequests.listDataRequests, {
        query: { ...given, columns: columns?.join() },
      }),
    tell({ items, pagination }) {
      const lines = items.map(
        ({ id, status, title, budget_cents: cents, currency, expires_at }) => {
          const budget =
            cents === null ? "no budget named" : `at most ${priceText(cents, currency)}`;
          return `- ${id} (${status}): ${quoted(title)}, ${budget}, until ${expires_at}`;
        },
      );
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
  },
  postDataRequest: ({ id, expires_at: ends, matches, budget_cents: budget, currency, bounty }) => ({
    text: `${fundingText(bounty)}Data request ${id} is posted until ${ends}, ${budget === 0 ? "for what is FREE" : `at most ${moneyText(budget ?? 0, currency)} for one dataset`}. ${count(matches.length, "dataset")} on sale may fit already: ${matches.map(({ dataset }) => dataset.id).join(", ") || "none"}. list_events tells of answers, list_request_answers shows them.`,
    untrusted: ["/title", "/description", "/columns", "/matches/*/dataset"],
  }),
  answerDataRequest: ({ id, status }) => ({
    text: `Answer ${id} is ${status}. list_events tells what its poster decides.`,
    untrusted: ["/request/title", "/note"],
  }),
  listDataRequestAnswers({ items, pagination }) {
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
  acceptDataRequestAnswer: {
    run(call, { request_id: id, answer_id, decision }) {
      const { acceptDataRequestAnswer, rejectDataRequestAnswer } = dataRequests;
      const decide = decision === "accept" ? acceptDataRequestAnswer : rejectDataRequestAnswer;
      return call.request(decide, { params: { id, answer_id } });
    },
    tell: ({ id, status, dataset }) => ({
      text: `Answer ${id} is ${status}.${status === "accepted" && dataset !== null ? ` Nothing is bought yet: get_dataset or buy_now with dataset ${dataset.id}.` : ""}`,
      untrusted: ["/request/title", "/note", "/dataset/title", "/seller/name"],
    }),
  },
  closeDataRequest: ({ id, status }) => ({
    text: `Data request ${id} is ${status}.`,
    untrusted: ["/title", "/description", "/columns"],
  }),
});

/** What the poster's person has to do before a bounty is funded, or why it is not; empty if neither. */
function fundingText(bounty: BountyView | null): string {
  if (bounty === null) return "";
  const { status, next_action: next, failure } = bounty;
  if (next !== null) {
    return `The card's bank wants its holder to confirm the charge of the bounty: give your person ${next.url}, until ${next.expires_at}. Nothing is charged before that. `;
  }
  if (status === "funding") return "Its bounty is still being charged. ";
  return status === "unfunded"
    ? `Its bounty was NOT funded and the request will be closed: ${failure ?? "the card was declined"}. Post it again with another card. `
    : "Its bounty is funded and open. ";
}
