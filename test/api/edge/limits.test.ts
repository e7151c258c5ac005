/**
 * Limits on what callers send: the limit itself is accepted, and one more is refused by name, with
 * the number.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { listings } from "../../../db/schema/index.ts";
import { limitFiles } from "../../../dev/docs/limits.ts";
import {
  FORMAT_HINT_CHARS_MAX,
  PRICE_CENTS_MAX,
  QUERY_STRING_CHARS_MAX,
  TAG_CHARS_MAX,
  TITLE_CHARS_MAX,
} from "../../../market/limits.ts";
import { DRAFTS_PER_AGENT_MAX } from "../../../market/listing/limits.ts";
import { MESSAGE_CHARS_MAX } from "../../../market/message/limits.ts";
import { ownerToken, sellerAgent } from "../../support/agents.ts";
import type { Answer, Json } from "../../support/api.ts";
import { paidListing, testMarket } from "../../support/market.ts";
import { postedRequest } from "../../support/requests.ts";

setDefaultTimeout(120_000);

type Limit = string;
type Value = (size: number) => unknown;
type Send = (size: number) => Promise<Answer>;
type Row = [limit: Limit, pointer: string, send: Send];

const limits = await Promise.all(
  limitFiles.map((path): Promise<Record<string, number>> => import(`../../../${path}`)),
);
const maxOf = new Map(limits.flatMap((file) => Object.entries(file)));
const { api, seller, buyer } = await testMarket();
const dataset = await paidListing({ api, seller });
const wanted = await postedRequest(api, buyer.token);
const person = await ownerToken(api, "limits@example.com");

const text = (size: number) => "a".repeat(size);
const list = (size: number, item: (at: number) => unknown = (at) => `n${at}`) =>
  Array.from({ length: size }, (_, at) => item(at));
const same: Value = (size) => size;
const email = (size: number) => `${text(60)}@${text(60)}.${text(60)}.${text(size - 186)}.co`;
const address = (size: number) => `https://a.example/${text(size - 18)}`;
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
const terms = { ends_at: inAWeek, start_price_cents: 100 };

/** A body with the value at `/a/b`, or as the only item where the step is a list. */
function withValue(body: Json, [step = "", ...rest]: string[], value: unknown): Json {
  if (rest.length === 0) return { ...body, [step]: value };
  const inner = (body[step] ?? {}) as Json;
  return { ...body, [step]: rest[0] === "0" ? [value] : withValue(inner, rest, value) };
}

const posting =
  (path: string, token: string | undefined, body: Json) =>
  (limit: Limit, pointer: string, value: Value): Row => [
    limit,
    pointer,
    (size) => {
      const whole = withValue(body, pointer.slice(1).split("/"), value(size));
      return api.send("POST", path, { token, body: whole });
    },
  ];

function asking(limit: Limit, path: string, value: Value): Row {
  const [, name = ""] = path.split("?");
  const send: Send = (size) =>
    api.send("GET", `${path}=${encodeURIComponent(String(value(size)))}`);
  return [limit, `?${name}`, send];
}

const inRegistration = posting("/agent/register", undefined, { owner_email: "a@example.com" });
const inDraft = posting("/listings/draft", seller.token, {
  title: "Of limits",
  description: "Rows",
});
const inRequest = posting("/requests", buyer.token, { title: "Wanted", description: "Rows" });
const inQuery = posting(`/datasets/${dataset}/query`, buyer.token, {});
const inWebhook = posting("/webhooks", buyer.token, { url: "https://a.example/" });
const inAuction = posting("/listings/draft", seller.token, {
  ...{ title: "At auction", description: "Rows", pricing_type: "auction", auction: terms },
});

const rows: Row[] = [
  inRegistration("OWNER_EMAIL_CHARS_MAX", "/owner_email", email),
  inRegistration("AGENT_NAME_CHARS_MAX", "/agent_name", text),
  posting("/agent/verify", person, {})("BEARER_CHARS_MAX", "/token", text),
  inDraft("TITLE_CHARS_MAX", "/title", text),
  inDraft("DESCRIPTION_CHARS_MAX", "/description", text),
  inDraft("TAGS_MAX", "/tags", (size) => list(size)),
  inDraft("TAG_CHARS_MAX", "/tags/0", text),
  inDraft("LICENSE_CHARS_MAX", "/license", text),
  inDraft("WEB_ADDRESS_CHARS_MAX", "/source_url", address),
  inDraft("WEB_ADDRESS_CHARS_MAX", "/license_url", address),
  inDraft("CITATION_CHARS_MAX", "/citation", text),
  inDraft("COLLECTION_METHOD_CHARS_MAX", "/collection_method", text),
  inDraft("COLUMN_DESCRIPTIONS_MAX", "/column_descriptions", (size) =>
    Object.fromEntries(list(size).map((name) => [name, "x"])),
  ),
  inDraft("COLUMN_DESCRIPTION_CHARS_MAX", "/column_descriptions/a", text),
  inDraft("FORMAT_HINT_CHARS_MAX", "/schema/format", text),
  inDraft("PRICE_CENTS_MAX", "/price_cents", same),
  inAuction("AUCTION_LICENSES_MAX", "/auction/licenses", same),
  inAuction("PRICE_CENTS_MAX", "/auction/start_price_cents", same),
  inRequest("TITLE_CHARS_MAX", "/title", text),
  inRequest("DATA_REQUEST_DESCRIPTION_CHARS_MAX", "/description", text),
  inRequest("DATA_REQUEST_COLUMNS_MAX", "/columns", (size) => list(size)),
  inRequest("DATA_REQUEST_COLUMN_CHARS_MAX", "/columns/0", text),
  inRequest("DATA_REQUEST_FORMATS_MAX", "/formats", (size) => list(size)),
  inRequest("DATA_REQUEST_COVERAGE_CHARS_MAX", "/period", text),
  inRequest("DATA_REQUEST_COVERAGE_CHARS_MAX", "/place", text),
  inRequest("DATA_REQUEST_ROWS_MAX", "/min_rows", same),
  inWebhook("WEBHOOK_URL_CHARS_MAX", "/url", address),
  inWebhook("WEBHOOK_DESCRIPTION_CHARS_MAX", "/description", text),
  posting(`/requests/${wanted}/answers`, seller.token, { dataset_id: dataset })(
    ...(["ANSWER_NOTE_CHARS_MAX", "/note", text] as const),
  ),
  posting("/saved-searches", buyer.token, { parameters: { query: "a" } })(
    ...(["SAVED_SEARCH_NAME_CHARS_MAX", "/name", text] as const),
  ),
  posting(`/datasets/${dataset}/messages`, buyer.token, {})("MESSAGE_CHARS_MAX", "/message", text),
  posting(`/purchases/${dataset}/dispute`, buyer.token, { reason: "other" })(
    ...(["DISPUTE_DETAIL_CHARS_MAX", "/detail", text] as const),
  ),
  inQuery("QUERY_ROWS_MAX", "/limit", same),
  inQuery("QUERY_OFFSET_MAX", "/offset", same),
  inQuery("QUERY_COLUMNS_MAX", "/columns", (size) => list(size)),
  inQuery("QUERY_COLUMN_NAME_CHARS_MAX", "/columns/0", text),
  inQuery("QUERY_GROUPS_BY_MAX", "/group_by", (size) => list(size)),
  inQuery("QUERY_AGGREGATES_MAX", "/aggregates", (size) =>
    list(size, (at) => ({ function: "count", as: `n${at}` })),
  ),
  inQuery("QUERY_ORDERS_MAX", "/order_by", (size) => list(size, (at) => ({ column: `n${at}` }))),
  inQuery("QUERY_LIST_VALUES_MAX", "/filter/value", (size) => list(size)),
  inQuery("QUERY_TEXT_CHARS_MAX", "/filter/value", text),
  inQuery("QUERY_CONDITIONS_MAX", "/filter/all", (size) => list(size, () => ({}))),
  asking("PAGE_ITEMS_MAX", "/datasets?limit", same),
  asking("PAGE_OFFSET_MAX", "/datasets?offset", same),
  asking("SEARCH_QUERY_CHARS_MAX", "/datasets?query", text),
  asking("SEARCH_NAMES_MAX", "/datasets?tags", (size) => list(size).join()),
  asking("TAG_CHARS_MAX", "/datasets?tags", text),
  asking("COLUMN_ASK_CHARS_MAX", "/datasets?columns", text),
  asking("FILTER_ROWS_MAX", "/datasets?min_rows", same),
  asking("FILTER_ROWS_MAX", "/datasets?max_rows", same),
  asking("FILTER_BYTES_MAX", "/datasets?min_bytes", same),
  asking("FILTER_BYTES_MAX", "/datasets?max_bytes", same),
  asking("PRICE_CENTS_MAX", "/datasets?max_price_cents", same),
  asking("TABLE_NAME_CHARS_MAX", `/datasets/${dataset}/sample?table`, text),
  asking("VERSION_MAX", `/datasets/${dataset}/changes?from`, same),
  asking("UPLOAD_FILES_PAGE_MAX", `/datasets/${dataset}/files?limit`, same),
];

function faultAt(pointer: string, { body }: Answer): string | undefined {
  const errors = (body.errors ?? []) as { pointer: string; detail: string }[];
  return errors.find((fault) => fault.pointer === pointer)?.detail;
}

test("a value at its limit is accepted, and one beyond is refused with the limit", async () => {
  const untrue: Json[] = [];
  for (const [limit, pointer, send] of rows) {
    const max = maxOf.get(limit) ?? Number.NaN;
    const names = (answer: Answer) =>
      new RegExp(`\\b${max}\\b`).test(faultAt(pointer, answer) ?? "");
    const [taken, refused] = [await send(max), await send(max + 1)];
    const isTaken = taken.status < 500 && !names(taken);
    const isRefused = refused.status === 400 && refused.body.code === "invalid_request";
    if (isTaken && isRefused && names(refused)) continue;
    untrue.push({ limit, pointer, taken: taken.text, refused: refused.text });
  }
  expect(untrue).toEqual([]);
});

test("a number beyond all integers is refused only with the field's own limit", async () => {
  for (const price of [2 ** 53 + 2, 1e21, 1e300]) {
    const body = { title: "Dear", description: "x", price_cents: price };
    const { body: told } = await api.send("POST", "/listings/draft", { token: seller.token, body });
    const detail = `has to be at most ${PRICE_CENTS_MAX}`;
    expect(told.errors).toEqual([{ pointer: "/price_cents", code: "too_big", detail }]);
  }
});

test("characters are counted as they are kept, in NFC, one for each code point", async () => {
  const draft = (title: string) =>
    api.send("POST", "/listings/draft", { token: seller.token, body: { title, description: "x" } });
  const words = (message: string) =>
    api.send("POST", `/datasets/${dataset}/messages`, { token: buyer.token, body: { message } });
  const ghost = "\u{1f47b}";
  // Two characters in NFC.
  const grows = "\u0958";
  const sent = [
    await draft(ghost.repeat(TITLE_CHARS_MAX)),
    await draft(ghost.repeat(TITLE_CHARS_MAX + 1)),
    await draft(grows.repeat(TITLE_CHARS_MAX / 2)),
    await draft(grows.repeat(TITLE_CHARS_MAX / 2 + 1)),
    await words(ghost.repeat(MESSAGE_CHARS_MAX)),
    await words(grows.repeat(MESSAGE_CHARS_MAX / 2 + 1)),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 400, 201, 400, 201, 400]);
});

test("values stored in lower case are limited in lower case, and their stored form is accepted again", async () => {
  // In lower case this letter is two characters.
  const dotted = "\u0130";
  const draft = (body: Json) =>
    api.send("POST", "/listings/draft", {
      token: seller.token,
      body: { title: "Lower", description: "x", ...body },
    });
  const half = TAG_CHARS_MAX / 2;
  const taken = await draft({ tags: [dotted.repeat(half)] });
  const { id, tags } = taken.body as { id: string; tags: string[] };
  const again = await api.send("PATCH", `/listings/draft/${id}`, {
    token: seller.token,
    body: { tags },
  });
  const refused = await draft({ tags: [dotted.repeat(half + 1)] });
  const hinted = await draft({ schema: { format: dotted.repeat(FORMAT_HINT_CHARS_MAX) } });
  const posted = await api.send("POST", "/requests", {
    token: buyer.token,
    body: { title: "x", description: "x", formats: [dotted.repeat(FORMAT_HINT_CHARS_MAX)] },
  });
  const statuses = [taken, again, refused, hinted, posted].map(({ status }) => status);
  expect(statuses).toEqual([201, 200, 400, 400, 400]);
  expect(faultAt("/tags/0", refused)).toContain("lower case");
});

test("a body's shape, an address, a token and a key are refused only beyond their limits", async () => {
  const nested = (depth: number): unknown => (depth === 1 ? {} : { a: nested(depth - 1) });
  const draft = (body: unknown, headers: Record<string, string> = {}) =>
    api.send("POST", "/listings/draft", { token: seller.token, body, headers });
  const members = (size: number) => Object.fromEntries(list(size).map((name) => [name, 1]));
  const path = "/datasets?query=";
  const room = QUERY_STRING_CHARS_MAX - `${api.config.PUBLIC_BASE_URL}${path}`.length;
  const cases: [limit: Limit, code: string, send: Send][] = [
    ["BODY_JSON_DEPTH_MAX", "body_too_complex", (size) => draft(nested(size))],
    ["BODY_JSON_KEYS_MAX", "body_too_complex", (size) => draft(members(size))],
    ["BODY_JSON_ELEMENTS_MAX", "body_too_complex", (size) => draft(list(size))],
    [
      "IDEMPOTENCY_KEY_CHARS_MAX",
      "invalid_request",
      (size) => draft({ title: "Keyed", description: "x" }, { "idempotency-key": text(size) }),
    ],
    [
      "BEARER_CHARS_MAX",
      "token_invalid",
      (size) => api.send("GET", "/agent/me", { token: text(size) }),
    ],
    [
      "QUERY_STRING_CHARS_MAX",
      "invalid_request",
      (size) => api.send("GET", path + text(room + size - QUERY_STRING_CHARS_MAX)),
    ],
  ];
  for (const [limit, code, send] of cases) {
    const max = maxOf.get(limit) ?? Number.NaN;
    const [taken, refused] = [await send(max), await send(max + 1)];
    const names = ({ body }: Answer) => new RegExp(`\\b${max}\\b`).test(String(body.detail));
    expect([limit, taken.status < 500, names(taken)]).toEqual([limit, true, false]);
    expect([limit, refused.body.code, names(refused)]).toEqual([limit, code, true]);
  }
});

test("drafts that are opened at once are counted one after the other", async () => {
  const other = await sellerAgent(api);
  const now = new Date();
  const drafts = Array.from({ length: DRAFTS_PER_AGENT_MAX - 2 }, () => ({
    ...{ agentId: other.agentId, title: "A draft", description: "x", category: "other" },
    ...{ tags: [], pricingType: "buy_it_now" as const, priceCents: 0 },
    ...{ columnNames: [], columnFacts: [], createdAt: now, updatedAt: now },
  }));
  await api.db.insert(listings).values(drafts);
  const body = { title: "One of many", description: "x" };
  const opened = await Promise.all(
    list(8).map(() => api.send("POST", "/listings/draft", { token: other.token, body })),
  );
  const codes = opened.map(({ status, body: told }) => String(told.code ?? status)).sort();
  const refused = Array.from({ length: 6 }, () => "draft_limit_reached");
  expect(codes).toEqual(["201", "201", ...refused]);
});

test("names in a folder, and an OAuth client's metadata, keep their limits", async () => {
  const { body } = await api.send("POST", "/listings/draft", {
    token: seller.token,
    body: { title: "A folder", description: "Files" },
  });
  const named = (name: string) =>
    api.send("POST", `/listings/${body.id}/upload-urls`, {
      token: seller.token,
      body: { files: [{ name, byte_size: 1 }] },
    });
  const deep = (segments: number) => list(segments, () => "a").join("/");
  const long = (bytes: number) =>
    `${text(250)}/${text(250)}/${text(250)}/${text(250)}/${text(bytes - 1004)}`;
  const client = (more: Json) =>
    api.send("POST", "/oauth/register", {
      body: { redirect_uris: ["https://a.example/"], client_name: "A", ...more },
    });
  const cases: [limit: Limit, send: Send][] = [
    ["FILE_PATH_SEGMENT_BYTES_MAX", (size) => named(text(size))],
    ["FILE_PATH_SEGMENTS_MAX", (size) => named(deep(size))],
    ["FILE_PATH_BYTES_MAX", (size) => named(long(size))],
    ["OAUTH_CLIENT_NAME_CHARS_MAX", (size) => client({ client_name: text(size) })],
    [
      "OAUTH_REDIRECT_URIS_MAX",
      (size) => client({ redirect_uris: list(size, (at) => `https://a.example/${at}`) }),
    ],
    ["OAUTH_REDIRECT_URI_CHARS_MAX", (size) => client({ redirect_uris: [address(size)] })],
  ];
  for (const [limit, send] of cases) {
    const max = maxOf.get(limit) ?? Number.NaN;
    const [taken, refused] = [await send(max), await send(max + 1)];
    expect([limit, taken.status < 300 ? "taken" : taken.text]).toEqual([limit, "taken"]);
    expect([limit, refused.status]).toEqual([limit, 400]);
    // The depth in the message counts the folders around the file.
    expect(refused.text).toContain(String(limit === "FILE_PATH_SEGMENTS_MAX" ? max - 1 : max));
  }
});
