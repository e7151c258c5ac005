/** Describes an operation for OpenAPI from the contract and schemas that serve it. */
import type { DocumentDecoration } from "elysia";
import type { OpenAPIV3_1 } from "openapi-types";
import { z } from "zod";
import type { ConnectionScope } from "../../db/vocabulary/connection.ts";
import { type CallerKind, type Credential, callers } from "../../market/contract/callers.ts";
import type { ProblemCode } from "../../market/errors.ts";
import { IDEMPOTENCY_KEY_CHARS_MAX } from "../../market/limits.ts";
import { oauthSecurity } from "../oauth/scheme.ts";
import type { HeaderFacts } from "./response-headers.ts";

type JsonSchema = OpenAPIV3_1.SchemaObject;

const schemesOf: Record<Credential, OpenAPIV3_1.SecurityRequirementObject[]> = {
  key: [{ operatorKey: [] }],
  agent: [{ agentToken: [] }],
  owner: [{ ownerToken: [] }, { ownerSession: [] }],
};

/** An empty row means that no credential is needed. */
function securityOf(by: CallerKind): OpenAPIV3_1.SecurityRequirementObject[] {
  const { takes, isOptional } = callers[by];
  const schemes = takes.flatMap((credential) => schemesOf[credential]);
  return isOptional && schemes.length > 0 ? [{}, ...schemes] : schemes;
}

type Success = {
  description: string;
  /**
   * A Zod schema with a `meta({ id })`, or an array of one; left out for answers that are not JSON.
   */
  schema?: z.ZodType | undefined;
  /** The schema's media type; `application/json` by default. */
  mediaType?: string | undefined;
  example?: unknown;
  /** Other media types of the same answer, each with a schema and an example. */
  also?: Record<string, JsonSchema> | undefined;
};

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tag: string;
  by: CallerKind;
  /** A connected program's token needs any one of these. */
  scopes?: readonly ConnectionScope[];
  success: Record<number, Success>;
  refusals: ProblemCode[];
  /** Takes an `Idempotency-Key`. */
  idempotent?: boolean;
  /** Answers a 304 to an `If-None-Match` with its ETag. */
  cached?: boolean;
  /** Takes the object's ETag as `If-Match`, and answers with the new one. */
  matched?: boolean;
  /** A successful answer may report a pending outcome and the time to ask again. */
  pends?: boolean;
  /** Whether the answer is a file to save. */
  isFile?: boolean;
  body?: Body;
};

type Body = {
  /** A Zod schema with a `meta({ id })`. */
  schema: z.ZodType;
  example: unknown;
  /** The body may be left out. */
  optional?: boolean;
};

/** Data that `@elysiajs/openapi` cannot express; `openapi.ts` inserts it. */
export type OperationExtras = {
  parameters: OpenAPIV3_1.ParameterObject[];
  body: OpenAPIV3_1.RequestBodyObject | null;
  refusals: ProblemCode[];
  headers: HeaderFacts;
};

export const extrasKey = "x-extras";

/** For a key that another request, perhaps of another operation, holds or has used. */
const keyRefusals: ProblemCode[] = ["idempotency_in_progress", "idempotency_key_reused"];

/** The `detail` of an Elysia route. */
export function operation(op: Operation): DocumentDecoration {
  const extras: OperationExtras = {
    parameters: [
      ...(op.idempotent === true ? [idempotencyKeyParameter] : []),
      ...(op.cached === true ? [ifNoneMatchParameter] : []),
      ...(op.matched === true ? [ifMatchParameter] : []),
    ],
    body: op.body === undefined ? null : requestBody(op.body),
    refusals: [
      ...new Set<ProblemCode>([
        ...op.refusals,
        ...(op.idempotent === true ? keyRefusals : []),
        "credential_in_url",
        "headers_too_large",
      ]),
    ],
    headers: {
      etag: op.cached === true || op.matched === true,
      pends: op.pends === true,
      isFile: op.isFile === true,
    },
  };
  return {
    operationId: op.operationId,
    summary: op.summary,
    description: op.description,
    tags: [op.tag],
    security: [...securityOf(op.by), ...oauthSecurity(op.scopes ?? [])],
    responses: successResponses(op),
    [extrasKey]: extras,
  } as DocumentDecoration;
}

function requestBody(body: Body): OpenAPIV3_1.RequestBodyObject {
  const media = { schema: namedSchema(body.schema), example: body.example };
  return { required: body.optional !== true, content: { "application/json": media } };
}

const idempotencyKeyParameter: OpenAPIV3_1.ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key and body get the same answer again for 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: IDEMPOTENCY_KEY_CHARS_MAX },
};

const ifNoneMatchParameter: OpenAPIV3_1.ParameterObject = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of the answer that the caller holds.",
  schema: { type: "string" },
};

const ifMatchParameter: OpenAPIV3_1.ParameterObject = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The ETag that the caller has read: 412 `precondition_failed` if it is another now.",
  schema: { type: "string" },
};

function successResponses(op: Operation): Record<string, OpenAPIV3_1.ResponseObject> {
  const responses: Record<string, OpenAPIV3_1.ResponseObject> = {};
  for (const [status, success] of Object.entries(op.success)) {
    const content = successContent(success);
    const isEmpty = Object.keys(content).length === 0;
    responses[status] = { description: success.description, ...(isEmpty ? {} : { content }) };
  }
  if (op.cached === true) responses["304"] = { description: "The caller's copy is still good." };
  return responses;
}

function successContent(success: Success): Record<string, OpenAPIV3_1.MediaTypeObject> {
  const content: Record<string, OpenAPIV3_1.MediaTypeObject> = {};
  if (success.schema !== undefined) {
    const { example } = success;
    const schema = namedSchema(success.schema);
    const media = example === undefined ? { schema } : { schema, example };
    content[success.mediaType ?? "application/json"] = media;
  }
  for (const [type, { example, ...schema }] of Object.entries(success.also ?? {})) {
    content[type] = example === undefined ? { schema } : { schema, example };
  }
  return content;
}

/** A named schema becomes a reference to `components`; an array of one, an array of references. */
function namedSchema(schema: z.ZodType): JsonSchema {
  if (schema instanceof z.ZodArray) {
    return { type: "array", items: namedSchema(schema.element as z.ZodType) };
  }
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error("a shape of the document needs a meta({ id })");
  return { $ref: `#/components/schemas/${id}` } as JsonSchema;
}
