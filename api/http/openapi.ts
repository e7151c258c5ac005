/** `/openapi.json`: OpenAPI 3.1, generated from the routes by @elysiajs/openapi. */
import { toOpenAPISchema } from "@elysiajs/openapi";
import type { AnyElysia } from "elysia";
import type { OpenAPIV3_1 } from "openapi-types";
import { z } from "zod";
import { discoveryPaths } from "../../market/discovery/vocabulary.ts";
import { parameterGlossary } from "../../market/glossary.ts";
import { serviceTitle, serviceVersion } from "../../market/service.ts";
import { cookieName } from "../../platform/session.ts";
import { eachInSlices } from "../../platform/yield-to-others.ts";
import { oauthScheme } from "../oauth/scheme.ts";
import { documentedWebhooks } from "./openapi-webhooks.ts";
import { extrasKey, type OperationExtras } from "./operation.ts";
import { problemSchema, refusalResponses } from "./problem-schema.ts";
import { commonHeaders, componentHeaders, headersOf } from "./response-headers.ts";
import { exampleOf } from "./schema-example.ts";
import { freeName, SharedResponses } from "./shared-responses.ts";
import { schemasUsedBy } from "./tag-document.ts";
import { tidySchema } from "./tidy-schema.ts";

type Document = OpenAPIV3_1.Document;
type RawOperation = OpenAPIV3_1.OperationObject & { [extrasKey]?: OperationExtras };
type JsonSchemaMap = Record<string, OpenAPIV3_1.SchemaObject>;

export const tags = [
  { name: "Catalogue", description: "Find, inspect and download datasets; no credentials." },
  { name: "Recommendations", description: "The datasets that fit a need; no credentials." },
  { name: "Matches", description: "The columns that contain a caller's values." },
  {
    name: "Profiles",
    description: "Data computed from a dataset's files: samples, statistics, changes, prices.",
  },
  { name: "Sellers", description: "A seller agent's track record." },
  { name: "Agents", description: "Register a seller agent and have its owner approve it." },
  { name: "Listings", description: "Draft, publish, change and withdraw what an agent sells." },
  { name: "Uploads", description: "Bring a listing's files to the store, in parts or many." },
  { name: "Earnings", description: "An agent's sales, earnings and payouts." },
  { name: "Analytics", description: "How an agent's datasets are used, and unmet demand." },
  { name: "Purchases", description: "Buy with an operator's API key, confirm, dispute, download." },
  { name: "Auctions", description: "Bid by a sealed maximum; see how an auction stands." },
  {
    name: "Messages",
    description: "Operators and seller agents write each other about a dataset.",
  },
  {
    name: "Data requests",
    description: "Requests of operators for data; seller agents answer with a dataset.",
  },
  {
    name: "Reviews",
    description: "Buyers' reviews of datasets, sellers' answers, and reports of either.",
  },
  { name: "Events", description: "Learn what has happened: a feed to ask." },
  { name: "Webhooks", description: "Have events sent to an address, signed." },
  {
    name: "Saved searches",
    description: "Save a search and get notified when a matching dataset goes on sale.",
  },
  {
    name: "Follows",
    description: "Follow sellers, datasets and collections, and get notified of their news.",
  },
  {
    name: "Private offers",
    description: "A price for one buyer, negotiated between a buyer and a seller.",
  },
  { name: "Bundles", description: "Several datasets of one seller, bought with one charge." },
  { name: "Deliveries", description: "Purchases, delivered to the buyer's own bucket." },
  {
    name: "Subscriptions",
    description: "Plans that buy every version published in a period.",
  },
  { name: "Collections", description: "Named lists of datasets, public or private." },
  { name: "Operators", description: "What an API key may do, spend and pay with." },
  { name: "Discovery", description: "Documents by which agents and clients find the service." },
  { name: "Service", description: "The health of the service itself." },
];

const securitySchemes: Record<string, OpenAPIV3_1.SecuritySchemeObject> = {
  agentToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The token of POST /agent/register.",
  },
  operatorKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "dm_live_… or dm_test_…",
    description: "An API key that the human operator makes in the account on the website.",
  },
  ownerToken: {
    type: "http",
    scheme: "bearer",
    description: "An access or ID token of the identity provider, of the human owner.",
  },
};

const ownerSession = {
  type: "apiKey",
  in: "cookie",
  description: "The site's session cookie, sent from the site itself.",
} as const;

const commonHeaderLines = Object.entries(commonHeaders)
  .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  .join("\n");

/** Call after all routes are registered. Takes half a second, in slices. */
export async function openapiDocument(app: AnyElysia, publicBaseUrl: string): Promise<Document> {
  const shared = new SharedResponses(publicBaseUrl);
  const paths = await pathsOf(app);
  await eachInSlices(Object.values(paths), 4, (item) => {
    for (const operation of Object.values(item ?? {})) finish(operation as RawOperation, shared);
  });
  const schemas = await componentSchemas();
  const parameters = shareParameters(paths);
  const answerExamples = await addAnswerExamples(paths, schemas);
  return {
    openapi: "3.1.1",
    info: {
      title: serviceTitle,
      version: serviceVersion,
      description:
        "Autonomous agents find, preview, buy and sell datasets. Every refusal is a problem " +
        "document (RFC 9457) whose `code` and `resolution` a machine can act on.\n\n" +
        `Every answer may have these headers:\n\n${commonHeaderLines}`,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: serviceTitle, url: publicBaseUrl },
    },
    externalDocs: {
      description: "How to use the service, for models.",
      url: `${publicBaseUrl}${discoveryPaths.llmsText}`,
    },
    servers: [{ url: publicBaseUrl }],
    tags,
    security: [{ agentToken: [] }],
    paths,
    webhooks: documentedWebhooks,
    components: {
      schemas,
      parameters,
      responses: shared.responses,
      examples: { ...shared.examples, ...answerExamples },
      headers: componentHeaders,
      securitySchemes: {
        ...securitySchemes,
        oauth: oauthScheme(publicBaseUrl),
        ownerSession: {
          ...ownerSession,
          name: cookieName({ PUBLIC_BASE_URL: publicBaseUrl }, "session"),
        },
      },
    },
  };
}

async function pathsOf(app: AnyElysia): Promise<OpenAPIV3_1.PathsObject> {
  const paths: Record<string, OpenAPIV3_1.PathItemObject> = {};
  await eachInSlices(app.routes, 1, (route) => {
    for (const [path, item] of Object.entries(itemsOf(route))) {
      paths[path] = { ...paths[path], ...item };
    }
  });
  return paths;
}

/** One route's operations: `toOpenAPISchema` reads only an app's routes. */
function itemsOf(route: AnyElysia["routes"][number]): Record<string, OpenAPIV3_1.PathItemObject> {
  const parts = { getGlobalRoutes: () => [route], getGlobalDefinitions: () => ({ type: {} }) };
  const app = parts as unknown as AnyElysia;
  const vendors = { zod: inputSchema };
  const { paths } = toOpenAPISchema(app, { staticFile: false }, undefined, vendors, "3.1.1");
  return paths as Record<string, OpenAPIV3_1.PathItemObject>;
}

function finish(operation: RawOperation, shared: SharedResponses): void {
  const extras = operation[extrasKey];
  delete operation[extrasKey];
  const parameters = [...(operation.parameters ?? []), ...(extras?.parameters ?? [])];
  operation.parameters = parameters.map(hoistDescription);
  if (operation.parameters.length === 0) delete operation.parameters;
  delete operation.requestBody;
  if (extras?.body) operation.requestBody = extras.body;
  if (extras === undefined) return;
  const responses = operation.responses ?? {};
  for (const [status, response] of Object.entries(responses)) {
    Object.assign(response, headersOf(Number(status), extras.headers));
    if (status === "304") responses[status] = shared.refer("not_modified", response);
  }
  for (const { status, codes, response } of refusalResponses(extras.refusals)) {
    const headers = headersOf(Number(status), extras.headers);
    responses[status] = shared.referRefusal(status, codes, { ...response, ...headers });
  }
  operation.responses = responses;
}

/** Moves parameters that several operations share into components; returns them by name. */
function shareParameters(
  paths: OpenAPIV3_1.PathsObject,
): Record<string, OpenAPIV3_1.ParameterObject> {
  const shared: Record<string, OpenAPIV3_1.ParameterObject> = {};
  const operations = Object.values(paths).flatMap((item) => Object.values(item ?? {}));
  const lists = (operations as RawOperation[]).flatMap(({ parameters }) => parameters ?? []);
  for (const alike of Map.groupBy(lists, (one) => JSON.stringify(one)).values()) {
    const [first] = alike;
    if (first === undefined || "$ref" in first || alike.length === 1) continue;
    const name = freeName(first.name.replaceAll("-", ""), shared);
    shared[name] = { ...first };
    for (const one of alike) refer(one, `#/components/parameters/${name}`);
  }
  return shared;
}

/** Replaces `part` in place; no other part of the document shares the object. */
function refer(part: object, $ref: string): void {
  for (const key of Object.keys(part)) Reflect.deleteProperty(part, key);
  Object.assign(part, { $ref });
}

/** Gives each answer without an example a reference to an example of its schema; returns these. */
async function addAnswerExamples(
  paths: OpenAPIV3_1.PathsObject,
  schemas: JsonSchemaMap,
): Promise<Record<string, OpenAPIV3_1.ExampleObject>> {
  const examples: Record<string, OpenAPIV3_1.ExampleObject> = {};
  const operations = Object.values(paths).flatMap((item) => Object.values(item ?? {}));
  const answers = (operations as RawOperation[]).flatMap(({ responses = {} }) =>
    Object.values(responses).flatMap((one) =>
      "content" in one ? Object.values(one.content ?? {}) : [],
    ),
  );
  await eachInSlices(answers, 10, (media) => {
    const { schema, example } = media;
    if (example !== undefined || schema === undefined) return;
    if ("$ref" in schema) {
      const name = schema.$ref.slice(componentUri("").length);
      examples[name] ??= { value: exampleOf(schema, schemas) };
      media.examples = { [name]: { $ref: `#/components/examples/${name}` } };
    } else if (schema.type === "array") {
      media.example = exampleOf(schema, schemas);
    }
  });
  return examples;
}

/** OpenAPI readers expect a parameter's description next to its schema, not in it. */
function hoistDescription(
  parameter: OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject,
): OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject {
  if ("$ref" in parameter || parameter.schema === undefined) return parameter;
  const { description, ...schema } = parameter.schema as OpenAPIV3_1.SchemaObject;
  const said = parameter.description ?? description ?? parameterGlossary[parameter.name];
  if (said === undefined) throw new Error(`parameterGlossary lacks ${parameter.name}`);
  return { ...parameter, description: said, schema } as OpenAPIV3_1.ParameterObject;
}

/** Query and path schemas are inlined; the operation itself names bodies. */
function inputSchema(schema: z.ZodType): unknown {
  return tidySchema(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override }));
}

const componentUri = (id: string) => `#/components/schemas/${id}`;

/** Bodies are described as received, and answers as sent, with defaults filled in. */
async function componentSchemas(): Promise<JsonSchemaMap> {
  const components: JsonSchemaMap = {
    Problem: tidySchema(problemSchema, "Problem") as OpenAPIV3_1.SchemaObject,
  };
  const named = [...z.globalRegistry._idmap] as [id: string, schema: z.ZodType][];
  const inOrder = named.toSorted(([one], [other]) => Number(isBody(other)) - Number(isBody(one)));
  await eachInSlices(inOrder, 1, ([id, schema]) => {
    const { schemas } = z.toJSONSchema(registryOf(id, schema), {
      io: isBody(id) ? "input" : "output",
      uri: componentUri,
      unrepresentable: "any",
      override,
    });
    components[id] = tidySchema(schemas[id], id) as OpenAPIV3_1.SchemaObject;
  });
  const bodies = Object.entries(components).filter(([id]) => isBody(id));
  const sent = { ...Object.fromEntries(bodies), ...schemasUsedBy(bodies, components) };
  for (const [id, schema] of Object.entries(components)) if (!(id in sent)) openObjects(schema);
  return components;
}

/** In place: a later release may add fields to an answer, and a strict client must not fail. */
function openObjects(schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return;
  const { properties, additionalProperties } = schema as Record<string, unknown>;
  if (properties !== undefined && additionalProperties === false) {
    Reflect.deleteProperty(schema, "additionalProperties");
  }
  for (const part of Object.values(schema)) openObjects(part);
}

/**
 * A registry that lists one schema but knows all names: converting all at once blocks for 0.2 s.
 */
function registryOf(id: string, schema: z.ZodType): typeof z.globalRegistry {
  const registry = z.registry<z.GlobalMeta>().add(schema, { id });
  registry.get = (one) => z.globalRegistry.get(one);
  return registry;
}

function isBody(id: string): boolean {
  return id.endsWith("Body") || id.endsWith("Patch");
}

type Override = { zodSchema: unknown; jsonSchema: Record<string, unknown> };

/** A schema that parses text declares its JSON Schema in `meta({ override })`. */
function override({ zodSchema, jsonSchema }: Override): void {
  const meta = z.globalRegistry.get(zodSchema as z.ZodType);
  if (meta?.override === undefined) return;
  const { description, example } = meta;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, meta.override);
  if (description !== undefined) jsonSchema.description = description;
  if (example !== undefined) jsonSchema.example = example;
}
