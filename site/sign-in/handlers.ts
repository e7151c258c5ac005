import { CALLBACK_PATH, SignInError, type SignInFault } from "../../platform/identity/port.ts";
import {
  clearCookie,
  LAPSED_SESSION_TTL_SECONDS,
  openSignInState,
  readCookie,
  SESSION_TTL_SECONDS,
  SIGN_IN_STATE_TTL_SECONDS,
  sealSession,
  serializeCookie,
} from "../../platform/session.ts";
import { type PageRequest, readOwnForm, readSignedIn } from "../kit/handle.ts";
import { localPath, signInPath, termsPath } from "../kit/local-path.ts";
import { problemPage } from "../kit/problem-page.tsx";
import { redirectTo } from "../kit/respond.ts";
import type { SignInContext } from "./context.ts";

const CALLBACK_QUERY_CHARACTERS_MAX = 8192;

const faults: Record<SignInFault, { title: string; detail: string }> = {
  denied: {
    title: "The sign-in was cancelled",
    detail: "You were not signed in, and nothing has changed.",
  },
  state_mismatch: {
    title: "This sign-in is no longer valid",
    detail: "It took too long, or another sign-in was started in this browser.",
  },
  email_missing: {
    title: "Your account has no e-mail address",
    detail: "The identity provider gave us no e-mail address, which identifies your account.",
  },
  email_not_supported: {
    title: "This e-mail address cannot be used here",
    detail:
      "It contains letters other than a to z, which can look like another person's address. " +
      "You were not signed in. Sign in with another address, or change yours at the identity provider.",
  },
  invalid_response: {
    title: "The sign-in did not succeed",
    detail: "The identity provider's answer was not valid or had already been used.",
  },
};

/** GET /auth/sign-in: sends the browser to the identity provider. */
export async function startSignIn(ctx: SignInContext, { request }: PageRequest): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const started = await ctx.identity.startSignIn({
    returnTo: localPath(query.get("return_to")),
    chooseAccount: query.get("account") === "other",
  });
  const cookie = serializeCookie(
    ctx.config,
    "signIn",
    started.stateCookieValue,
    SIGN_IN_STATE_TTL_SECONDS,
  );
  return redirectTo(started.redirectUrl, [cookie]);
}

/** GET /auth/callback: the provider sends the browser back here; a valid code becomes a session. */
export async function finishSignIn(
  ctx: SignInContext,
  { request }: PageRequest,
): Promise<Response> {
  const { config } = ctx;
  const stateCookieValue = readCookie(config, "signIn", request.headers.get("cookie"));
  const query = new URL(request.url).search;
  try {
    if (query.length > CALLBACK_QUERY_CHARACTERS_MAX) throw new SignInError("invalid_response");
    const callbackUrl = config.PUBLIC_BASE_URL + CALLBACK_PATH + query;
    const { claims, returnTo } = await ctx.identity.finishSignIn({ callbackUrl, stateCookieValue });
    const { accountId } = await ctx.signInAccount(claims);
    const userAgent = request.headers.get("user-agent");
    const sessionId = await ctx.beginSession(accountId, userAgent);
    const session = {
      sessionId,
      accountId,
      email: claims.email,
      emailVerified: claims.emailVerified,
    };
    const value = await sealSession(config.SESSION_SECRET, session, SESSION_TTL_SECONDS, ctx.now());
    // A person who signs in for the first time, or after the terms changed, sees the terms first.
    const due = await ctx.findDueTerms(accountId);
    return redirectTo(due === null ? localPath(returnTo) : termsPath(localPath(returnTo)), [
      serializeCookie(config, "session", value, SESSION_TTL_SECONDS + LAPSED_SESSION_TTL_SECONDS),
      clearCookie(config, "signIn"),
    ]);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    // Cancelled sign-ins are normal; other faults may point to a configuration error.
    const requestId = error.fault === "denied" ? undefined : ctx.reportError(error, request);
    const state = await openSignInState(config.SESSION_SECRET, stateCookieValue, ctx.now());
    const returnTo = localPath(state?.returnTo);
    const action = { href: signInPath(returnTo, "other"), label: "Sign in again" };
    return problemPage({ status: 400, ...faults[error.fault], action, requestId });
  }
}

/** POST /auth/sign-out: ends the session, so that a copy of its cookie becomes useless. */
export async function signOut(ctx: SignInContext, { request }: PageRequest): Promise<Response> {
  const form = await readOwnForm(ctx, request);
  const signedIn = await readSignedIn(ctx, request);
  if (signedIn !== null) {
    const { sessionId, accountId, email, emailVerified } = signedIn;
    await ctx.endSession({ kind: "owner", accountId, email, emailVerified }, sessionId);
  }
  return redirectTo(localPath(form.get("return_to")), [
    clearCookie(ctx.config, "session"),
    clearCookie(ctx.config, "keptForm"),
  ]);
}
