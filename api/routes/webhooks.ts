import { Elysia } from "elysia";
import { WEBHOOK_BYTES_MAX } from "../../market/limits.ts";
import { recordWebhook } from "../../market/purchase/record-webhook.ts";
import type { Edge } from "../edge.ts";
import { json } from "../http/idempotency.ts";
import { readBody } from "../http/json-body.ts";

/**
 * Where the payment provider tells that something has changed. The signature is over the bytes as
 * they came, so nothing parses them before. Not of the public interface: only the provider can sign.
 */
export const webhookRoutes = ({ ctx, log }: Edge) =>
  new Elysia({ name: "webhooks" }).post(
    "/webhooks/stripe",
    async ({ request }) => {
      const body = new TextDecoder().decode(await readBody(request, WEBHOOK_BYTES_MAX));
      const signature = request.headers.get("stripe-signature");
      const { trouble } = await recordWebhook(ctx, { body, signature });
      if (trouble !== null) log.error({ trouble }, "a webhook concerns the operator");
      return json(200, { received: true });
    },
    { parse: "none", detail: { hide: true } },
  );
