import type { OpenAPIV3_1 } from "openapi-types";
import { problems } from "../../market/errors.ts";

/** The schema of every refusal (RFC 9457 with our additions). */
export const problemSchema: OpenAPIV3_1.SchemaObject = {
  type: "object",
  description: "A problem document (RFC 9457).",
  required: ["type", "title", "status", "detail", "instance", "code", "request_id", "resolution"],
  properties: {
    type: { type: "string", format: "uri" },
    title: { type: "string" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: { type: "string" },
    instance: { type: "string" },
    code: { type: "string", enum: Object.keys(problems) },
    request_id: { type: "string" },
    resolution: {
      type: "string",
      enum: ["retry", "fix_request", "authenticate", "pay", "ask_owner", "none"],
      description: "What the caller can do.",
    },
    retry_after: { type: "integer", description: "Seconds." },
    decline_code: {
      type: "string",
      description:
        "Of `payment_declined`: the provider's reason (https://docs.stripe.com/declines/codes).",
    },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "code", "detail"],
        properties: {
          pointer: {
            type: "string",
            description:
              "A JSON pointer into the body, `?name` of the query or `{name}` of the path.",
          },
          code: { type: "string" },
          detail: { type: "string" },
        },
      },
    },
  },
};
