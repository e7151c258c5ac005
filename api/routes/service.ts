/** The routes about the service itself: health, readiness and the OpenAPI document. */
import { type AnyElysia, Elysia } from "elysia";
import { z } from "zod";
import { MarketError } from "../../market/errors.ts";
import { emptyQuery } from "../../market/text.ts";
import { checkHealth } from "../../platform/health.ts";
import { type CachedAnswer, respond, toAnswer } from "../../platform/http-answer.ts";
import type { Edge } from "../edge.ts";
import { json } from "../http/idempotency.ts";
import { openapiDocument, tags } from "../http/openapi.ts";
import { operation } from "../http/operation.ts";
import { tagDocument, tagFile } from "../http/tag-document.ts";

const liveView = z.object({ status: z.literal("ok") }).meta({ id: "Live" });

const readyView = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    checks: z.record(z.string(), z.enum(["ok", "unavailable"])),
  })
  .meta({ id: "Ready" });

const contentType = "application/json";

const common = {
  tag: "Service",
  security: "none" as const,
  unlimited: true,
  refusals: ["invalid_request" as const],
};

/** Health for the operator, and the document for everyone. */
export const serviceRoutes = ({ ctx, dependencies }: Edge, app: () => AnyElysia) => {
  const made = new Map<string, CachedAnswer>();
  let whole: ReturnType<typeof openapiDocument> | undefined;
  /** Made once, when the routes stand. `tag`: null for the whole document. */
  const documentOf = (tag: string | null): CachedAnswer => {
    whole ??= openapiDocument(app(), ctx.config.PUBLIC_BASE_URL);
    const document = tag === null ? whole : tagDocument(whole, tag);
    const answer = made.get(tag ?? "") ?? toAnswer({ body: JSON.stringify(document), contentType });
    made.set(tag ?? "", answer);
    return answer;
  };
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
    .get("/openapi.json", ({ request }) => respond(request, documentOf(null)), {
      query: emptyQuery,
      detail: { hide: true },
    })
    .get(
      "/openapi/:file",
      ({ request, params }) => {
        const tag = tags.find(({ name }) => tagFile(name) === params.file);
        if (tag !== undefined) return respond(request, documentOf(tag.name));
        const files = tags.map(({ name }) => tagFile(name)).join(", ");
        throw new MarketError("route_not_found", `The documents here are ${files}.`);
      },
      { query: emptyQuery, detail: { hide: true } },
    );
};
