/**
 * The requests of the file page's script: upload URLs, upload progress, and the end of an upload.
 */
import { MarketError } from "../../../../market/errors.ts";
import { BODY_BYTES_MAX } from "../../../../market/limits.ts";
import { problems } from "../../../../market/problem/problems.ts";
import { jsonShapeExcess } from "../../../../platform/json-shape.ts";
import { readBody } from "../../../../platform/read-body.ts";
import { refuseForged, refuseOthers } from "../../../kit/handle.ts";
import { isId } from "../../../kit/ids.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { listingId } from "./start-handlers.tsx";
import { listingPath } from "./steps.tsx";

type Body = Record<string, unknown>;
type ActByScript = (ctx: AccountContext, page: AccountRequest, body: Body) => Promise<Response>;

/** Enough for a folder of about two thousand files. The API accepts larger ones. */
const shapeLimits = { depthMax: 4, keysMax: 10_000, elementsMax: 5000 };

/**
 * The JSON that our own page's script sent within this session, with the session's token in a
 * header. Errors: origin_not_allowed, media_type_not_supported, body_too_large, malformed_json.
 */
export async function readOwnJson(ctx: AccountContext, request: Request): Promise<Body> {
  refuseOthers(ctx, request);
  const form_token = request.headers.get("x-form-token") ?? "";
  refuseForged(ctx, request, new URLSearchParams({ form_token }));
  if (request.headers.get("content-type") !== "application/json") {
    throw new MarketError(
      "media_type_not_supported",
      "This address accepts only JSON from this site.",
    );
  }
  const bytes = await readBody(request, BODY_BYTES_MAX);
  if (bytes === null) {
    throw new MarketError(
      "body_too_large",
      "This form does not accept so many files. Use an agent.",
    );
  }
  if (jsonShapeExcess(bytes, shapeLimits) !== null) {
    throw new MarketError("malformed_json", "The request is too large.");
  }
  return parse(new TextDecoder().decode(bytes));
}

function parse(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new MarketError("malformed_json", "The body is not a JSON object.");
}

/** Answers refusals as JSON, which the script shows next to the file. */
function byScript(act: ActByScript): ActByScript {
  return async (ctx, page, body) => {
    try {
      return await act(ctx, page, body);
    } catch (error) {
      if (!(error instanceof MarketError)) throw error;
      const { code, message } = error;
      return json({ code, detail: error.faults[0]?.detail ?? message }, problems[code].status);
    }
  };
}

/** POST /account/listings/{id}/uploads: for one file of a given size, or for a folder's files. */
export const issueUrls = byScript(async (ctx, page, body) =>
  json(await ctx.account.issueUrls(page.owner, listingId(page), body)),
);

/** GET /account/listings/{id}/uploads/{upload} */
export async function showUpload(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const act = byScript(async () =>
    json(await ctx.account.getUpload(page.owner, listingId(page), uploadId(page))),
  );
  return act(ctx, page, {});
}

/** POST /account/listings/{id}/uploads/{upload}/urls: URLs for the missing parts. */
export const signMissing = byScript(async (ctx, page) =>
  json(await ctx.account.signMissing(page.owner, listingId(page), uploadId(page))),
);

/** POST /account/listings/{id}/attach: the upload is complete; reading the file begins. */
export const attachFile = byScript(async (ctx, page, { path }) => {
  const { id } = await ctx.account.attachFile(page.owner, listingId(page), String(path));
  return json({ location: `${listingPath(id)}/found` });
});

function uploadId({ params }: AccountRequest): string {
  const { upload = "" } = params;
  if (isId(upload)) return upload;
  throw new MarketError("upload_not_found", "No upload has this id.");
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
