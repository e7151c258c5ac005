import type { OpenAPIV3_1 } from "openapi-types";
import { problems } from "../../market/errors.ts";

/** The schema of every refusal (RFC 9457 with our additions). */
export const problemSchema: OpenAPIV3_1.SchemaObject = {
  type: "object",
  description: "A problem document (RFC 9457).",
  required: ["type", "title", "status", "detail", "instance", "code", "request_id", "resolution"],
  properties: {
    type: { type: "string", format: "uri", description: "Names the code as an address." },
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
      enum: ["retry", "fix_request", "authenticate", "pay", "ask_owner", "none"],
      description: "What the caller can do.",
    },
    retry_after: { type: "integer", minimum: 0, description: "Seconds." },
    decline_code: {
      type: "string",
      description:
        "Of `payment_declined`: the provider's reason (https://docs.stripe.com/declines/codes).",
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
