/** The website as `api/main.ts` mounts it: its pages over the service's own use cases. */
import type { AnyElysia } from "elysia";
import { type SignInClaims, signInAccount } from "../market/account/sign-in-account.ts";
import { decideAgent } from "../market/agent/decide-agent.ts";
import { viewApproval } from "../market/agent/read.ts";
import { listCategories } from "../market/catalogue/read.ts";
import type { Context } from "../market/context.ts";
import { MarketError } from "../market/errors.ts";
import type { Identity } from "../platform/identity/port.ts";
import { accountUseCases } from "./account/use-cases.ts";
import { administrationUseCases } from "./admin/use-cases.ts";
import type { PagesContext } from "./kit/context.ts";
import { createPages } from "./site.tsx";

export type SiteParts = {
  ctx: Context;
  identity: Identity;
  reportError: PagesContext["reportError"];
};

/** Mount it on the app that answers for `PUBLIC_BASE_URL`. */
export function openSite(parts: SiteParts): AnyElysia {
  return createPages(bindUseCases(parts));
}

function bindUseCases({ ctx, identity, reportError }: SiteParts): PagesContext {
  return {
    config: ctx.config,
    hostedOrigins: ctx.payments.hostedOrigins,
    identity,
    now: ctx.now,
    viewApproval: (code) => viewApproval(ctx, code),
    decideApproval: async (owner, code, decision) => {
      const approval = await viewApproval(ctx, code);
      if (approval === null) throw new MarketError("approval_not_found", "The link has expired.");
      await decideAgent(ctx, owner, approval.agentId, decision);
    },
    signInAccount: (claims: SignInClaims) => signInAccount(ctx, claims),
    catalogueNumbers: async () => {
      const categories = await listCategories(ctx);
      return {
        datasetCount: sum(categories.map((category) => category.dataset_count)),
        freeDatasetCount: sum(categories.map((category) => category.free_count)),
      };
    },
    account: accountUseCases(ctx),
    administration: administrationUseCases(ctx),
    reportError,
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
