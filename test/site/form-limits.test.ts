/**
 * Text limits of the website's forms: the maximum is accepted, and one more character is reported.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { API_KEY_NAME_CHARS_MAX } from "../../market/account/limits.ts";
import { RESOLUTION_DETAIL_CHARS_MAX } from "../../market/administration/limits.ts";
import {
  AGENT_NAME_CHARS_MAX,
  LICENSE_CHARS_MAX,
  SEARCH_QUERY_CHARS_MAX,
  SUSPENSION_REASON_CHARS_MAX,
  TAG_CHARS_MAX,
  TITLE_CHARS_MAX,
} from "../../market/limits.ts";
import {
  CITATION_CHARS_MAX,
  COLLECTION_METHOD_CHARS_MAX,
  DESCRIPTION_CHARS_MAX,
} from "../../market/listing/limits.ts";
import { MESSAGE_CHARS_MAX } from "../../market/message/limits.ts";
import { DISPUTE_DETAIL_CHARS_MAX } from "../../market/purchase/limits.ts";
import { REPORT_DETAIL_CHARS_MAX as ANY_REPORT_DETAIL_CHARS_MAX } from "../../market/report/limits.ts";
import {
  DATA_REQUEST_COLUMN_CHARS_MAX,
  DATA_REQUEST_COVERAGE_CHARS_MAX,
  DATA_REQUEST_DESCRIPTION_CHARS_MAX,
} from "../../market/request/limits.ts";
import {
  REPORT_DETAIL_CHARS_MAX,
  REVIEW_ANSWER_CHARS_MAX,
  REVIEW_CHARS_MAX,
} from "../../market/review/limits.ts";
import { SAVED_SEARCH_NAME_CHARS_MAX } from "../../market/saved-search/limits.ts";
import { WEBHOOK_DESCRIPTION_CHARS_MAX } from "../../market/webhook/limits.ts";
import { reviewedDataset } from "../api/reviews/support.ts";
import { adminEmail, signedIn } from "../support/administrators.ts";
import { createDraft } from "../support/listings.ts";
import { paidListing, purchaseOf, testMarket } from "../support/market.ts";
import { postedRequest } from "../support/requests.ts";
import { type Visitor, visitorOf } from "./visitor.ts";

setDefaultTimeout(120_000);

const market = await testMarket({ ADMIN_EMAILS: adminEmail });
const { api, seller, buyer } = market;
const admin = await visitorOf(api, await signedIn(api, adminEmail));
const person = await visitorOf(api, buyer.owner);
const owner = await visitorOf(api, seller.owner);

const dataset = await paidListing(market);
const reviewed = await reviewedDataset(market);
const reviewer = await visitorOf(api, reviewed.author.owner);
const draft = await createDraft(api, seller.token);
const paid = await purchaseOf(market, await paidListing(market, "a,b\n1,2\n"));
const disputed = await purchaseOf(market, await paidListing(market, "a,b\n1,3\n"), "disputed");
const wanted = await postedRequest(api, buyer.token);

/** One character that JavaScript and browsers count as two. */
const ghost = "\u{1f47b}";
const letter = "\u{20000}";

type Row = {
  max: number;
  by: Visitor;
  path: string;
  field: string;
  others?: Record<string, string>;
  /** The character of the text, if not any will do. */
  of?: string;
};

const request = { by: person, path: "/account/requests/new" };
const wish = { title: "Wanted", description: "Rows" };
const terms = { by: owner, path: `/account/listings/${draft}/terms` };
const sold = { title: "T", description: "D", category: "other", offer: "free", act: "save" };
const reason = SUSPENSION_REASON_CHARS_MAX;

const rows: Row[] = [
  {
    ...{ max: MESSAGE_CHARS_MAX, by: person, field: "message" },
    path: `/account/messages/to/${dataset}`,
  },
  { ...request, max: TITLE_CHARS_MAX, field: "title", others: wish },
  {
    ...{ ...request, max: DATA_REQUEST_DESCRIPTION_CHARS_MAX },
    ...{ field: "description", others: wish },
  },
  { ...request, max: DATA_REQUEST_COLUMN_CHARS_MAX, field: "columns", others: wish },
  { ...request, max: DATA_REQUEST_COVERAGE_CHARS_MAX, field: "period", others: wish },
  { ...request, max: DATA_REQUEST_COVERAGE_CHARS_MAX, field: "place", others: wish },
  {
    ...{ max: REVIEW_CHARS_MAX, by: reviewer, field: "text", others: { stars: "3" } },
    path: `/account/reviews/of/${reviewed.datasetId}`,
  },
  {
    ...{ max: REVIEW_ANSWER_CHARS_MAX, by: owner, field: "text" },
    path: `/account/reviews/${reviewed.reviewId}/answer`,
  },
  {
    ...{ max: REPORT_DETAIL_CHARS_MAX, by: owner, field: "detail" },
    ...{ path: `/account/reviews/${reviewed.reviewId}/report` },
    others: { about: "review", reason: "other" },
  },
  {
    ...{ max: ANY_REPORT_DETAIL_CHARS_MAX, by: person, field: "detail" },
    ...{ path: `/account/reports/of/dataset/${dataset}`, others: { reason: "malware" } },
  },
  {
    ...{ max: API_KEY_NAME_CHARS_MAX, by: person, path: "/account/keys/new" },
    ...{ field: "name", others: { scopes: "read", no_budget: "yes" } },
  },
  {
    ...{ max: WEBHOOK_DESCRIPTION_CHARS_MAX, by: person, path: "/account/webhooks/new" },
    field: "description",
    others: { url: "https://a.example/", api_key_id: buyer.operator.apiKeyId },
  },
  {
    ...{ max: SAVED_SEARCH_NAME_CHARS_MAX, by: person, path: "/account/saved-searches/new" },
    ...{ field: "name", others: { query: "rain", mail: "none" } },
  },
  {
    ...{ max: SEARCH_QUERY_CHARS_MAX, by: person, path: "/account/saved-searches/new" },
    ...{ field: "query", others: { name: "rain", mail: "none" } },
  },
  {
    ...{ max: AGENT_NAME_CHARS_MAX, by: owner, field: "agent_name", of: letter },
    path: `/account/agents/${seller.agentId}`,
  },
  { ...terms, max: TITLE_CHARS_MAX, field: "title", others: sold },
  { ...terms, max: DESCRIPTION_CHARS_MAX, field: "description", others: sold },
  { ...terms, max: LICENSE_CHARS_MAX, field: "license", others: sold },
  { ...terms, max: TAG_CHARS_MAX, field: "tags", others: sold },
  { ...terms, max: CITATION_CHARS_MAX, field: "citation", others: sold },
  { ...terms, max: COLLECTION_METHOD_CHARS_MAX, field: "collection_method", others: sold },
  {
    ...{ max: DISPUTE_DETAIL_CHARS_MAX, by: person, field: "detail" },
    ...{ path: `/account/purchases/${paid}/dispute`, others: { reason: "other" } },
  },
  {
    ...{ max: DISPUTE_DETAIL_CHARS_MAX, by: owner, field: "text" },
    path: `/account/sales/${disputed}/dispute`,
  },
  {
    ...{ max: RESOLUTION_DETAIL_CHARS_MAX, by: admin, field: "detail" },
    ...{ path: `/admin/disputes/${disputed}`, others: { decision: "refund" } },
  },
  { max: reason, by: admin, path: `/admin/requests/${wanted}/remove`, field: "reason" },
  {
    ...{ max: reason, by: admin, path: `/admin/reviews/${reviewed.reviewId}/review/remove` },
    field: "review_reason",
  },
  { max: reason, by: admin, path: `/admin/listings/${dataset}/suspend`, field: "reason" },
];

test("each takes its limit in characters of two units, and names the limit beyond it", async () => {
  const untrue: unknown[] = [];
  for (const { max, by, path, field, others = {}, of = ghost } of rows) {
    const send = (size: number) => by.submit(path, { ...others, [field]: of.repeat(size) });
    const [refused, taken] = [await send(max + 1), await send(max)];
    const words = refused.text.replaceAll(/maxlength="\d+"|At most [\d,]+ characters\./g, "");
    const isNamed = new RegExp(`\\b(${max}|${max.toLocaleString("en")})\\b`).test(words);
    const isKept = refused.text.includes(of.repeat(max + 1));
    if (taken.status === 303 && refused.status === 400 && isNamed && isKept) continue;
    const faults = /<[^>]+class="[^"]*(?:fault|error)[^>]*>[^<]*/.exec(taken.text)?.[0];
    untrue.push({
      path,
      field,
      taken: [taken.status, faults],
      refused: refused.status,
      isNamed,
      isKept,
    });
  }
  expect(untrue).toEqual([]);
});

test("no field stops a browser before the limit: it would cut what is pasted without a word", async () => {
  const pages = [
    ["/account/requests/new", DATA_REQUEST_DESCRIPTION_CHARS_MAX],
    [`/account/listings/${draft}/terms`, DESCRIPTION_CHARS_MAX],
    ["/", SEARCH_QUERY_CHARS_MAX],
  ] as const;
  for (const [path, max] of pages) {
    const { text } = await (path.includes(draft) ? owner : person).open(path);
    const stops = [...text.matchAll(/maxlength="(\d+)"/g)].map(([, units]) => Number(units));
    expect([path, stops]).toEqual([path, expect.arrayContaining([2 * max])]);
  }
});

test("a name that a page proposes is cut between two characters", async () => {
  const title = `a${ghost.repeat(150)}`;
  const link = `/account/saved-searches/new?${new URLSearchParams({ query: "a", name: title })}`;
  const { text } = await person.open(link);
  expect(text).toContain(`"a${ghost.repeat(SAVED_SEARCH_NAME_CHARS_MAX - 1)}"`);
});
