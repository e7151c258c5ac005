import { Elysia } from "elysia";
import {
  WEBHOOK_BYTES_MAX,
  WEBHOOK_JSON_DEPTH_MAX,
  WEBHOOK_JSON_ELEMENTS_MAX,
  WEBHOOK_JSON_KEYS_MAX,
} from "../../market/purchase/limits.ts";
import { recordWebhook } from "../../market/purchase/record-webhook.ts";
import type { Edge } from "../edge.ts";
import { json } from "../http/idempotency.ts";
import { readBytes, refuseComplexJson } from "../http/json-body.ts";

const shapeLimits = {
  depthMax: WEBHOOK_JSON_DEPTH_MAX,
  keysMax: WEBHOOK_JSON_KEYS_MAX,
  elementsMax: WEBHOOK_JSON_ELEMENTS_MAX,
};

/**
 * Receives the payment provider's notices of changes. The signature covers the raw bytes, so
 * nothing may parse the body first. Not documented, because only the provider can sign.
 */
export const webhookRoutes = ({ ctx, log }: Edge) =>
  new Elysia({ name: "webhooks" }).post(
    "/webhooks/stripe",
    async ({ request }) => {
      const bytes = await readBytes(request, WEBHOOK_BYTES_MAX);
      refuseComplexJson(bytes, shapeLimits);
      const body = new TextDecoder().decode(bytes);
      const signature = request.headers.get("stripe-signature");
      const { trouble } = await recordWebhook(ctx, { body, signature });
      if (trouble !== null) log.error({ trouble }, "a webhook concerns the operator");
      return json(200, { received: true });
    },
    { parse: "none", detail: { hide: true } },
  );
