/** The webhook calls in `/openapi.json`. */
import type { OpenAPIV3_1 } from "openapi-types";
import { triesMax } from "../../market/webhook/rules.ts";

const header = (name: string, description: string): OpenAPIV3_1.ParameterObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** One entry covers all event types: the body is the feed's event. */
export const documentedWebhooks: Record<string, OpenAPIV3_1.PathItemObject> = {
  event: {
    post: {
      operationId: "receiveEvent",
      summary: "An event, sent to the address of a webhook",
      description:
        "By Standard Webhooks. Verify the signature over the bytes of the body, ignore an id that you have " +
        `seen, answer within 10 seconds. Events that you do not accept are tried ${triesMax} times, ` +
        "later if your answer has a `Retry-After`.",
      tags: ["Events"],
      security: [],
      parameters: [
        header("webhook-id", "The `id` of the event; a repeat has the same."),
        header("webhook-timestamp", "When it was sent, in seconds since 1970."),
        header("webhook-signature", "`v1,` and the signature; several are parted by spaces."),
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
      },
      responses: {
        "2XX": { description: "It is taken." },
        "410": { description: "Nothing is wanted any more: the webhook is disabled." },
        "4XX": { description: "It is tried again." },
      },
    },
  },
};
