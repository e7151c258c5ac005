/** `/problems` and `/problems/{code}`, to which the `type` of every problem document leads. */
import { Elysia } from "elysia";
import Negotiator from "negotiator";
import { z } from "zod";
import { MarketError } from "../../market/errors.ts";
import { problemsPath } from "../../market/problem/document.ts";
import { explainProblem, explainProblems } from "../../market/problem/explain.ts";
import { isProblemCode } from "../../market/problem/problems.ts";
import { emptyQuery } from "../../market/text.ts";
import { respond, toAnswer } from "../../platform/http-answer.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { Edge } from "../edge.ts";
import { problemOperations as operations } from "./problems.operations.ts";

/** How long a client need not ask again for what only a new release changes. */
const documentTtlSeconds = hourSeconds;

const codeParams = z.strictObject({
  code: z.string().meta({ description: "The `code` of a problem document." }),
});

/** What the site draws of a code or of all, for browsers. */
type Page = () => Promise<Response>;
type Route = { request: Request };

export const problemRoutes = ({ ctx, problemPages }: Edge) => {
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  return new Elysia({ name: "problems" })
    .get(
      problemsPath,
      ({ request }) => {
        const items = explainProblems(baseUrl);
        return negotiated(request, { items }, () => problemPages.all(items));
      },
      { query: emptyQuery, detail: operations.listProblems },
    )
    .get(
      `${problemsPath}/:code`,
      ({ request, params: { code } }: Route & { params: { code: string } }) => {
        if (!isProblemCode(code)) {
          throw new MarketError(
            "route_not_found",
            `No problem has this code: see ${problemsPath}.`,
          );
        }
        const problem = explainProblem(baseUrl, code);
        return negotiated(request, problem, () => problemPages.one(problem));
      },
      { params: codeParams, query: emptyQuery, detail: operations.getProblem },
    );
};

/** The page for who prefers HTML; JSON for everyone else, whatever they accept. */
async function negotiated(request: Request, document: unknown, page: Page): Promise<Response> {
  const accept = request.headers.get("accept") ?? "*/*";
  const offered = ["application/json", "text/html"];
  const chosen = new Negotiator({ headers: { accept } }).mediaType(offered);
  const headers = {
    "cache-control": `public, max-age=${documentTtlSeconds}`,
    "access-control-allow-origin": "*",
  };
  if (chosen !== "text/html") {
    const body = JSON.stringify(document);
    return withHeaders(
      respond(request, toAnswer({ body, contentType: "application/json" })),
      headers,
    );
  }
  const drawn = await page();
  const contentType = drawn.headers.get("content-type") ?? "text/html";
  const response = respond(request, toAnswer({ body: await drawn.text(), contentType }));
  return withHeaders(response, { ...Object.fromEntries(drawn.headers), ...headers });
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
