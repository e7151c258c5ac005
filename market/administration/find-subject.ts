import {
  findAccounts,
  findAgents,
  findListings,
  findPurchases,
  type SubjectSearch,
} from "../../db/queries/accounts/administration.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import { foldEmail } from "../../platform/email-address.ts";
import { maskEmail } from "../agent/rules.ts";
import type { Context } from "../context.ts";
import { viewSuspension } from "../suspension.ts";
import { idSchema } from "../text.ts";
import type { SubjectView } from "./schemas.ts";

const rowsPerKindMax = 20;

/**
 * Finds an administrator's subject by id (an account's or agent's id also brings what belongs to it), by
 * e-mail address, by an agent's exact name, or by words of a listing's title: at most 20 of each
 * kind, accounts first. `subjectQuery` has checked `q`.
 */
export async function findSubject(
  ctx: Context,
  _admin: AdminActor,
  { q }: { q: string },
): Promise<SubjectView[]> {
  const search = readSearch(q.trim());
  const [accounts, agents, listings, purchases] = await Promise.all([
    findAccounts(ctx.db, search, rowsPerKindMax),
    findAgents(ctx.db, search, rowsPerKindMax),
    findListings(ctx.db, search, rowsPerKindMax),
    findPurchases(ctx.db, search),
  ]);
  return [
    ...accounts.map(viewAccount),
    ...agents.map(viewAgent),
    ...listings.map(viewListing),
    ...purchases.map(viewPurchase),
  ];
}

function readSearch(q: string): SubjectSearch {
  if (idSchema.safeParse(q).success) return { id: q.toLowerCase() };
  return q.includes("@") ? { email: foldEmail(q) } : { words: q };
}

type RowOf<F extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<F>>[number];

function viewAccount(account: RowOf<typeof findAccounts>): SubjectView {
  const suspendedBy = account.suspendedAt === null ? null : "account";
  return {
    kind: "account",
    id: account.id,
    label: maskEmail(account.email),
    state: accountState(account),
    suspension: viewSuspension({ ...account, suspendedBy }),
    owner: null,
    created_at: account.createdAt.toISOString(),
  };
}

function accountState(account: { suspendedAt: Date | null; closedAt: Date | null }): string {
  if (account.closedAt !== null) return "closed";
  return account.suspendedAt === null ? "active" : "suspended";
}

function viewAgent({ agent, account }: RowOf<typeof findAgents>): SubjectView {
  return {
    kind: "agent",
    id: agent.id,
    label: agent.agentName,
    state: agent.state,
    suspension: viewSuspension(agent),
    owner:
      account === null
        ? null
        : { kind: "account", id: account.id, label: maskEmail(account.email) },
    created_at: agent.registeredAt.toISOString(),
  };
}

function viewListing(listing: RowOf<typeof findListings>): SubjectView {
  return {
    kind: "listing",
    id: listing.id,
    label: listing.title,
    state: listing.status,
    suspension: viewSuspension(listing),
    owner: { kind: "agent", id: listing.agentId, label: listing.agentName },
    created_at: listing.createdAt.toISOString(),
  };
}

function viewPurchase({ purchase, buyerEmail }: RowOf<typeof findPurchases>): SubjectView {
  return {
    kind: "purchase",
    id: purchase.id,
    label: purchase.title,
    state: purchase.state,
    suspension: null,
    owner: { kind: "account", id: purchase.accountId, label: maskEmail(buyerEmail) },
    created_at: purchase.createdAt.toISOString(),
  };
}
