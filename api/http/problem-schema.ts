/** The OpenAPI schema of refusals. */
import type { OpenAPIV3_1 } from "openapi-types";
import { problemDocument } from "../../market/problem/document.ts";
import { resolutions } from "../../market/problem/problem.ts";
import { type ProblemCode, problems } from "../../market/problem/problems.ts";

/** The schema of every refusal (RFC 9457 with our additions). */
export const problemSchema: OpenAPIV3_1.SchemaObject = {
  type: "object",
  description: "A problem document (RFC 9457).",
  required: [
    "type",
    "title",
    "status",
    "detail",
    "instance",
    "code",
    "request_id",
    "resolution",
    "next",
  ],
  properties: {
    type: {
      type: "string",
      format: "uri",
      description: "The code as an address, which opens: what it means and what to do.",
    },
    title: { type: "string", minLength: 1, description: "The code in words." },
    status: { type: "integer", minimum: 400, maximum: 599, description: "The HTTP status." },
    detail: { type: "string", minLength: 1, description: "What went wrong this time." },
    instance: { type: "string", pattern: "^/", description: "The path that was called." },
    code: {
      type: "string",
      enum: Object.keys(problems),
      description: "What went wrong, for a machine to act on.",
    },
    request_id: {
      type: "string",
      minLength: 1,
      maxLength: 128,
      description: "To be quoted when the problem is reported.",
    },
    resolution: {
      type: "string",
      enum: [...resolutions],
      description: "What the caller can do.",
    },
    next: {
      type: "string",
      minLength: 1,
      description: "What to do now, in words: the `what_to_do` of the code.",
    },
    retry_after: { type: "integer", minimum: 0, description: "Seconds." },
    decline_code: {
      type: "string",
      description:
        "Of `payment_declined`: the provider's reason (https://docs.stripe.com/declines/codes).",
    },
    current_price_cents: {
      type: "integer",
      minimum: 0,
      description: "Of `price_changed`: what the dataset costs now.",
    },
    purchase_id: {
      type: "string",
      description:
        "Of `already_purchased`, `purchase_in_progress`, `identical_file_owned` and `payment_declined`: " +
        "your purchase that `detail` is about.",
    },
    required_scopes: {
      type: "array",
      items: { type: "string" },
      description:
        "Of `scope_missing`, where the token came by OAuth: the scopes to ask its person for.",
    },
    open: {
      type: "array",
      minItems: 1,
      description: "Of `agent_has_open_business`: what has to end first, at most 20 of each kind.",
      items: {
        type: "object",
        required: ["kind", "id", "dataset_id", "state"],
        properties: {
          kind: { type: "string", enum: ["auction", "purchase", "bounty"] },
          id: {
            type: "string",
            description:
              "Of the purchase; an auction's is its dataset's, a bounty's its request's.",
          },
          dataset_id: { type: "string" },
          state: {
            type: "string",
            description:
              "`has_bids` or `unsettled` of an auction; of a purchase its status, or `bank_dispute`.",
          },
        },
      },
    },
    errors: {
      type: "array",
      minItems: 1,
      description: "Each faulty field, of a request that is not valid.",
      items: {
        type: "object",
        required: ["pointer", "code", "detail"],
        properties: {
          pointer: {
            type: "string",
            description:
              "A JSON pointer into the body, `?name` of the query or `{name}` of the path.",
          },
          code: { type: "string", minLength: 1, description: "What is wrong with the field." },
          detail: { type: "string", minLength: 1, description: "The same in words." },
        },
      },
    },
  },
};

type Refusal = { status: string; codes: ProblemCode[]; response: OpenAPIV3_1.ResponseObject };

/** The responses of an operation with these refusals, one for each status. */
export function refusalResponses(refusals: readonly ProblemCode[]): Refusal[] {
  const byStatus = Map.groupBy(refusals, (code) => problems[code].status);
  return [...byStatus].map(([status, codes]) => ({
    status: String(status),
    codes,
    response: {
      description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join(". "),
      content: {
        "application/problem+json": {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: Object.fromEntries(
            codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    },
  }));
}

export function problemExample(code: ProblemCode, baseUrl: string): OpenAPIV3_1.ExampleObject {
  return {
    value: problemDocument(baseUrl, {
      code,
      detail: `${problems[code].title}.`,
      instance: "/datasets/0192f0c1",
      requestId: "0192f0c1",
    }),
  };
}
