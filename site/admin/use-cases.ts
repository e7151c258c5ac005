/** The administration's use cases, bound to the service's context. */
import { findSubject } from "../../market/administration/find-subject.ts";
import { listDisputes, viewDispute } from "../../market/administration/read.ts";
import { resolveDispute } from "../../market/administration/resolve-dispute.ts";
import { restoreAccount } from "../../market/administration/restore-account.ts";
import { restoreAgent } from "../../market/administration/restore-agent.ts";
import { restoreListing } from "../../market/administration/restore-listing.ts";
import { resolveBody, subjectQuery, suspendBody } from "../../market/administration/schemas.ts";
import { suspendAccount } from "../../market/administration/suspend-account.ts";
import { suspendAgent } from "../../market/administration/suspend-agent.ts";
import { suspendListing } from "../../market/administration/suspend-listing.ts";
import type { Context } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { parseForm } from "../kit/parse-form.ts";
import type { AdministrationPages, SuspendableKind } from "./context.ts";

const suspending = { account: suspendAccount, agent: suspendAgent, listing: suspendListing };
const restoring = { account: restoreAccount, agent: restoreAgent, listing: restoreListing };

export const notFoundCodes = {
  account: "account_not_found",
  agent: "agent_not_found",
  listing: "listing_not_found",
} as const satisfies Record<SuspendableKind, string>;

export function administrationUseCases(ctx: Context): AdministrationPages {
  return {
    listDisputes: async (admin, wanted) => {
      const { items, pagination } = await listDisputes(ctx, admin, wanted);
      return { items, total: pagination.total };
    },
    getDispute: (admin, purchaseId) => viewDispute(ctx, admin, purchaseId),
    resolveDispute: async (admin, purchaseId, form) =>
      resolveDispute(ctx, admin, purchaseId, parseForm(resolveBody, form)),
    findSubjects: async (admin, q) => findSubject(ctx, admin, parseForm(subjectQuery, { q })),
    getSubject: async (admin, kind, id) => {
      const subjects = await findSubject(ctx, admin, { q: id });
      const found = subjects.find((subject) => subject.kind === kind && subject.id === id);
      if (found !== undefined) return found;
      throw new MarketError(notFoundCodes[kind], `No ${kind} has this id.`);
    },
    suspend: async (admin, kind, id, form) =>
      suspending[kind](ctx, admin, id, parseForm(suspendBody, form)),
    restore: (admin, kind, id) => restoring[kind](ctx, admin, id),
  };
}
