import { ownsAgent } from "../../market/agent/rules.ts";
import { MarketError } from "../../market/errors.ts";
import { type PageRequest, readOwnForm, readSignedIn } from "../kit/handle.ts";
import { termsPath } from "../kit/local-path.ts";
import { problemPage } from "../kit/problem-page.tsx";
import { privatePage, redirectTo } from "../kit/respond.ts";
import type { ApproveContext } from "./context.ts";
import { ApprovalDecisionPage } from "./decision-page.tsx";
import { ApprovalRefusedPage } from "./refused-page.tsx";
import { ApprovalResultPage } from "./result-page.tsx";
import { ApprovalSignInPage } from "./sign-in-page.tsx";
import type { Decision } from "./use-cases.ts";

const CODE_SHAPE = /^[A-Za-z0-9_-]{16,128}$/;

/** GET /approve/{code}: shows one of five pages, depending on the visitor and the decision. */
export async function showApproval(
  ctx: ApproveContext,
  { request, params }: PageRequest,
): Promise<Response> {
  const code = params.code ?? "";
  const approval = CODE_SHAPE.test(code) ? await ctx.viewApproval(code) : null;
  if (approval === null) return unknownCodePage();
  const path = approvalPath(code);
  const signedIn = await readSignedIn(ctx, request);
  if (signedIn === null) {
    const providerHost = new URL(ctx.config.OIDC_ISSUER).host;
    return scriptlessPage(<ApprovalSignInPage {...{ approval, path, providerHost }} />);
  }
  const { viewer } = signedIn;
  if (!ownsAgent(signedIn, approval)) {
    const isUnverified = signedIn.email === approval.ownerEmail;
    return scriptlessPage(
      <ApprovalRefusedPage {...{ approval, path, viewer, isUnverified }} />,
      403,
    );
  }
  const { state } = approval;
  if (state === "pending") {
    return scriptlessPage(<ApprovalDecisionPage {...{ approval, path, viewer }} />);
  }
  const justDecided = new URL(request.url).searchParams.get("decided") === state;
  return scriptlessPage(<ApprovalResultPage {...{ approval, state, path, viewer, justDecided }} />);
}

/** A stranger chose the agent's name, so these pages run no script at all, as the consent page. */
function scriptlessPage(html: JSX.Element, status = 200): Promise<Response> {
  return privatePage(html, { status, scripts: false });
}

/** POST /approve/{code}: decides, then redirects to the page, which shows the result. */
export async function decide(
  ctx: ApproveContext,
  { request, params }: PageRequest,
): Promise<Response> {
  const code = params.code ?? "";
  if (!CODE_SHAPE.test(code)) return unknownCodePage();
  const path = approvalPath(code);
  const signedIn = await readSignedIn(ctx, request);
  // The session may have ended while the page was open; the page then offers the sign-in.
  if (signedIn === null) return redirectTo(path);
  const form = await readOwnForm(ctx, request);
  const decision = readDecision(form);
  const { accountId, email, emailVerified } = signedIn;
  try {
    await ctx.decideApproval({ kind: "owner", accountId, email, emailVerified }, code, decision);
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    if (error.code === "approval_not_found") return unknownCodePage();
    // The page itself explains best who may decide, and what was decided.
    if (error.code === "not_the_owner") return redirectTo(path);
    if (error.code === "agent_already_decided") return redirectTo(path);
    // As on the consent page: after accepting the terms, the person returns here.
    if (error.code === "terms_not_accepted") return redirectTo(termsPath(path));
    throw error;
  }
  return redirectTo(`${path}?decided=${decision === "approve" ? "verified" : "rejected"}`);
}

function readDecision(form: URLSearchParams): Decision {
  const decision = form.get("decision");
  if (decision === "approve" || decision === "reject") return decision;
  throw new MarketError("invalid_request", "Choose to approve or to reject the agent.");
}

function approvalPath(code: string): string {
  return `/approve/${code}`;
}

/** An unknown code and an expired one look the same, and need the same next step. */
function unknownCodePage(): Promise<Response> {
  return problemPage({
    status: 404,
    title: "This approval link does not work",
    detail:
      "It has expired or was not copied completely. A link works for 72 hours. " +
      "Ask the agent to register again: you then receive a new e-mail.",
  });
}
