/** The website as `api/main.ts` mounts it: its pages over the service's own use cases. */
import type { AnyElysia } from "elysia";
import { isSessionLive } from "../market/account/session/sessions.ts";
import type { Context } from "../market/context.ts";
import type { Identity } from "../platform/identity/port.ts";
import { openActOnce, openOnce } from "./account/once.ts";
import { accountUseCases } from "./account/use-cases.ts";
import { administrationUseCases } from "./admin/use-cases.ts";
import { approvalUseCases } from "./approve/use-cases.ts";
import { homeUseCases } from "./home/use-cases.ts";
import type { KitContext } from "./kit/context.ts";
import { signInUseCases } from "./sign-in/use-cases.ts";
import { createSite } from "./site.ts";

export type SiteParts = {
  ctx: Context;
  /** The same over the pool of public reads. */
  reads: Context;
  identity: Identity;
  reportError: KitContext["reportError"];
};

/** Mount it on the app that answers for `PUBLIC_BASE_URL`. */
export function openSite({ ctx, reads, identity, reportError }: SiteParts): AnyElysia {
  return createSite({
    config: ctx.config,
    hostedOrigins: ctx.payments.hostedOrigins,
    identity,
    now: ctx.now,
    reportError,
    isSessionLive: (session) => isSessionLive(ctx, session),
    ...homeUseCases(reads),
    ...approvalUseCases(ctx),
    ...signInUseCases(ctx),
    account: accountUseCases(ctx),
    actOnce: openActOnce(ctx),
    administration: administrationUseCases(ctx),
    administerOnce: openOnce(ctx, administrationUseCases),
  });
}
