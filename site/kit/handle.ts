/**
 * The shared part of every page's handler: the session, the checks of posted forms, errors, and the
 * visitor's theme.
 */
import { bodyRefusal } from "../../market/body-refusal.ts";
import { databaseRefusal } from "../../market/database-refusal.ts";
import { MarketError } from "../../market/errors.ts";
import { problems } from "../../market/problem/problems.ts";
import { IdentityUnavailableError } from "../../platform/identity/port.ts";
import {
  formToken,
  isFormToken,
  isFromThisSite,
  openSession,
  readCookie,
  type Session,
} from "../../platform/session.ts";
import { StorageUnavailableError } from "../../platform/storage/port.ts";
import type { KitContext } from "./context.ts";
import { readForm, readUpload, type Upload } from "./form.ts";
import type { Viewer } from "./layout.tsx";
import { type PageProblem, problemPage } from "./problem-page.tsx";
import { inTheme } from "./theme.ts";

export type SignedIn = Session & { viewer: Viewer; sessionCookieValue: string };
export type PageRequest = { request: Request; params: Record<string, string | undefined> };
type Handler = (page: PageRequest) => Promise<Response>;
export type PageRoute = {
  method: "get" | "post";
  path: string;
  handler: Handler;
  /** The route only redirects from a form's address to the form's page (`form-addresses.ts`). */
  leadsToForm?: true;
};

const IDENTITY_RETRY_AFTER_SECONDS = 10;
const STORAGE_RETRY_AFTER_SECONDS = 5;

/** Answers every error with a page, so that none reaches the API's JSON problems. */
export function pageHandler(ctx: KitContext, handler: Handler): Handler {
  return async (page) => {
    try {
      return await inTheme(page.request, await handler(page));
    } catch (error) {
      return inTheme(page.request, await problemPage(problemOf(ctx, error, page.request)));
    }
  };
}

function problemOf(ctx: KitContext, error: unknown, request: Request): PageProblem {
  if (error instanceof MarketError) return refusalPage(error);
  const broken = bodyRefusal(error);
  if (broken !== null) return refusalPage(broken);
  const requestId = ctx.reportError(error, request);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const refusal = databaseRefusal(error, { isRead, hasIdempotencyKey: false });
  if (refusal !== null) return { ...refusalPage(refusal), requestId };
  if (error instanceof StorageUnavailableError) {
    const { status, title } = problems.storage_unavailable;
    const detail = "Nothing is lost: try again in a moment.";
    return { status, title, detail, requestId, retryAfterSeconds: STORAGE_RETRY_AFTER_SECONDS };
  }
  if (error instanceof IdentityUnavailableError) {
    return {
      status: problems.identity_unavailable.status,
      title: "Signing in is not possible right now",
      detail: "The identity provider does not answer. Nothing is lost: try again in a moment.",
      requestId,
      retryAfterSeconds: IDENTITY_RETRY_AFTER_SECONDS,
    };
  }
  return {
    status: problems.internal_error.status,
    title: problems.internal_error.title,
    detail: "This is our fault, and it was reported to us. Try again in a moment.",
    requestId,
  };
}

function refusalPage({ code, message, facts }: MarketError): PageProblem {
  const { status, title } = problems[code];
  return { status, title, detail: message, retryAfterSeconds: facts.retryAfterSeconds };
}

/** The signed-in person, with the data that the page's forms need; null without a session. */
export async function readSignedIn(ctx: KitContext, request: Request): Promise<SignedIn | null> {
  const { config } = ctx;
  const value = readCookie(config, "session", request.headers.get("cookie"));
  const session = await openSession(config.SESSION_SECRET, value, ctx.now());
  if (session === null || value === undefined) return null;
  if (!(await ctx.isSessionLive(session))) return null;
  const token = formToken(config.SESSION_SECRET, value);
  const viewer = { email: session.email, formToken: token };
  return { ...session, viewer, sessionCookieValue: value };
}

/**
 * The fields of a form that a page of this site sent within this session. Throws `MarketError`
 * `origin_not_allowed` for any other sender.
 */
export async function readOwnForm(
  ctx: KitContext,
  request: Request,
  bytesMax?: number,
): Promise<URLSearchParams> {
  refuseOthers(ctx, request);
  const form = await readForm(request, bytesMax);
  refuseForged(ctx, request, form);
  return form;
}

/** As {@link readOwnForm}, with files. */
export async function readOwnUpload(
  ctx: KitContext,
  request: Request,
  bytesMax: number,
): Promise<Upload> {
  refuseOthers(ctx, request);
  const upload = await readUpload(request, bytesMax);
  refuseForged(ctx, request, upload.fields);
  return upload;
}

/** Throws `origin_not_allowed` for a request that no page of this site sent. */
export function refuseOthers({ config }: KitContext, { headers }: Request): void {
  if (!isFromThisSite(headers, config.PUBLIC_BASE_URL)) throw notOwn();
}

/** Throws `origin_not_allowed` for a form without this session's token. */
export function refuseForged(
  { config }: KitContext,
  { headers }: Request,
  form: URLSearchParams,
): void {
  const value = readCookie(config, "session", headers.get("cookie")) ?? "";
  if (!isFormToken(config.SESSION_SECRET, value, form.get("form_token") ?? "")) throw notOwn();
}

function notOwn(): MarketError {
  const detail = "Reload the page on this site and use its button.";
  return new MarketError("origin_not_allowed", detail);
}
