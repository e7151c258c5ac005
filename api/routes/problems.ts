import Negotiator from "negotiator";
import { problemCodes } from "../../market/discovery/contract.ts";
import { MarketError } from "../../market/errors.ts";
import { explainProblem, explainProblems } from "../../market/problem/explain.ts";
import { isProblemCode } from "../../market/problem/problems.ts";
import { problemsPath } from "../../market/problem/vocabulary.ts";
import { respond, toAnswer } from "../../platform/http-answer.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

/** How long clients may cache documents that change only with a release. */
const documentTtlSeconds = hourSeconds;

/** The site's page for one code or for all codes. */
type Page = () => Promise<Response>;

const example = explainProblem("https://market.example", "purchase_required");

export const problemRoutes = (edge: Edge) => {
  const { ctx, problemPages } = edge;
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  return bind(edge, problemCodes, {
    listProblems: {
      example: { items: [example] },
      respond({ request }) {
        const items = explainProblems(baseUrl);
        return negotiated(request, { items }, () => problemPages.all(items));
      },
    },
    getProblem: {
      example,
      respond({ request, input: { params } }) {
        const { code } = params;
        if (!isProblemCode(code)) {
          const detail = `No problem has this code: see ${problemsPath}.`;
          throw new MarketError("route_not_found", detail);
        }
        const problem = explainProblem(baseUrl, code);
        return negotiated(request, problem, () => problemPages.one(problem));
      },
    },
  });
};

/** The page for callers that prefer HTML; JSON for all others, whatever they accept. */
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
  return withHeaders(response, {
    ...Object.fromEntries(drawn.headers),
    ...headers,
    vary: ["accept", drawn.headers.get("vary")].filter(Boolean).join(", "),
  });
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
