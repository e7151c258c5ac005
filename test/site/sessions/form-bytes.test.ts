/**
 * Chinese text in forms takes nine bytes per character: the API's limit fits, and a refusal keeps
 * the text.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/accounts.ts";
import { TITLE_CHARS_MAX } from "../../../market/limits.ts";
import { CITATION_CHARS_MAX, DESCRIPTION_CHARS_MAX } from "../../../market/listing/limits.ts";
import { MESSAGE_CHARS_MAX } from "../../../market/message/limits.ts";
import { REPORT_DETAIL_CHARS_MAX } from "../../../market/report/limits.ts";
import {
  DATA_REQUEST_COLUMN_CHARS_MAX,
  DATA_REQUEST_COLUMNS_MAX,
  DATA_REQUEST_COVERAGE_CHARS_MAX,
  DATA_REQUEST_DESCRIPTION_CHARS_MAX,
} from "../../../market/request/limits.ts";
import { createDraft } from "../../support/listings.ts";
import { paidListing, testMarket } from "../../support/market.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const market = await testMarket();
const { api, seller, buyer } = market;
const person = await visitorOf(api, buyer.owner);
const owner = await visitorOf(api, seller.owner);
const dataset = await paidListing(market);
const draft = await createDraft(api, seller.token);

const chinese = (count: number) => "数".repeat(count);
const wish = {
  title: chinese(TITLE_CHARS_MAX),
  description: chinese(DATA_REQUEST_DESCRIPTION_CHARS_MAX),
  columns: Array(DATA_REQUEST_COLUMNS_MAX)
    .fill("")
    .map((_, at) => `${at}`.padStart(2, "0") + chinese(DATA_REQUEST_COLUMN_CHARS_MAX - 2))
    .join("\r\n"),
  period: chinese(DATA_REQUEST_COVERAGE_CHARS_MAX),
  place: chinese(DATA_REQUEST_COVERAGE_CHARS_MAX),
};

test("a data request that fits the API fits its form, when it is posted and when it is changed", async () => {
  const posted = await person.submit("/account/requests/new", wish);
  expect([posted.status, posted.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/account\/requests\/[0-9a-f-]{36}\?/),
  ]);
  const path = String(posted.headers.get("location")).split("?")[0];
  const changed = await person.submit(`${path}/edit`, { ...wish, period: "2025" });
  expect([changed.status, changed.headers.get("location")]).toEqual([
    303,
    `${path}?done=request_changed`,
  ]);
});

test("terms that fit the API fit their form, with what a hundred columns mean", async () => {
  const lines = Array.from({ length: 100 }, (_, at) => `${at}: ${chinese(400)}`);
  const saved = await owner.submit(`/account/listings/${draft}/terms`, {
    ...{ title: chinese(200), description: chinese(DESCRIPTION_CHARS_MAX) },
    ...{ category: "other", offer: "free", citation: chinese(CITATION_CHARS_MAX) },
    ...{ column_descriptions: lines.join("\r\n"), act: "save" },
  });
  expect(saved.status).toBe(303);
});

test.each([
  [`/account/messages/to/${dataset}`, "message", MESSAGE_CHARS_MAX, {}],
  ["/account/requests/new", "description", DATA_REQUEST_DESCRIPTION_CHARS_MAX, wish],
  [
    `/account/reports/of/dataset/${dataset}`,
    "detail",
    REPORT_DETAIL_CHARS_MAX,
    { reason: "malware" },
  ],
])(
  "as much as a browser lets into a field comes back with what is wrong: %s",
  async (path, field, max, others) => {
    // A browser counts UTF-16 units and permits twice as many of these characters.
    const typed = chinese(2 * max);
    const refused = await person.submit(path, { ...others, [field]: typed });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(typed);
    expect(refused.text).toMatch(new RegExp(`\\b(${max}|${max.toLocaleString("en")})\\b`));
  },
);

test("a form of many fields is refused by their number, however small it is", async () => {
  const fields = Array.from({ length: 2001 }, (): [string, string] => ["a", ""]);
  const refused = await person.submit(`/account/messages/to/${dataset}`, fields);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("at most 2000 fields");
});

test("a person who may no longer write finds their text on the refusal", async () => {
  const { accountId } = buyer.owner;
  const suspend = (reason: string | null) =>
    api.ctx.db
      .update(accounts)
      .set({ suspendedAt: reason === null ? null : new Date(), suspendedReason: reason })
      .where(eq(accounts.id, accountId));
  await suspend("Under review.");
  const message = `<b>${chinese(50)}</b>`;
  const refused = await person.submit(`/account/messages/to/${dataset}`, { message });
  await suspend(null);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("Under review.");
  expect(refused.text).toContain(`&lt;b&gt;${chinese(50)}&lt;/b&gt;`);
});

test("a form that no page shows again is not on a refusal: a key's form", async () => {
  const { accountId } = buyer.owner;
  await api.ctx.db
    .update(accounts)
    .set({ suspendedAt: new Date(), suspendedReason: "Under review." })
    .where(eq(accounts.id, accountId));
  const refused = await person.submit("/account/keys/new", { name: "My key" });
  expect(refused.status).toBe(403);
  expect(refused.text).not.toContain("My key");
});
