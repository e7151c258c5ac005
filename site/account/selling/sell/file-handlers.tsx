import { createHash } from "node:crypto";
import { MarketError } from "../../../../market/errors.ts";
import { FORM_FILE_BYTES_MAX } from "../../../../market/listing/limits.ts";
import { matchedTag } from "../../../../platform/http-answer.ts";
import { bytesAnnounced, streamFileForm } from "../../../kit/file-form.ts";
import { type FieldErrors, formErrors } from "../../../kit/form.ts";
import { refuseForged } from "../../../kit/handle.ts";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { FilePage } from "./file-page.tsx";
import { FoundPage, Progress } from "./found-page.tsx";
import { listingId } from "./start-handlers.tsx";
import { jobOf, listingPath, workingFile } from "./steps.tsx";

/** GET /account/listings/{id}/file */
export async function showFile(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return filePage(ctx, page, { errors: {}, status: 200 });
}

/** POST /account/listings/{id}/file: streams the file to the store as it arrives. */
export async function receiveFile(
  ctx: AccountContext,
  page: AccountRequest,
  request: Request,
): Promise<Response> {
  const { owner } = page;
  const id = listingId(page);
  const formBytesMax = formFileBytesMax(ctx);
  try {
    const bytesMax = bytesAnnounced(request, formBytesMax);
    const { fields, taken } = await streamFileForm(request, async ({ body }, before) => {
      refuseForged(ctx, request, before);
      return ctx.account.receiveFile(owner, id, { bytesMax, body });
    });
    refuseForged(ctx, request, fields);
    if (taken !== null) return redirectTo(`${listingPath(id)}/found`);
    return await filePage(ctx, page, { errors: { file: "Choose a file first." }, status: 400 });
  } catch (error) {
    return filePage(ctx, page, { errors: fileErrors(error), status: 400 });
  }
}

const aboutTheFile = new Set(["file_too_large", "file_not_uploaded", "quota_exceeded"]);

/** Errors of the file appear next to its field; all others get their own page. */
function fileErrors(error: unknown): FieldErrors {
  if (error instanceof MarketError && aboutTheFile.has(error.code)) return { file: error.message };
  if (error instanceof MarketError && error.code === "rate_limited") throw error;
  return formErrors(error);
}

function formFileBytesMax({ config }: AccountContext): number {
  return Math.min(FORM_FILE_BYTES_MAX, config.UPLOAD_BYTES_MAX);
}

async function filePage(
  ctx: AccountContext,
  page: AccountRequest,
  { errors, status }: { errors: FieldErrors; status: number },
): Promise<Response> {
  const { frame, owner } = page;
  const [listing, uploadOrigin] = await Promise.all([
    ctx.account.getOwnListing(owner, listingId(page)),
    ctx.account.uploadOrigin(),
  ]);
  const formBytesMax = formFileBytesMax(ctx);
  const fileBytesMax = ctx.config.UPLOAD_BYTES_MAX;
  const shown = <FilePage {...{ frame, listing, errors, formBytesMax, fileBytesMax }} />;
  return privatePage(shown, { status, connectOrigins: [uploadOrigin] });
}

/** GET /account/listings/{id}/found */
export async function showFound(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { frame, owner } = page;
  const listing = await ctx.account.getOwnListing(owner, listingId(page));
  const { version } = workingFile(listing);
  const isRead = jobOf(listing) === "ended";
  const findings = isRead ? await ctx.account.getFindings(owner, listing.id, version) : null;
  return privatePage(<FoundPage {...{ frame, listing, findings }} />);
}

/** GET /account/listings/{id}/found/progress: the changing part of the page, with an ETag. */
export async function showProgress(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const listing = await ctx.account.getOwnListing(page.owner, listingId(page));
  const isOver = jobOf(listing) !== "running";
  const html = String(await (<Progress listing={listing} />));
  const etag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  const headers: [string, string][] = [["etag", etag]];
  // The page as a whole is different now, so the script must load it again.
  if (isOver) headers.push(["x-live", "over"]);
  const held = page.ifNoneMatch;
  if (!isOver && matchedTag(held, etag) !== null) {
    return new Response(null, { status: 304, headers: { etag, "cache-control": "no-store" } });
  }
  return privatePage(html, { headers });
}
