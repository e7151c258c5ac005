/** Routes about the service: health, readiness and the OpenAPI document. */
import { type AnyElysia, Elysia } from "elysia";
import { z } from "zod";
import type { Op } from "../../market/contract/contract.ts";
import { contracts } from "../../market/contracts.ts";
import { discoveryPaths, mediaTypes } from "../../market/discovery/vocabulary.ts";
import { MarketError } from "../../market/errors.ts";
import { emptyQuery } from "../../market/text.ts";
import { checkHealth } from "../../platform/health.ts";
import { type CachedAnswer, respond, toAnswer } from "../../platform/http-answer.ts";
import type { Edge } from "../edge.ts";
import { json } from "../http/idempotency.ts";
import { llmsFullText } from "../http/llms-full.ts";
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

type Document = Awaited<ReturnType<typeof openapiDocument>>;

const declared = new Map<string, Op>(contracts.flatMap((one) => Object.entries(one)));

const common = {
  tag: "Service",
  by: "anyone" as const,
  refusals: ["invalid_request" as const],
};

export const serviceRoutes = ({ ctx, dependencies }: Edge, app: () => AnyElysia) => {
  const made = new Map<string, Promise<CachedAnswer>>();
  let whole: Promise<Document> | undefined;
  /** Made once, after all routes are registered. */
  const document = () => (whole ??= openapiDocument(app(), ctx.config.PUBLIC_BASE_URL));
  const once = (
    name: string,
    contentType: string,
    write: (document: Document) => string | Promise<string>,
  ): Promise<CachedAnswer> => {
    const answer =
      made.get(name) ??
      document()
        .then(write)
        .then((body) => toAnswer({ body, contentType }));
    made.set(name, answer);
    return answer;
  };
  const wholeDocument = () => once("openapi", mediaTypes.json, JSON.stringify);
  const documentOf = (tag: string) =>
    once(`openapi ${tag}`, mediaTypes.json, (all) => JSON.stringify(tagDocument(all, tag)));
  const fullText = () =>
    once("llms-full", mediaTypes.markdown, (all) => llmsFullText(all, declared));
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
    .get("/openapi.json", async ({ request }) => respond(request, await wholeDocument()), {
      query: emptyQuery,
      detail: { hide: true },
    })
    .get(discoveryPaths.llmsFullText, async ({ request }) => respond(request, await fullText()), {
      query: emptyQuery,
      detail: { hide: true },
    })
    .get(
      "/openapi/:file",
      async ({ request, params }) => {
        const tag = tags.find(({ name }) => tagFile(name) === params.file);
        if (tag !== undefined) return respond(request, await documentOf(tag.name));
        const files = tags.map(({ name }) => tagFile(name)).join(", ");
        throw new MarketError("route_not_found", `The documents here are ${files}.`);
      },
      { query: emptyQuery, detail: { hide: true } },
    );
};
