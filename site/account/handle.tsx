import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../../market/errors.ts";
import { problems } from "../../market/problem/problems.ts";
import { LONG_FORM_BYTES_MAX, readForm } from "../kit/form.ts";
import { formatPause } from "../kit/format.ts";
import {
  type PageRequest,
  pageHandler,
  readOwnForm,
  readSignedIn,
  refuseOthers,
} from "../kit/handle.ts";
import { signInPath } from "../kit/local-path.ts";
import { problemPage } from "../kit/problem-page.tsx";
import { privatePage, redirectTo } from "../kit/respond.ts";
import type { AccountContext } from "./context.ts";
import { AccountLayout, type Frame } from "./frame.tsx";
import {
  forgetKept,
  keepForm,
  readKept,
  type SavedForm,
  TypedTexts,
  typedIn,
} from "./kept-forms.tsx";
import { SignInFirstPage } from "./sign-in-first-page.tsx";
import { refuseWithoutTerms } from "./terms/binding.ts";

export type AccountRequest = {
  owner: OwnerActor;
  frame: Frame;
  /** Encrypts new secrets, so that no other session can read them. */
  sessionCookieValue: string;
  sessionId: string;
  url: URL;
  /** The browser's If-None-Match header. */
  ifNoneMatch: string | null;
  /** Aborted when the browser has gone. */
  signal: AbortSignal;
  params: Record<string, string | undefined>;
  /** The saved input of this page's form if the session ended before it was sent; usually null. */
  kept: URLSearchParams | null;
};
export type Show = (ctx: AccountContext, page: AccountRequest) => Promise<Response>;
export type Act = (
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
) => Promise<Response>;

/** The page on which somebody continues after signing in. */
export type NextPath = (form: URLSearchParams, page: PageRequest) => string;

type Handler = (page: PageRequest) => Promise<Response>;

/** Forms that accept as much text as the API does. In Chinese this exceeds the usual form limit. */
const longForms =
  /^\/account\/(requests\/(new|[^/]+\/edit)|listings\/[^/]+\/terms|datasets\/[^/]+\/(buy|bid|subscribe))$/;

/** A page for signed-in people. Anyone else signs in first and then returns to it. */
export function accountPage(ctx: AccountContext, show: Show): Handler {
  return pageHandler(ctx, async (given) => {
    const page = await enter(ctx, given);
    if (page === null) return redirectTo(signInPath(pathOf(given.request)));
    return answer(page, () => show(ctx, page));
  });
}

/** A form of the area's own pages. A suspended account can read, but cannot act. */
export function accountForm(ctx: AccountContext, act: Act): Handler {
  const read = (request: Request) => {
    const isLong = longForms.test(new URL(request.url).pathname);
    return readOwnForm(ctx, request, isLong ? LONG_FORM_BYTES_MAX : undefined);
  };
  return accountFormBy(ctx, read, act);
}

/**
 * As {@link accountForm}, for a form with its own reader, such as a larger one or one with a file.
 */
export function accountFormBy<Form>(
  ctx: AccountContext,
  read: (request: Request) => Promise<Form>,
  act: (ctx: AccountContext, page: AccountRequest, form: Form) => Promise<Response>,
): Handler {
  return pageHandler(ctx, async (given) => {
    const page = await enter(ctx, given);
    if (page === null) return sessionEndedPage(ctx, given.request);
    const form = await read(given.request);
    const typed = typedIn(page.url.pathname, form);
    const done = await answer(
      page,
      () => {
        refuseSuspended(page.frame);
        refuseWithoutTerms(page.frame);
        return act(ctx, page, form);
      },
      typed,
    );
    return forgetKept(ctx, given.request, done);
  });
}

/**
 * A form on a public page. Such a page is the same for everybody, so its forms carry no token of the
 * session: only use this for acts that do no harm and that their owner can undo. Anyone else signs in first
 * and continues at `next`.
 */
export function publicPageForm(ctx: AccountContext, act: Act, next: NextPath): Handler {
  return pageHandler(ctx, async (given) => {
    refuseOthers(ctx, given.request);
    const form = await readForm(given.request);
    const page = await enter(ctx, given);
    if (page === null) {
      return privatePage(<SignInFirstPage next={next(form, given)} />, { status: 403 });
    }
    return answer(page, () => {
      refuseSuspended(page.frame);
      refuseWithoutTerms(page.frame);
      return act(ctx, page, form);
    });
  });
}

/** As {@link accountForm}, but also open to a suspended account, such as signing out devices. */
export function accountSafetyForm(ctx: AccountContext, act: Act): Handler {
  return pageHandler(ctx, async (given) => {
    const page = await enter(ctx, given);
    if (page === null) return sessionEndedPage(ctx, given.request);
    const form = await readOwnForm(ctx, given.request);
    return answer(page, () => act(ctx, page, form));
  });
}

/** As {@link accountForm}, for creating something: a form posted twice creates it once. */
export function accountOnceForm(ctx: AccountContext, act: Act): Handler {
  return accountForm(ctx, (_, page, form) => {
    const posted = { owner: page.owner, path: page.url.pathname, form };
    return ctx.actOnce(posted, (account) => act({ ...ctx, account }, page, form));
  });
}

/** Throws `account_suspended` with the administrator's reason. */
export function refuseSuspended({ standing }: Frame): void {
  const { suspendedReason } = standing;
  if (suspendedReason !== null) throw new MarketError("account_suspended", suspendedReason);
}

async function enter(
  ctx: AccountContext,
  { request, params }: PageRequest,
): Promise<AccountRequest | null> {
  const signedIn = await readSignedIn(ctx, request);
  if (signedIn === null) return null;
  const { accountId, email, emailVerified, viewer, sessionCookieValue, sessionId } = signedIn;
  const owner: OwnerActor = { kind: "owner", accountId, email, emailVerified };
  const standing = await ctx.account.standing(owner);
  const url = new URL(request.url);
  const ifNoneMatch = request.headers.get("if-none-match");
  const kept = request.method === "GET" ? await readKept(ctx, request, accountId) : null;
  const frame = { viewer, standing, url, isFilledIn: kept !== null };
  const { signal } = request;
  return { owner, sessionCookieValue, sessionId, url, ifNoneMatch, signal, params, frame, kept };
}

/** Shows a refusal within the area, so that the navigation stays. */
async function answer(
  page: AccountRequest,
  act: () => Promise<Response>,
  typed: SavedForm["fields"] = [],
): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    const { status, title } = problems[error.code];
    if (status >= 500) throw error;
    const seconds = error.facts.retryAfterSeconds;
    const wait = seconds === undefined ? "" : ` Try again in ${formatPause(seconds)}.`;
    const detail = (error.faults[0]?.detail ?? error.message) + wait;
    const headers: [string, string][] =
      seconds === undefined ? [] : [["retry-after", String(seconds)]];
    const refusal = <RefusalPage frame={page.frame} {...{ title, detail, typed }} />;
    return privatePage(refusal, { status, headers });
  }
}

/** Shows the input for copying, because the browser may have lost it. */
function RefusalPage(props: {
  frame: Frame;
  title: string;
  detail: string;
  typed: SavedForm["fields"];
}): JSX.Element {
  return (
    <AccountLayout frame={props.frame} title={props.title} lead={props.detail}>
      {props.typed.some(([, text]) => text.trim() !== "") && (
        <>
          <p>Copy what you typed from here:</p>
          <TypedTexts fields={props.typed} />
        </>
      )}
      <p>
        <a href="/account">Go to the overview</a>
      </p>
    </AccountLayout>
  );
}

/** Not a redirect: the browser would apply the form page's `form-action` policy to the sign-in. */
async function sessionEndedPage(ctx: AccountContext, request: Request): Promise<Response> {
  const kept = await keepForm(ctx, request);
  const signedOut = { status: 403, title: "You are signed out" };
  const ended = "Your session has ended, so the form was not sent.";
  const action = {
    href: signInPath(kept?.page ?? new URL(request.url).pathname),
    label: "Sign in",
  };
  if (kept === null) {
    return problemPage({ ...signedOut, detail: `${ended} Sign in and try again.`, action });
  }
  const { cookie, fields } = kept;
  if (cookie === null) {
    const detail = `${ended} Your text is too long to keep: copy it before you sign in.`;
    return problemPage({ ...signedOut, detail, action, more: <TypedTexts fields={fields} /> });
  }
  const detail =
    `${ended} This browser keeps what you typed for an hour: sign in as the same person, ` +
    "and the form is filled in again.";
  return problemPage({ ...signedOut, detail, action, cookies: [cookie] });
}

/** Drops the secret that the payment provider appends to our address. Nothing here reads it. */
function pathOf(request: Request): string {
  const { pathname, search, searchParams } = new URL(request.url);
  const names = [...searchParams.keys()];
  const secrets = names.filter((name) => name.endsWith("client_secret"));
  if (secrets.length === 0) return pathname + search;
  for (const name of secrets) searchParams.delete(name);
  return `${pathname}?${searchParams}`;
}
