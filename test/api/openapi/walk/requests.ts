/** One generated call of an operation: valid, or with something wrong. */
import * as fc from "fast-check";
import { allowed, hostile, type Schema, spoiled } from "./values.ts";
import type { WalkWorld } from "./world.ts";

type Parameter = { in: string; name: string; required?: boolean; schema: Schema };
export type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { content?: Record<string, { schema: Schema }>; headers?: Record<string, unknown> }
  >;
};
export type Place = { method: string; path: string; operation: Operation };
export type WalkRequest = {
  method: string;
  path: string;
  token: string | undefined;
  headers: Record<string, string>;
  /** The body as sent; undefined for none. */
  body: string | undefined;
  /** The body's value, if it is sent as JSON. */
  sent: unknown;
};

/** Path steps that name a resource within a resource. */
const kinds: Record<string, string | undefined> = {
  bid_id: "bids",
  answer_id: "answers",
  delivery_id: "deliveries",
};
/** Otherwise the walk would spend its time waiting for events. */
const kept: Record<string, fc.Arbitrary<unknown>> = { wait: fc.constantFrom(0, "x", -1) };
/** Resources that these operations delete are mostly spared for the others. */
const sparing = new Set(["withdrawListing", "deleteDraft", "discardVersion"]);
const noJson = ["{", "[1,", '{"a":1,"a":2}', "\u0000", "\ufeff{}", '{"a":1}{}', "[".repeat(300)];
const strangeTypes = ["text/plain", "application/x-www-form-urlencoded", "", "application/json;x"];
const strangeHeaders = ["*", '"x"', 'W/"x"', "x".repeat(300), '"', "é", '"a", "b"'];

export function requestsTo(
  { method, path, operation }: Place,
  world: WalkWorld,
  resolve: (schema: Schema) => Schema,
): fc.Arbitrary<WalkRequest> {
  const of = (where: string) => (operation.parameters ?? []).filter((one) => one.in === where);
  const steps = of("path").map((one) => stepFor(one, { path, operation, world, resolve }));
  return fc
    .record({
      steps: fc.tuple(...steps),
      query: queryOf(of("query"), resolve),
      headers: headersOf(of("header")),
      token: tokenFor(operation, world),
      body: method === "GET" ? fc.constant(noBody) : bodyOf(operation, world, resolve),
    })
    .map(({ steps: values, query, headers, token, body }) => {
      const names = of("path").map(({ name }) => name);
      const filled = names.reduce(
        (address, name, at) => address.replace(`{${name}}`, encodeStep(String(values[at]))),
        path,
      );
      const address = query === "" ? filled : `${filled}?${query}`;
      return { method, path: address, token, ...body, headers: { ...headers, ...body.headers } };
    });
}

type Around = {
  path: string;
  operation: Operation;
  world: WalkWorld;
  resolve: (schema: Schema) => Schema;
};

/** Mostly existing ids: an unknown id is refused too early to test anything else. */
function stepFor(parameter: Parameter, { path, operation, world, resolve }: Around) {
  const kind = kinds[parameter.name] ?? path.split("/")[1] ?? "";
  const known = world.idsOf(kind);
  // An empty step, or one that goes up, makes another address.
  const isStep = (text: string) => text !== "" && !/^\.{1,2}$/.test(text);
  const unknown = allowed(parameter.schema, resolve).map(asText).filter(isStep);
  const odd = hostile.map(asText).filter(isStep);
  const weights = sparing.has(operation.operationId) ? [1, 6, 2] : [8, 1, 1];
  const [ofKnown = 1, ofUnknown = 1, ofOdd = 1] = weights;
  return fc.oneof(
    ...(known.length === 0
      ? []
      : [{ weight: ofKnown, arbitrary: fc.constantFrom(...known) as fc.Arbitrary<unknown> }]),
    { weight: ofUnknown, arbitrary: unknown },
    { weight: ofOdd, arbitrary: odd },
  );
}

function encodeStep(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function queryOf(parameters: Parameter[], resolve: (schema: Schema) => Schema) {
  // Of many parameters only a few are sent, because one wrong parameter hides the others.
  const rarity = Math.max(2, parameters.length / 3);
  const pairs = parameters.map(({ name, schema, required = false }) => {
    const good = kept[name] ?? allowed(schema, resolve);
    const value = fc.oneof(
      { weight: 6, arbitrary: good },
      { weight: 1, arbitrary: name in kept ? good : hostile },
    );
    const isThere = required
      ? fc.constant(true)
      : fc.nat(Math.floor(rarity)).map((chance) => chance === 0);
    return fc.tuple(isThere, value).map(([there, given]) => (there ? [[name, asText(given)]] : []));
  });
  const odd = fc.nat(15).map((chance) => (chance === 0 ? [["unheard", "1"]] : []));
  return fc.tuple(...pairs, odd).map((found) => {
    const query = new URLSearchParams(found.flat() as [string, string][]);
    return query.toString();
  });
}

function asText(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();
}

function headersOf(parameters: Parameter[]): fc.Arbitrary<Record<string, string>> {
  const pairs = parameters.map(({ name }) =>
    fc
      .tuple(fc.nat(3), fc.oneof(fc.uuid(), fc.constantFrom(...strangeHeaders)))
      .map(([chance, value]): [string, string][] =>
        // fetch itself refuses characters above one byte.
        chance === 0 && /^[\x20-\xff]*$/.test(value) ? [[name.toLowerCase(), value]] : [],
      ),
  );
  return fc.tuple(...pairs).map((found) => Object.fromEntries(found.flat()));
}

function tokenFor({ security }: Operation, { tokens }: WalkWorld) {
  const schemes = security.flatMap((one) => Object.keys(one));
  const right = schemes.flatMap((scheme) => {
    const { askingKey } = tokens;
    const own = tokens[scheme];
    return scheme === "operatorKey" ? [own, own, askingKey] : [own];
  });
  const wrong = fc.constantFrom(undefined, "x", "dm_oauth_x", "a.b.c", ...Object.values(tokens));
  if (right.length === 0) return fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, wrong);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: wrong },
  );
}

type Body = Pick<WalkRequest, "body" | "sent" | "headers">;
const noBody: Body = { body: undefined, sent: undefined, headers: {} };

function bodyOf(
  { requestBody }: Operation,
  world: WalkWorld,
  resolve: (schema: Schema) => Schema,
): fc.Arbitrary<Body> {
  const schema = requestBody?.content["application/json"]?.schema;
  const asJson = (sent: unknown): Body => ({
    body: JSON.stringify(sent),
    sent,
    headers: { "content-type": "application/json" },
  });
  // Sometimes an operation without a body is sent one.
  if (schema === undefined) {
    return fc.oneof({ weight: 9, arbitrary: fc.constant(noBody) }, hostile.map(asJson));
  }
  const good = fc
    .tuple(allowed(schema, resolve), fc.nat(), fc.boolean())
    .map(([body, at, isOurs]) => withOwnIds(body, world, { at, isOurs }));
  const torn = fc.constantFrom(...noJson).map(
    (body): Body => ({
      ...{ body, sent: undefined },
      headers: { "content-type": "application/json" },
    }),
  );
  const strange = fc.tuple(good, fc.constantFrom(...strangeTypes)).map(
    ([body, type]): Body => ({
      ...{ body: JSON.stringify(body), sent: undefined },
      headers: { "content-type": type },
    }),
  );
  return fc.oneof(
    { weight: 8, arbitrary: good.map(asJson) },
    { weight: 5, arbitrary: spoiled(good).map(asJson) },
    { weight: 1, arbitrary: torn },
    { weight: 1, arbitrary: strange },
    { weight: 1, arbitrary: fc.constant(noBody) },
  );
}

/** Existing cards and listings in the fields that ask for one. */
function withOwnIds(
  body: unknown,
  world: WalkWorld,
  { at, isOurs }: { at: number; isOurs: boolean },
): unknown {
  if (!isOurs || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const { cards } = world;
  const ids = world.idsOf("listings");
  const own: Record<string, unknown> = {
    payment_method_id: cards[at % cards.length],
    expected_price_cents: 500,
    listing_id: ids[at % ids.length],
    dataset_id: ids[at % ids.length],
  };
  const entries = Object.entries(body).map(([name, value]) => [name, own[name] ?? value]);
  return Object.fromEntries(entries);
}
