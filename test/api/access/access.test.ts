/**
 * Calls every operation of /openapi.json as every kind of caller. Permitted callers are let in, all
 * others get the documented refusal, and private data is unchanged after all attempts.
 */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Answer, Json } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { bearer, type Caller, openCallers } from "./callers.ts";
import { openAccessWorld } from "./world.ts";

/** Several thousand calls, on a machine that may be busy. */
setDefaultTimeout(300_000);

type Operation = {
  operationId: string;
  security: Record<string, string[]>[];
  requestBody?: { content: Record<string, { example: Json }> };
  responses: Record<string, unknown>;
};
type Place = { method: string; path: string; operation: Operation };

const opened = openAccessWorld();
await forFile(opened.then(({ api }) => api));
const world = await opened;
const { api, ids } = world;
const people = { agentToken: world.seller.token, keyToken: world.buyer.token };
const document = (await api.send("GET", "/openapi.json")).body as {
  paths: Record<string, Record<string, Operation>>;
};
const places: Place[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

/** Whose resource an address names, by path prefix; the first match counts. */
const named: [RegExp, keyof typeof ids][] = [
  [/^\/datasets\/\{id\}\/bids/, "auction"],
  [/^\/datasets\//, "dataset"],
  [/^\/listings\/draft\//, "draft"],
  [/^\/listings\/\{id\}\/(uploads|imports|publish)/, "draft"],
  [/^\/listings\/\{id\}\/bids/, "auction"],
  [/^\/listings\//, "listing"],
  [/^\/delivery-targets\//, "target"],
  [/^\/agents\//, "agent"],
  [/^\/agent\/sales\//, "disputed"],
  [/^\/purchases\/\{id\}\/pay$/, "failed"],
  [/^\/purchases\/\{id\}\/cancel$/, "pending"],
  [/^\/purchases\//, "purchase"],
  [/^\/waiting-purchases\//, "waiting"],
  [/^\/subscriptions\//, "subscription"],
  [/^\/offers\//, "offer"],
  [/^\/coupons\//, "coupon"],
  [/^\/bundles\//, "bundle"],
  [/^\/access-requests\//, "access request"],
  [/^\/private-offers\//, "private offer"],
  [/^\/threads\//, "thread"],
  [/^\/requests\//, "request"],
  [/^\/reviews\//, "review"],
  [/^\/sellers\//, "agent"],
];
const steps: Record<string, string> = {
  bid_id: ids.bid ?? "",
  answer_id: ids.answer ?? "",
  dataset_id: ids.dataset ?? "",
  upload_id: ids.upload ?? "",
  import_id: ids.import ?? "",
  delivery_id: crypto.randomUUID(),
  position: "0",
  code: "rate_limited",
  token: "x",
};

function addressOf({ path }: Place, side: "key" | "agent" = "key"): string {
  const kind = /^\/(webhook|saved-searche|follow|collection)s/.exec(path)?.[1];
  const own =
    kind === undefined ? undefined : `${kind.replace("saved-searche", "search")} of ${side}`;
  const id = ids[own ?? named.find(([pattern]) => pattern.test(path))?.[1] ?? ""] ?? "";
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === "id" ? id : (steps[name] ?? ""),
  );
}

function send(place: Place, headers: Record<string, string>, address = addressOf(place)) {
  const query = place.operation.operationId === "retractBid" ? "?reason=amount_mistyped" : "";
  const example = place.operation.requestBody?.content["application/json"]?.example;
  const body = example === undefined ? {} : { body: bodyOf(example) };
  return api.send(place.method, address + query, { headers, ...body });
}

function bodyOf(example: Json): Json {
  const known: Json = {
    purchase_id: ids.purchase,
    dataset_id: ids.dataset,
    seller_id: ids.agent,
    payment_method_id: world.buyer.cardId,
    expected_price_cents: 1000,
    token: world.seller.token,
  };
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, known[name] ?? value]),
  );
}

const schemesOf = ({ operation }: Place) =>
  new Set(operation.security.flatMap((one) => Object.keys(one)));
const isPublic = ({ operation: { security } }: Place) =>
  security.length === 0 || security.some((one) => Object.keys(one).length === 0);
const scopesOf = ({ operation }: Place) => operation.security.flatMap((one) => one.oauth ?? []);

/** The documented refusal code for this caller here, or null if the caller is let in. */
function refusalOf(place: Place, caller: Caller): string | null {
  if (isPublic(place)) return null;
  const schemes = schemesOf(place);
  if (schemes.has("ownerToken")) return caller.asOwner;
  const asKey = keyRefusal(place, caller);
  if (!schemes.has("operatorKey")) return agentRefusal(place, caller);
  if (!schemes.has("agentToken")) return asKey;
  const either = { agent: agentRefusal(place, caller), key: asKey, none: asKey, both: null };
  if (caller.either !== "both") return either[caller.either];
  return agentRefusal(place, caller) === null ? null : asKey;
}

/** Operations open to agents that are not approved or are suspended. */
const askedByAll = new Set(["readAgent", "rotateAgentToken", "listEvents"]);

function agentRefusal({ operation }: Place, { asAgent, mayReadItself, headers }: Caller) {
  const isProgram = headers.authorization?.startsWith("Bearer dm_oauth_") === true;
  if (operation.operationId === "rotateAgentToken" && isProgram) return "token_kind_wrong";
  return askedByAll.has(operation.operationId) && mayReadItself ? null : asAgent;
}

function keyRefusal(place: Place, { asKey }: Caller): string | null {
  if (typeof asKey === "string") return asKey;
  const wanted = scopesOf(place).filter((scope) => scope !== "sell");
  const isEnough =
    wanted.length === 0 ? asKey.length > 0 : wanted.some((one) => asKey.includes(one));
  return isEnough ? null : "scope_missing";
}

const credentialCodes = new Set([
  ...[
    "token_missing",
    "token_invalid",
    "token_kind_wrong",
    "token_expired",
    "token_revoked",
    "account_suspended",
  ],
  ...["scope_missing", "agent_not_verified", "agent_suspended", "not_the_owner"],
  ...["origin_not_allowed"],
]);

let callers: Caller[] = [];
beforeAll(async () => {
  callers = await openCallers(api, people);
});

const about = ({ operation }: Place, name: string, { status, text }: Answer) =>
  `${operation.operationId}, ${name}: ${status} ${text.slice(0, 200)}`;

/** All rows of the database, except those that every call writes. */
async function everything(): Promise<Map<string, string>> {
  const tables = await api.db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname <> 'rate_windows' order by 1`);
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await api.db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`,
    );
    for (const [at, { row }] of rows.entries()) found.set(`${name} ${at}`, row);
  }
  return found;
}

/** All changes since `before`, except the time a credential was last used. */
async function changedSince(before: Map<string, string>): Promise<string[]> {
  const withoutUse = (row = "") => row.replaceAll(/"last_\w+_at": ("[^"]*"|null)/g, "");
  const after = [...(await everything())];
  const changed = after.filter(([at, row]) => withoutUse(row) !== withoutUse(before.get(at)));
  return changed.map(([at, row]) => `${at} ${row.slice(0, 200)}`);
}

/**
 * Each run tries a third of the callers at each place: all of them would be five thousand calls.
 */
const shift = Math.floor(Math.random() * 3);
const inTurn = (place: number) => callers.filter((_, at) => (at + place + shift) % 3 === 0);

test("a caller without permission is refused with the right code and changes nothing", async () => {
  const before = await everything();
  const wrong: string[] = [];
  for (const [at, place] of places.entries()) {
    for (const caller of inTurn(at)) {
      const code = refusalOf(place, caller);
      if (code === null) continue;
      const answer = await send(place, caller.headers);
      const isDocumented = String(answer.status) in place.operation.responses;
      if (answer.body.code === code && isDocumented) continue;
      wrong.push(`${code}? ${about(place, caller.name, answer)}`);
    }
  }
  expect({ wrong, changed: await changedSince(before) }).toEqual({ wrong: [], changed: [] });
});

const withoutIds = ({ body, text }: Answer) =>
  body.request_id === undefined ? text : JSON.stringify({ ...body, request_id: "" });

test("public reads answer the same with any credential", async () => {
  const wrong: string[] = [];
  for (const [at, place] of places.entries()) {
    if (!isPublic(place) || place.method !== "GET") continue;
    const plain = await send(place, {});
    for (const caller of inTurn(at)) {
      const answer = await send(place, caller.headers);
      if (answer.status !== plain.status || withoutIds(answer) !== withoutIds(plain)) {
        wrong.push(about(place, caller.name, answer));
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** Operations on public data, or that create something for the caller. */
const open = new Set([
  ...["buyDataset", "buyBundle", "placeBid", "contactSeller", "putReview", "deleteReview"],
  ...["reportReview", "answerDataRequest", "createPrivateOffer", "requestAccess"],
  // An agent sees its own answers to any request.
  ...["listDataRequestAnswers"],
]);

test("another caller's resource is not found, even with the right permission", async () => {
  const before = await everything();
  const wrong: string[] = [];
  for (const place of places.filter(({ path }) => /\{\w*id\}/.test(path))) {
    if (isPublic(place) || open.has(place.operation.operationId)) continue;
    const addresses = new Set([addressOf(place, "key"), addressOf(place, "agent")]);
    for (const caller of callers.filter((one) => refusalOf(place, one) === null)) {
      for (const address of addresses) {
        const answer = await send(place, caller.headers, address);
        const isHeldBack = answer.status === 403 && !credentialCodes.has(String(answer.body.code));
        if (answer.status !== 404 && !isHeldBack) wrong.push(about(place, caller.name, answer));
      }
    }
  }
  expect({ wrong, changed: await changedSince(before) }).toEqual({ wrong: [], changed: [] });
});

/** Deletions come last, of parts before their whole, and operations that end the agent or its token at the very end. */
const ending = ["renewAgentToken", "rotateAgentToken", "deleteAgent"];
const rankOf = ({ method, path, operation }: Place) => {
  if (ending.includes(operation.operationId)) return 4;
  if (method === "DELETE") return 2 + 1 / path.split("/").length;
  return method === "GET" ? 0 : 1;
};
/** Operations on a part that these resources lack, or on an example's id, so that a 404 is expected. */
const withoutPart = new Set([
  ...["discardVersion", "getPurchaseManifest", "listPurchaseFiles", "retryWebhookDelivery"],
  ...["listUploadFiles", "getUploadFile", "signFilePartUrls", "getPurchaseDispute", "releaseBid"],
  ...["getPurchaseAcceptance", "getSaleAcceptance", "makeReport"],
]);

test("its own people find it", async () => {
  const wrong: string[] = [];
  for (const place of places.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const schemes = isPublic(place) ? new Set() : schemesOf(place);
    const asked: [scheme: string, token: string, side: "key" | "agent"][] = [
      ["ownerToken", world.owner, "key"],
      ["operatorKey", people.keyToken, "key"],
      ["agentToken", people.agentToken, "agent"],
    ];
    for (const [scheme, token, side] of asked) {
      if (!schemes.has(scheme)) continue;
      // The owner's new token for the agent came before, and ended the agent's current one.
      if (place.operation.operationId === "rotateAgentToken") continue;
      const answer = await send(place, bearer(token), addressOf(place, side));
      const isFound = answer.status !== 404 || withoutPart.has(place.operation.operationId);
      const isAdmitted = ![401, 403].includes(answer.status) && answer.status < 500;
      if (!isFound || !isAdmitted) wrong.push(about(place, side, answer));
    }
  }
  expect(wrong).toEqual([]);
});
