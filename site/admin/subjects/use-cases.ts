import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { findSubject } from "../../../market/administration/find-subject.ts";
import { restoreAccount } from "../../../market/administration/restore-account.ts";
import { restoreAgent } from "../../../market/administration/restore-agent.ts";
import { restoreListing } from "../../../market/administration/restore-listing.ts";
import {
  type SubjectView,
  subjectQuery,
  suspendBody,
} from "../../../market/administration/schemas.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import { suspendAgent } from "../../../market/administration/suspend-agent.ts";
import { suspendListing } from "../../../market/administration/suspend-listing.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { parseForm } from "../../kit/form.ts";

export const suspendableKinds = ["account", "agent", "listing"] as const;
export type SuspendableKind = (typeof suspendableKinds)[number];

const suspending = { account: suspendAccount, agent: suspendAgent, listing: suspendListing };
const restoring = { account: restoreAccount, agent: restoreAgent, listing: restoreListing };

export const notFoundCodes = {
  account: "account_not_found",
  agent: "agent_not_found",
  listing: "listing_not_found",
} as const satisfies Record<SuspendableKind, string>;

export function subjectUseCases(ctx: Context) {
  return {
    findSubjects: async (admin: AdminActor, q: string): Promise<SubjectView[]> =>
      findSubject(ctx, admin, parseForm(subjectQuery, { q })),
    getSubject: async (
      admin: AdminActor,
      kind: SuspendableKind,
      id: string,
    ): Promise<SubjectView> => {
      const subjects = await findSubject(ctx, admin, { q: id });
      const found = subjects.find((subject) => subject.kind === kind && subject.id === id);
      if (found !== undefined) return found;
      throw new MarketError(notFoundCodes[kind], `No ${kind} has this id.`);
    },
    suspend: async (
      admin: AdminActor,
      kind: SuspendableKind,
      id: string,
      form: { reason: string },
    ): Promise<void> => {
      await suspending[kind](ctx, admin, id, parseForm(suspendBody, form));
    },
    restore: async (admin: AdminActor, kind: SuspendableKind, id: string): Promise<void> => {
      await restoring[kind](ctx, admin, id);
    },
  };
}
