/** Assembles the website, as `api/main.ts` mounts it, from the service's use cases. */
import type { AnyElysia } from "elysia";
import { isSessionLive } from "../market/account/session/sessions.ts";
import type { AgentTokens } from "../market/agent/agent-token.ts";
import type { Authorizations } from "../market/connection/authorization-port.ts";
import type { Context } from "../market/context.ts";
import type { Identity } from "../platform/identity/port.ts";
import { openActOnce, openOnce } from "./account/once.ts";
import { accountUseCases } from "./account/use-cases.ts";
import { administrationUseCases } from "./admin/use-cases.ts";
import { approvalUseCases } from "./approve/use-cases.ts";
import { consentUseCases } from "./consent/use-cases.ts";
import { homeUseCases } from "./home/use-cases.ts";
import type { KitContext } from "./kit/context.ts";
import { visitorReportUseCases } from "./report/use-cases.ts";
import { signInUseCases } from "./sign-in/use-cases.ts";
import { createSite } from "./site.ts";
import { readLegalTexts } from "./terms/read-legal-texts.ts";
import { unsubscribeUseCases } from "./unsubscribe/use-cases.ts";

export type SiteParts = {
  ctx: Context;
  /** The same context with the connection pool for public reads. */
  reads: Context;
  identity: Identity;
  /** Signs the token that an owner gives an agent. */
  tokens: AgentTokens;
  /** The requests of programs that wait for a person's consent; left out: there are none. */
  authorizations?: Authorizations;
  reportError: KitContext["reportError"];
  /** Returns the OpenAPI document that the reference shows. */
  readDocument?: () => Promise<unknown>;
};

/** Mount it on the app that serves `PUBLIC_BASE_URL`. */
export function openSite({
  ctx,
  reads,
  identity,
  tokens,
  authorizations,
  reportError,
  readDocument,
}: SiteParts): AnyElysia {
  return createSite({
    config: ctx.config,
    legalTexts: readLegalTexts(ctx.config),
    hostedOrigins: ctx.payments.hostedOrigins,
    identity,
    now: ctx.now,
    reportError,
    ...(readDocument === undefined ? {} : { readDocument }),
    isSessionLive: (session) => isSessionLive(ctx, session),
    ...homeUseCases(reads),
    ...approvalUseCases(ctx),
    ...signInUseCases(ctx),
    ...unsubscribeUseCases(ctx),
    ...visitorReportUseCases(ctx),
    consent: authorizations === undefined ? null : consentUseCases(ctx, authorizations),
    account: accountUseCases(ctx, tokens, authorizations ?? null),
    actOnce: openActOnce(ctx, tokens),
    administration: administrationUseCases(ctx),
    administerOnce: openOnce(ctx, administrationUseCases),
  });
}
