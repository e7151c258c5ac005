/** Sample data requests in every state, with answers in every state. */

import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { answerStatuses, dataRequestStates } from "../../../db/vocabulary/request.ts";
import { MarketError } from "../../../market/errors.ts";
import { currentOffers } from "../../../market/listing/pricing/offers.ts";
import type { AnswerView } from "../../../market/request/answer-schemas.ts";
import type { OwnDataRequestView } from "../../../market/request/schemas.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

const somePage = {
  limit: 20,
  offset: 0,
  total: 43,
  total_is_exact: true,
  has_more: true,
  next_cursor: null,
};

const sampleBounty = (name: string): OwnDataRequestView["bounty"] => ({
  status: "open",
  mode: "lowest_price",
  prize_cents: 20_000,
  winners: 2,
  awarded: 1,
  acceptance: { schema: [{ quality: [{ metric: "rowCount", mustBeGreaterThan: 8_000 }] }] },
  conditions: ["The number of rows is more than 8000", `Column ${name} exists`],
  deliveries: { pending: 1, passed: 2, failed: 3, undecided: 0, lost: 1 },
  refund_cents: 0,
  next_action: null,
  failure: null,
  ended_at: null,
});

const sampleDelivery = (name: string): AnswerView["delivery"] => ({
  status: "failed",
  price_cents: 15_000,
  version: 3,
  results: [
    {
      pointer: "/schema/0/quality/0",
      title: name,
      expected: "mustBeGreaterThan 8000",
      figure: 12,
      passed: false,
      query: "SELECT count(*) AS figure FROM dataset",
      detail: null,
      is_probe: false,
    },
  ],
  detail: null,
  evaluated_at: isoAt(-0.5),
  purchase_id: null,
});

/** One in each state, the open one first; `name` is used wherever strangers choose the words. */
function sampleRequests(name: string): OwnDataRequestView[] {
  const wish: OwnDataRequestView = {
    id: sampleId(1),
    status: "open",
    title: longTitle,
    description: `Temperature and precipitation by the hour.\n<b>${name}</b>`,
    category: "sensor",
    columns: ["time", "lat:latitude", name],
    formats: ["csv", "parquet"],
    min_rows: 8_760,
    period: "2020 to 2025",
    place: name,
    budget_cents: 125_000,
    currency: "usd",
    poster: { name: "buyer-3f9a2c1d" },
    answer_count: 2,
    bounty: sampleBounty(name),
    created_at: isoAt(-3),
    updated_at: isoAt(-2),
    expires_at: isoAt(27),
    ended_at: null,
    removed_reason: null,
    links: {},
  };
  const bare = { columns: [], formats: [], min_rows: null, period: null, place: null };
  return dataRequestStates.map((status, index) => ({
    ...wish,
    ...(index === 0
      ? {}
      : { ...bare, title: name, category: null, budget_cents: null, bounty: null }),
    id: sampleId(index + 1),
    status,
    ended_at: status === "open" ? null : isoAt(-1),
    removed_reason: status === "removed" ? `It asks for personal data. ${name}` : null,
  }));
}

/** One in each state, the pending one first. */
function sampleAnswers(name: string): AnswerView[] {
  const dataset = {
    id: sampleId(50),
    title: longTitle,
    price_cents: 24_950,
    currency: "usd",
    pricing_type: "buy_it_now" as const,
    offers: currentOffers({ priceCents: 24_950, pricingType: "buy_it_now" }, null, "usd"),
  };
  const content = `Covers 2019 to 2025 by the hour. <b>${name}</b>`;
  return answerStatuses.map((status, index) => ({
    id: sampleId(index + 1),
    status,
    request: { id: sampleId(1), title: name, status: "open" },
    dataset: status === "gone" ? null : dataset,
    seller: { id: sampleId(2), name, verified: true, identity_checked: true },
    note: index === 1 ? null : { content, content_type: "text/plain", untrusted: true },
    removed_reason: status === "removed" ? `It is an advertisement. ${name}` : null,
    delivery: index === 0 ? sampleDelivery(name) : null,
    created_at: isoAt(-1),
    decided_at: status === "pending" || status === "gone" ? null : isoAt(-0.5),
    links: {},
  }));
}

export function sampleModeration(name: string) {
  const requests = sampleRequests(name);
  const answers = sampleAnswers(name);
  const [firstRequest] = requests;
  const [firstAnswer] = answers;
  if (firstRequest === undefined || firstAnswer === undefined) throw new Error("no sample");
  return {
    listRequests: async () => ({ items: requests, total: 87 }),
    getRequest: async (_admin: unknown, id: string) => ({
      request: requests.find((one) => one.id === id) ?? firstRequest,
      posterAccountId: sampleId(11),
      answers: {
        items: answers,
        pagination: somePage,
      },
    }),
    getAnswer: async (_admin: unknown, { answerId }: { answerId: string }) =>
      answers.find((one) => one.id === answerId) ?? firstAnswer,
    removeRequest: async () => undefined,
    removeAnswer: async () => undefined,
  };
}

/** The account's own requests, and its agents' answers. */
export function sampleRequestPages(name: string) {
  const requests = sampleRequests(name);
  const answers = sampleAnswers(name);
  const [firstRequest] = requests;
  if (firstRequest === undefined) throw new Error("no sample");
  const find = (id: string) => requests.find((one) => one.id === id) ?? firstRequest;
  const done = async () => undefined;
  return {
    listRequests: async () => ({ items: requests, total: 87 }),
    getRequest: async (_owner: unknown, id: string) => find(id),
    listAnswers: async () => ({ items: answers, total: 43 }),
    getAgentsAnswer: async (_owner: OwnerActor, id: string) => {
      const answer = answers.find((one) => one.id === id);
      if (answer !== undefined) return answer;
      throw new MarketError("data_request_answer_not_found", "No such answer.");
    },
    listAgentsAnswers: async () => ({ items: answers, total: 43 }),
    listMatches: async (_owner: unknown, id: string) => ({ request: find(id), matches: [] }),
    postRequest: async () => ({ id: sampleId(1) }),
    readRequestToAnswer: async (id: string) => find(id),
    listDeliverable: async () => [{ id: sampleId(50), title: name }],
    answerRequest: async () => {},
    editRequest: done,
    closeRequest: done,
    reopenRequest: done,
    acceptAnswer: done,
    rejectAnswer: done,
  };
}

/** The public board. */
export function sampleBoard(name = "a-name-without-any-place-to-break-it-".repeat(2)) {
  const items = sampleRequests(name).filter(({ status }) => status !== "removed");
  return {
    listBoard: async (filters: { query?: string; sort?: string }) => {
      if (filters.sort === "best") {
        const faults = [{ pointer: "/sort", code: "invalid_value", detail: "is unknown" }];
        throw new MarketError("invalid_request", "The form is not valid.", { faults });
      }
      const shown = filters.query === "nothing" ? [] : items;
      const total = shown.length === 0 ? 0 : 10_000;
      return { items: shown, pagination: { ...somePage, total, total_is_exact: total === 0 } };
    },
    getBoardRequest: async (id: string) => {
      const found = items.find((one) => one.id === id);
      if (found !== undefined) return found;
      throw new MarketError("data_request_not_found", "No data request has this id.");
    },
  };
}
