/** Content negotiation: browsers get a page at API addresses for which the site has one. */
import type { ProblemDocument } from "../../market/problem/document.ts";
import { prefersPage } from "../../platform/prefers-page.ts";
import type { Edge } from "../edge.ts";
import { PROBLEM_CONTENT_TYPE } from "./problem.ts";
import type { RequestState } from "./request-state.ts";

/** Null if the routes should answer. */
export async function answerWithPage(
  { findPage }: Edge,
  request: Request,
  state: RequestState,
): Promise<Response | null> {
  if (!isRead(request)) return null;
  const page = findPage(state.url.pathname);
  if (page === null) return null;
  if (!page.isForAll && !prefersPage(request)) return null;
  state.route = page.route;
  return page.answer(request);
}

/** Texts for people that replace a problem's detail for programs. */
const wordsForPeople: Record<string, string> = {
  route_not_found: "The address may be mistyped, or the link was not copied completely.",
  signature_invalid: "The link was not copied completely, or was changed. Download the file again.",
  download_url_expired: "Go back to the previous page and download the file from there again.",
};

/** Headers that describe the replaced body. */
const ofBody = new Set(["content-type", "content-length", "content-encoding", "etag"]);

/** Replaces a refusal with a page for browsers, at any address; keeps the other headers. */
export async function refusalAsPage(
  { problemPages }: Edge,
  request: Request,
  response: Response,
): Promise<Response> {
  const isProblem = response.headers.get("content-type") === PROBLEM_CONTENT_TYPE;
  if (!isProblem || !isRead(request) || !prefersPage(request)) return response;
  const { status, title, code, detail, request_id } = (await response.json()) as ProblemDocument;
  const page = await problemPages.refusal({
    status,
    title,
    detail: wordsForPeople[code] ?? detail,
    requestId: request_id,
    retryAfterSeconds: undefined,
  });
  for (const [name, value] of response.headers) {
    if (!ofBody.has(name)) page.headers.set(name, value);
  }
  page.headers.append("vary", "accept");
  return page;
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}
