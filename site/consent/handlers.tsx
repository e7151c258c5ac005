import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { AuthorizationRequest } from "../../market/connection/authorization-port.ts";
import type { ConnectionView } from "../../market/connection/read.ts";
import { maySpend } from "../../market/connection/rules.ts";
import { MarketError } from "../../market/errors.ts";
import { PAYMENT_METHOD_ID_CHARS_MAX } from "../../market/limits.ts";
import { outcomeNotices } from "../account/cards/handlers.tsx";
import {
  type ConsentFields,
  consentFieldsOf,
  newConsentFields,
  readConsentFields,
  readConsentTerms,
} from "../account/connections/form.tsx";
import { paths } from "../account/paths.ts";
import { type FieldErrors, formErrors } from "../kit/form.ts";
import { type PageRequest, readOwnForm, readSignedIn, type SignedIn } from "../kit/handle.ts";
import { signInPath, termsPath } from "../kit/local-path.ts";
import { withNotice } from "../kit/notices.ts";
import { problemPage } from "../kit/problem-page.tsx";
import { privatePage, redirectTo } from "../kit/respond.ts";
import { ConsentPage } from "./consent-page.tsx";
import type { ConsentContext } from "./context.ts";
import { ConsentDonePage } from "./done-page.tsx";

const uidShape = /^[\w-]{10,128}$/;

type UseCases = NonNullable<ConsentContext["consent"]>;
type Visit = {
  ctx: ConsentContext;
  consent: UseCases;
  request: Request;
  uid: string;
  path: string;
  signedIn: SignedIn;
  owner: OwnerActor;
};

/** Without a session, the visitor signs in first and returns; the request waits. */
async function enter(
  ctx: ConsentContext,
  { request, params }: PageRequest,
): Promise<Visit | Response> {
  const uid = params.uid ?? "";
  if (ctx.consent === null || !uidShape.test(uid)) return endedPage();
  const path = `/oauth/consent/${uid}`;
  const signedIn = await readSignedIn(ctx, request);
  if (signedIn === null) {
    return request.method === "GET" ? redirectTo(signInPath(path)) : signedOutPage(path);
  }
  const { accountId, email, emailVerified } = signedIn;
  const owner: OwnerActor = { kind: "owner", accountId, email, emailVerified };
  return { ctx, consent: ctx.consent, request, uid, path, signedIn, owner };
}

/** GET /oauth/consent/{uid} */
export async function showConsent(ctx: ConsentContext, page: PageRequest): Promise<Response> {
  const visit = await enter(ctx, page);
  if (visit instanceof Response) return visit;
  const asked = await visit.consent.findRequest(visit.request, visit.uid);
  if (asked === null) return endedFor(visit);
  if ((await visit.consent.readDecision(visit.owner, visit.uid)) !== null) return donePath(visit);
  const terms = await termsFirst(visit);
  if (terms !== null) return terms;
  const wanted = new URL(visit.request.url).searchParams.get("as");
  return formPage(visit, asked, { wanted, typed: null, errors: {}, status: 200 });
}

type ConsentPageState = {
  /** The id of an earlier connection, `new`, or null for the default. */
  wanted: string | null;
  typed: ConsentFields | null;
  errors: FieldErrors;
  status: number;
};

async function formPage(
  visit: Visit,
  asked: AuthorizationRequest,
  { wanted, typed, errors, status }: ConsentPageState,
): Promise<Response> {
  const { ctx, consent, owner, path, signedIn } = visit;
  const [cards, earlier, { suspendedReason }, sellerName] = await Promise.all([
    consent.listCards(owner),
    consent.earlierConnections(owner, asked),
    consent.standing(owner),
    consent.proposeSeller(owner, asked),
  ]);
  const renewed = renewedOf(earlier, asked, wanted);
  const fresh = newConsentFields(asked, { cards, sellerName });
  const fields = typed ?? (renewed === null ? fresh : consentFieldsOf(renewed, fresh));
  const keepsLimits = renewed !== null && mayKeepLimits(renewed, asked);
  const { viewer } = signedIn;
  const { CURRENCY: currency } = ctx.config;
  const shown = { asked, path, viewer, cards, currency, earlier, renewed, keepsLimits };
  return privatePage(<ConsentPage {...{ ...shown, fields, errors, suspendedReason }} />, {
    status,
    formOrigins: ctx.hostedOrigins,
    scripts: false,
  });
}

/** Continues the same client's connection unless the person chooses otherwise. */
function renewedOf(
  earlier: ConnectionView[],
  asked: AuthorizationRequest,
  wanted: string | null,
): ConnectionView | null {
  if (wanted === "new") return null;
  const chosen = earlier.find(({ id }) => id === wanted);
  return chosen ?? earlier.find(({ clientId }) => clientId === asked.clientId) ?? null;
}

/** True if the connection is active and the request adds no spending: its limits can stay. */
function mayKeepLimits(renewed: ConnectionView, asked: AuthorizationRequest): boolean {
  if (renewed.state !== "active") return false;
  return maySpend(renewed.scopes) || !maySpend(asked.scopesAsked);
}

/** POST /oauth/consent/{uid}: the first answer counts, whatever is sent later. */
export async function answerConsent(ctx: ConsentContext, page: PageRequest): Promise<Response> {
  const visit = await enter(ctx, page);
  if (visit instanceof Response) return visit;
  const { consent, request, uid, owner } = visit;
  const form = await readOwnForm(ctx, request);
  if ((await consent.readDecision(owner, uid)) !== null) return donePath(visit);
  const asked = await consent.findRequest(request, uid);
  if (asked === null) return endedFor(visit);
  const decision = form.get("decision");
  if (decision === "deny") {
    await consent.deny({ request, asked, owner });
    return donePath(visit);
  }
  if (decision !== "allow") {
    throw new MarketError("invalid_request", "Choose to allow or to deny the request.");
  }
  return (await termsFirst(visit)) ?? allow(visit, asked, form);
}

/** A person who has not accepted the current terms does so first and returns; the request waits. */
async function termsFirst({ consent, owner, request, path }: Visit): Promise<Response | null> {
  if ((await consent.findDueTerms(owner)) === null) return null;
  return redirectTo(termsPath(path + new URL(request.url).search));
}

async function allow(
  visit: Visit,
  asked: AuthorizationRequest,
  form: URLSearchParams,
): Promise<Response> {
  const { ctx, consent, request, owner } = visit;
  const typed = readConsentFields(form);
  const wanted = form.get("renewed") || "new";
  const earlier = await consent.earlierConnections(owner, asked);
  const renewed = earlier.find(({ id }) => id === wanted) ?? null;
  const again = (errors: FieldErrors) =>
    formPage(visit, asked, { wanted, typed, errors, status: 400 });
  if (renewed === null && wanted !== "new") {
    return again({ form: "That connection has ended in the meantime. Check the form again." });
  }
  const keepsLimits = renewed !== null && mayKeepLimits(renewed, asked);
  const kept = keepsLimits
    ? { ...newConsentFields(asked, { cards: [], sellerName: "" }), ...typedOf(typed) }
    : typed;
  const hasAgent = (renewed?.agent ?? null) !== null;
  const { terms, errors } = readConsentTerms(kept, { now: ctx.now(), namesAgent: !hasAgent });
  if (Object.keys(errors).length > 0) return again(errors);
  try {
    await consent.allow(
      { request, asked, owner },
      { renewed: renewed?.id ?? null, terms, keepsLimits },
    );
    return donePath(visit);
  } catch (error) {
    return again(formErrors(error));
  }
}

/** The fields of a form without limits. */
function typedOf({ scopes, agent_name }: ConsentFields) {
  return { scopes, agent_name };
}

/**
 * GET /oauth/consent/{uid}/done: leads to the program, because a form's answer may not redirect
 * there.
 */
export async function showConsentDone(ctx: ConsentContext, page: PageRequest): Promise<Response> {
  const visit = await enter(ctx, page);
  if (visit instanceof Response) return visit;
  const { consent, owner, uid, request } = visit;
  const decision = await consent.readDecision(owner, uid);
  if (decision === null) return redirectTo(visit.path);
  const waits = (await consent.findRequest(request, uid)) !== null;
  const location = waits ? decision.location : null;
  const { viewer } = visit.signedIn;
  return privatePage(<ConsentDonePage {...{ decision, location, viewer }} />);
}

/**
 * POST /oauth/consent/{uid}/card: redirects to the payment provider's page, which leads back here.
 */
export async function addConsentCard(ctx: ConsentContext, page: PageRequest): Promise<Response> {
  const visit = await enter(ctx, page);
  if (visit instanceof Response) return visit;
  await readOwnForm(ctx, visit.request);
  // Do not ask for a card that an ended request could not use.
  if ((await visit.consent.findRequest(visit.request, visit.uid)) === null) return endedFor(visit);
  const { suspendedReason } = await visit.consent.standing(visit.owner);
  if (suspendedReason !== null) throw new MarketError("account_suspended", suspendedReason);
  const terms = await termsFirst(visit);
  if (terms !== null) return terms;
  const { url } = await visit.consent.beginCardSetup(visit.owner, visit.uid);
  return redirectTo(url);
}

/** GET /oauth/consent/{uid}/card: the payment provider sends the browser back here. */
export async function returnFromConsentCard(
  ctx: ConsentContext,
  page: PageRequest,
): Promise<Response> {
  const visit = await enter(ctx, page);
  if (visit instanceof Response) return visit;
  const setupId = new URL(visit.request.url).searchParams.get("setup") ?? "";
  const isId = setupId.length <= PAYMENT_METHOD_ID_CHARS_MAX && /^\w+$/.test(setupId);
  const status = isId ? await visit.consent.finishCardSetup(visit.owner, setupId) : "open";
  const waits = (await visit.consent.findRequest(visit.request, visit.uid)) !== null;
  // An ended request's page would say that nothing was changed, although a card may have been
  // added.
  if (!waits) return redirectTo(withNotice(paths.cards, outcomeNotices[status]));
  return redirectTo(visit.path);
}

function donePath({ path }: Visit): Response {
  return redirectTo(`${path}/done`);
}

async function endedFor(visit: Visit): Promise<Response> {
  const decision = await visit.consent.readDecision(visit.owner, visit.uid);
  return decision === null ? endedPage() : donePath(visit);
}

/** Not a redirect: the browser would apply the form page's `form-action` policy to the sign-in. */
function signedOutPage(path: string): Promise<Response> {
  return problemPage({
    status: 403,
    title: "You are signed out",
    detail: "Your session has ended, and nothing was decided. Sign in and try again.",
    action: { href: signInPath(path), label: "Sign in" },
  });
}

/** An unknown request, another browser's request and an ended one all look the same. */
function endedPage(): Promise<Response> {
  return problemPage({
    status: 404,
    title: "This request has ended",
    detail:
      "It has expired, was started in another browser, or was already answered. " +
      "Nothing was changed. Go back to the program and connect it again.",
  });
}
