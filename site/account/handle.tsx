/** What every page and form of the account area passes through before its own handler. */
import type { OwnerActor } from "../../market/context.ts";
import { type FieldFault, MarketError, type ProblemCode } from "../../market/errors.ts";
import { PAGE_ITEMS_DEFAULT, PAGE_OFFSET_MAX } from "../../market/limits.ts";
import { problems } from "../../market/problem/problems.ts";
import type { PagesContext } from "../kit/context.ts";
import type { FieldErrors } from "../kit/fields.tsx";
import { formatPause } from "../kit/format.ts";
import { type PageRequest, pageHandler, readOwnForm, readSignedIn } from "../kit/handle.ts";
import { signInPath } from "../kit/local-path.ts";
import { problemPage } from "../kit/problem-page.tsx";
import { privatePage, redirectTo } from "../kit/respond.ts";
import type { PageWanted } from "./context.ts";
import { AccountLayout, type Frame } from "./frame.tsx";

export type AccountRequest = {
  owner: OwnerActor;
  frame: Frame;
  url: URL;
  params: Record<string, string | undefined>;
};
export type Show = (ctx: PagesContext, page: AccountRequest) => Promise<Response>;
export type Act = (
  ctx: PagesContext,
  page: AccountRequest,
  form: URLSearchParams,
) => Promise<Response>;

type Handler = (page: PageRequest) => Promise<Response>;

/** A page for who is signed in; everybody else signs in first and comes back. */
export function accountPage(ctx: PagesContext, show: Show): Handler {
  return pageHandler(ctx, async (given) => {
    const page = await enter(ctx, given);
    if (page === null) return redirectTo(signInPath(pathOf(given.request)));
    return answer(page, () => show(ctx, page));
  });
}

/** A form of the area's own pages. A suspended account looks, but does not act. */
export function accountForm(ctx: PagesContext, act: Act): Handler {
  return pageHandler(ctx, async (given) => {
    const page = await enter(ctx, given);
    if (page === null) return sessionEndedPage();
    const form = await readOwnForm(ctx, given.request);
    return answer(page, () => {
      refuseSuspended(page.frame);
      return act(ctx, page, form);
    });
  });
}

/** Throws `account_suspended` with the administrator's reason. */
export function refuseSuspended({ standing }: Frame): void {
  const { suspendedReason } = standing;
  if (suspendedReason !== null) throw new MarketError("account_suspended", suspendedReason);
}

async function enter(
  ctx: PagesContext,
  { request, params }: PageRequest,
): Promise<AccountRequest | null> {
  const signedIn = await readSignedIn(ctx, request);
  if (signedIn === null) return null;
  const { accountId, email, emailVerified, viewer } = signedIn;
  const owner: OwnerActor = { kind: "owner", accountId, email, emailVerified };
  const standing = await ctx.account.standing(owner);
  const url = new URL(request.url);
  return { owner, url, params, frame: { viewer, standing, url } };
}

/** A refusal is told within the area, so that its navigation stays. */
async function answer(page: AccountRequest, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    const { status, title } = problems[error.code];
    if (status >= 500) throw error;
    const seconds = error.retryAfterSeconds;
    const wait = seconds === undefined ? "" : ` Try again in ${formatPause(seconds)}.`;
    const detail = (error.faults[0]?.detail ?? error.message) + wait;
    const headers: [string, string][] =
      seconds === undefined ? [] : [["retry-after", String(seconds)]];
    const refusal = <RefusalPage frame={page.frame} {...{ title, detail }} />;
    return privatePage(refusal, { status, headers });
  }
}

function RefusalPage(props: { frame: Frame; title: string; detail: string }): JSX.Element {
  return (
    <AccountLayout frame={props.frame} title={props.title} lead={props.detail}>
      <p>
        <a href="/account">Go to the overview</a>
      </p>
    </AccountLayout>
  );
}

/** No redirect: the browser would hold the policy of the form's page against the sign-in. */
function sessionEndedPage(): Promise<Response> {
  return problemPage({
    status: 403,
    title: "You are signed out",
    detail: "Your session has ended, and nothing was changed. Sign in and try again.",
    action: { href: signInPath("/account"), label: "Sign in" },
  });
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** Which items of a list an address asks for; nonsense gives the first ones. */
export function pageWanted(url: URL): PageWanted {
  const given = url.searchParams.get("offset") ?? "0";
  const offset = /^\d{1,6}$/.test(given) ? Math.min(Number(given), PAGE_OFFSET_MAX) : 0;
  return { limit: PAGE_ITEMS_DEFAULT, offset };
}

/** The errors of a form that a use case refused, by field; rethrows what is no fault of the form. */
export function formErrors(error: unknown): FieldErrors {
  if (!(error instanceof MarketError)) throw error;
  const { status } = problems[error.code];
  if (status !== 400 && status !== 409) throw error;
  if (error.faults.length === 0) return { form: error.message };
  return Object.fromEntries(error.faults.map((fault) => [fieldOf(fault), sentence(fault.detail)]));
}

function fieldOf({ pointer }: FieldFault): string {
  return pointer.split("/")[1] ?? "form";
}

function sentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const ID_SHAPE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isId(text: string): boolean {
  return ID_SHAPE.test(text);
}

/** The `id` of the address. Throws `code` for what cannot be one. */
export function idOf({ params }: AccountRequest, code: ProblemCode, detail: string): string {
  const id = params.id?.toLowerCase() ?? "";
  if (!isId(id)) throw new MarketError(code, detail);
  return id;
}
