/**
 * Compares /openapi.json with the last release (released.json). Only a release renews it: `bun run
 * release:openapi`.
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { testApi } from "../../support/api.ts";
import { resolvedOpenapi } from "../../support/documents/openapi.ts";
import { findBreakingChanges, type OpenapiDocument, withoutWords } from "./breaking.ts";

const releasedFile = Bun.file(join(import.meta.dir, "released.json"));

const api = await testApi({ PUBLIC_BASE_URL: "https://market.test" });
const { body } = await api.send("GET", "/openapi.json");
const current = withoutWords(resolvedOpenapi(body)) as OpenapiDocument;
if (process.env.RELEASE_OPENAPI === "true") {
  await Bun.write(releasedFile, `${JSON.stringify(current)}\n`);
}

test("/openapi.json takes nothing away from callers of the last release", async () => {
  const released = (await releasedFile.json()) as OpenapiDocument;
  expect(Object.keys(released.paths).length).toBeGreaterThan(30);
  expect(findBreakingChanges(released, current)).toEqual([]);
});

type Change = (document: ReturnType<typeof sample>) => void;

/** A small interface; every example changes a copy of it. */
function sample() {
  const order = {
    type: "object",
    required: ["id", "price"],
    properties: {
      id: { type: "string" },
      price: { type: "integer", minimum: 0 } as Record<string, unknown>,
      note: { type: "string" } as Record<string, unknown>,
    } as Record<string, Record<string, unknown>>,
  };
  const body = {
    type: "object",
    required: ["item"],
    properties: {
      item: { type: "string", maxLength: 10 } as Record<string, unknown>,
      colour: { type: "string", enum: ["red", "blue"] } as Record<string, unknown>,
    } as Record<string, Record<string, unknown>>,
  };
  const post = {
    operationId: "order",
    security: [{ key: [] }, { token: [] }] as Record<string, unknown>[],
    parameters: [
      { name: "dry", in: "query", required: false, schema: { type: "boolean" } },
    ] as Record<string, unknown>[],
    requestBody: { required: true, content: { "application/json": { schema: { $ref: "#/B" } } } },
    responses: {
      201: { content: { "application/json": { schema: { $ref: "#/O" } } } },
    } as Record<string, unknown>,
  };
  return { paths: { "/orders": { post } }, components: { schemas: { O: order, B: body } } };
}

const breaking: [name: string, change: Change, found: string][] = [
  ["a missing operation", (d) => Reflect.deleteProperty(d.paths, "/orders"), "is gone"],
  ["another operationId", ({ paths }) => set(paths, { operationId: "buy" }), "its name order"],
  ["a credential less", ({ paths }) => set(paths, { security: [{ key: [] }] }), "takes no token"],
  ["a parameter less", ({ paths }) => set(paths, { parameters: [] }), "dry (query) is gone"],
  [
    "a new required parameter",
    ({ paths }) =>
      paths["/orders"].post.parameters.push({ name: "x", in: "query", required: true }),
    "x (query) is required now",
  ],
  [
    "a new required field",
    ({ components }) => components.schemas.B.required.push("colour"),
    "body.colour is required",
  ],
  [
    "a field less to send",
    ({ components }) => Reflect.deleteProperty(components.schemas.B.properties, "colour"),
    "body.colour is gone",
  ],
  [
    "a value less to send",
    ({ components }) => change(components.schemas.B, "colour", { enum: ["red"] }),
    'takes no "blue"',
  ],
  [
    "a narrower bound",
    ({ components }) => change(components.schemas.B, "item", { maxLength: 5 }),
    "narrower maxLength",
  ],
  [
    "a type less to send",
    ({ components }) => change(components.schemas.B, "item", { type: "integer" }),
    "takes no string",
  ],
  [
    "a field less to read",
    ({ components }) => Reflect.deleteProperty(components.schemas.O.properties, "note"),
    "201.note is gone",
  ],
  [
    "a field that may be missing",
    ({ components }) => components.schemas.O.required.pop(),
    "201.price may be missing",
  ],
  [
    "a field that may be null",
    ({ components }) => change(components.schemas.O, "note", { type: ["string", "null"] }),
    "201.note may be null",
  ],
  ["a status less", ({ paths }) => set(paths, { responses: {} }), "answers no 201"],
];

const harmless: [name: string, change: Change][] = [
  ["a new operation", ({ paths }) => Object.assign(paths, { "/more": { get: {} } })],
  [
    "an optional parameter",
    ({ paths }) => paths["/orders"].post.parameters.push({ name: "x", in: "query" }),
  ],
  [
    "an optional field to send",
    ({ components }) => change(components.schemas.B, "size", { type: "string" }),
  ],
  ["a wider bound", ({ components }) => change(components.schemas.B, "item", { maxLength: 20 })],
  [
    "a value more to send",
    ({ components }) => change(components.schemas.B, "colour", { enum: ["red", "blue", "green"] }),
  ],
  [
    "a field more to read",
    ({ components }) => change(components.schemas.O, "paid", { type: "boolean" }),
  ],
  [
    "a field that is always there now",
    ({ components }) => components.schemas.O.required.push("note"),
  ],
  ["no credentials any more", ({ paths }) => set(paths, { security: [] })],
];

function set(paths: ReturnType<typeof sample>["paths"], values: Record<string, unknown>): void {
  Object.assign(paths["/orders"].post, values);
}

function change(
  schema: { properties: Record<string, Record<string, unknown>> },
  name: string,
  values: Record<string, unknown>,
): void {
  schema.properties[name] = { ...schema.properties[name], ...values };
}

describe("the check itself", () => {
  const compare = (applied: Change) => {
    const after = sample();
    applied(after);
    return findBreakingChanges(sample(), after);
  };
  for (const [name, applied, found] of breaking) {
    test(`finds ${name}`, () => {
      expect(compare(applied)).toEqual([expect.stringContaining(found)]);
    });
  }
  for (const [name, applied] of harmless) {
    test(`lets ${name} pass`, () => {
      expect(compare(applied)).toEqual([]);
    });
  }
});
