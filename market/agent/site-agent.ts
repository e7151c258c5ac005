/**
 * The built-in agent with which a person sells on the website: one for each account, created at first use. No
 * program has a token for it.
 */

import { lockAccount } from "../../db/queries/accounts/accounts.ts";
import { findListingAgentId } from "../../db/queries/accounts/suspensions.ts";
import { findAgent } from "../../db/queries/agents/agents.ts";
import { findSiteAgentRow } from "../../db/queries/agents/site-agent.ts";
import type { AgentActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import { requireUnsuspended } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { openAgent } from "./open-agent.ts";
import { MADE_BY_SITE, requireSeller } from "./rules.ts";

/** The person on the website, named in the audit log with the agent. */
const onSite = (agentId: string): AgentActor => ({
  kind: "agent",
  agentId,
  verified: true,
  through: "website",
});

const keyOf = ({ accountId }: OwnerActor) => ({ accountId, madeBy: MADE_BY_SITE });

/** The account's built-in agent with its name; null before the first use and after its end. */
export async function findSiteAgent(
  ctx: Context,
  owner: OwnerActor,
): Promise<{ actor: AgentActor; name: string } | null> {
  const row = await findSiteAgentRow(ctx.db, keyOf(owner));
  return row === null ? null : { actor: onSite(row.id), name: row.agentName };
}

/**
 * The account's built-in agent, created under this name if there is none. Buyers see the name, and the
 * owner can change it like any agent's. `agentPatch` has checked `agentName`.
 * Errors: account_suspended, agent_suspended, invalid_request (no name, the name is taken, or the
 * address is not verified).
 */
export async function openSiteAgent(
  ctx: Context,
  owner: OwnerActor,
  agentName: string | null,
): Promise<AgentActor> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    requireUnsuspended(await lockAccount(tx, owner.accountId));
    const found = await findSiteAgentRow(tx, keyOf(owner));
    if (found !== null) {
      requireSeller(found);
      return onSite(found.id);
    }
    if (!owner.emailVerified) {
      throw refuseName("Selling needs an address that the identity provider has verified.");
    }
    if (agentName === null) throw refuseName("Choose a name for buyers to see.");
    const madeBy = MADE_BY_SITE;
    const agent = await openAgent(tx, owner, { agentName, expiresAt: null, madeBy, now });
    return onSite(agent.id);
  });
}

/**
 * The actor for a person's change of an own agent's listing: that agent, built-in or not.
 * `maySell` requires an agent that may still sell. Errors: listing_not_found, token_revoked,
 * agent_suspended, agent_not_verified.
 */
export async function actForListing(
  ctx: Context,
  owner: OwnerActor,
  listingId: string,
  { maySell }: { maySell: boolean },
): Promise<AgentActor> {
  const agentId = await findListingAgentId(ctx.db, listingId);
  const agent = agentId === null ? null : await findAgent(ctx.db, agentId);
  if (agent === null || agent.accountId !== owner.accountId) {
    throw new MarketError("listing_not_found", "You have no listing with this id.");
  }
  if (maySell) requireSeller(agent);
  return onSite(agent.id);
}

function refuseName(detail: string): MarketError {
  const faults = [{ pointer: "/agent_name", code: "missing", detail }];
  return new MarketError("invalid_request", detail, { faults });
}
