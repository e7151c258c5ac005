/** The routes about the service itself: health, readiness and the OpenAPI document. */
import { type AnyElysia, Elysia } from "elysia";
import { z } from "zod";
import { emptyQuery } from "../../market/text.ts";
import { checkHealth } from "../../platform/health.ts";
import { type CachedAnswer, respond, toAnswer } from "../../platform/http-answer.ts";
import type { Edge } from "../edge.ts";
import { json } from "../http/idempotency.ts";
import { openapiDocument } from "../http/openapi.ts";
import { operation } from "../http/operation.ts";

const liveView = z.object({ status: z.literal("ok") }).meta({ id: "Live" });

const readyView = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    checks: z.record(z.string(), z.enum(["ok", "unavailable"])),
  })
  .meta({ id: "Ready" });

const common = {
  tag: "Service",
  security: "none" as const,
  unlimited: true,
  refusals: ["invalid_request" as const],
};

/** Health for the operator, and the document for everyone. */
export const serviceRoutes = ({ ctx, dependencies }: Edge, app: () => AnyElysia) => {
  let document: CachedAnswer | undefined;
  return new Elysia({ name: "service" })
    .get("/health/live", () => json(200, { status: "ok" }), {
      query: emptyQuery,
      detail: operation({
        ...common,
        operationId: "readLiveness",
        summary: "Is the process alive",
        description: "Answers as long as the process serves requests.",
        success: { 200: { description: "It is.", schema: liveView } },
      }),
    })
    .get(
      "/health/ready",
      async () => {
        const health = await checkHealth(dependencies);
        return json(health.status === "ok" ? 200 : 503, health);
      },
      {
        query: emptyQuery,
        detail: operation({
          ...common,
          operationId: "readReadiness",
          summary: "Do the dependencies answer",
          description: "Names each dependency; 503 as long as one does not answer.",
          success: {
            200: { description: "All of them do.", schema: readyView },
            503: { description: "At least one does not.", schema: readyView },
          },
        }),
      },
    )
    .get(
      "/openapi.json",
      ({ request }) => {
        document ??= toAnswer({
          body: JSON.stringify(openapiDocument(app(), ctx.config.PUBLIC_BASE_URL)),
          contentType: "application/json",
        });
        return respond(request, document);
      },
      { query: emptyQuery, detail: { hide: true } },
    );
};
