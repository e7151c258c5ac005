/** What an owner does with seller agents. */
import { MarketError } from "../../../../market/errors.ts";
import { idOf } from "../../../kit/ids.ts";
import { withNotice } from "../../../kit/notices.ts";
import { pageWanted } from "../../../kit/paging.ts";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { paths } from "../../paths.ts";
import { AgentsPage } from "./list-page.tsx";
import { RevokeAgentPage } from "./revoke-page.tsx";

/** GET /account/agents */
export async function showAgents(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listAgents(owner, wanted);
  const { PUBLIC_BASE_URL: baseUrl } = ctx.config;
  const { emailVerified } = owner;
  return privatePage(<AgentsPage {...{ frame, wanted, page, baseUrl, emailVerified }} />);
}

/** POST /account/agents/{id}/decision */
export async function decideAgent(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const decision = form.get("decision");
  if (decision !== "approve" && decision !== "reject") {
    throw new MarketError("invalid_request", "Choose to approve or to reject the agent.");
  }
  await ctx.account.decideAgent(page.owner, agentId(page), decision);
  return redirectTo(
    withNotice(paths.agents, decision === "approve" ? "agent_approved" : "agent_rejected"),
  );
}

/** GET /account/agents/{id}/revoke: what it means, before it is done. */
export async function showRevokeAgent(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const agent = await ctx.account.getAgent(page.owner, agentId(page));
  return privatePage(<RevokeAgentPage frame={page.frame} agent={agent} />);
}

/** POST /account/agents/{id}/revoke */
export async function revokeAgent(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const options = { withdraw_listings: form.get("withdraw_listings") === "yes" };
  await ctx.account.revokeAgent(page.owner, agentId(page), options);
  return redirectTo(withNotice(paths.agents, "agent_revoked"));
}

function agentId(page: AccountRequest): string {
  return idOf(page, "agent_not_found", "No agent of yours has this id.");
}
