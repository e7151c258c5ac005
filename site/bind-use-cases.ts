/** What the website is given: the use cases as functions, put together for its pages. */

import type { Edge } from "../api/edge.ts";
import { requestState } from "../api/http/request-state.ts";
import { type SignInClaims, signInAccount } from "../market/account/sign-in-account.ts";
import { decideAgent } from "../market/agent/decide-agent.ts";
import { viewApproval } from "../market/agent/view-approval.ts";
import { listCategories } from "../market/catalogue/list-categories.ts";
import { MarketError } from "../market/errors.ts";
import { accountUseCases } from "./account/use-cases.ts";
import { administrationUseCases } from "./admin/use-cases.ts";
import type { PagesContext } from "./kit/context.ts";

export function createPagesContext({ ctx, identity, log }: Edge): PagesContext {
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
    reportError: (error, request) => {
      const { requestId } = requestState(request);
      log.error({ err: error, requestId }, "page failed");
      return requestId;
    },
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
