import { MarketError } from "../../../../market/errors.ts";
import { formErrors } from "../../../kit/form.ts";
import { idOf } from "../../../kit/ids.ts";
import { withNotice } from "../../../kit/notices.ts";
import { pageWanted } from "../../../kit/paging.ts";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { paths } from "../../paths.ts";
import { DeleteAgentPage } from "./delete-page.tsx";
import { AgentPage } from "./detail-page.tsx";
import { AgentsPage } from "./list-page.tsx";
import { RevokeAgentPage } from "./revoke-page.tsx";
import { AgentTokenPage } from "./secret-page.tsx";

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

/** GET /account/agents/{id}/revoke: explains the effect and asks for confirmation. */
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

/** GET /account/agents/{id} */
export async function showAgent(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const agent = await ctx.account.getAgent(page.owner, agentId(page));
  const fields = { agent_name: agent.agent_name };
  return privatePage(<AgentPage frame={page.frame} {...{ agent, fields, errors: {} }} />);
}

/** POST /account/agents/{id}: another name. */
export async function renameAgent(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const { frame, owner } = page;
  const agent = await ctx.account.getAgent(owner, agentId(page));
  const fields = { agent_name: form.get("agent_name") ?? "" };
  try {
    await ctx.account.renameAgent(owner, agent.id, fields);
  } catch (error) {
    const errors = formErrors(error);
    return privatePage(<AgentPage {...{ frame, agent, fields, errors }} />, { status: 400 });
  }
  return redirectTo(withNotice(`${paths.agents}/${agent.id}`, "agent_renamed"));
}

/** POST /account/agents/{id}/rotate: redirects to the page that shows the token. */
export async function renewAgentToken(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const { owner, sessionCookieValue } = page;
  const id = agentId(page);
  const token = await ctx.account.renewAgentToken(owner, id);
  await ctx.account.keepSecret({ owner, sessionCookieValue, subjectId: id }, token);
  return redirectTo(`${paths.agents}/${id}/token`);
}

/** GET /account/agents/{id}/token: only for the session that made it, for a few minutes. */
export async function showAgentToken(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { frame, owner, sessionCookieValue } = page;
  const agent = await ctx.account.getAgent(owner, agentId(page));
  const place = { owner, sessionCookieValue, subjectId: agent.id };
  const token = await ctx.account.readSecret(place);
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  const status = token === null ? 410 : 200;
  const html = <AgentTokenPage {...{ frame, agent, token, baseUrl }} />;
  return privatePage(html, { status });
}

/** POST /account/agents/{id}/token/copied */
export async function forgetAgentToken(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const id = agentId(page);
  await ctx.account.forgetSecret(page.owner, id);
  return redirectTo(`${paths.agents}/${id}`);
}

/** GET /account/agents/{id}/delete: explains the effect, or lists open matters. */
export async function showDeleteAgent(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  return deletePage(ctx, page, {});
}

/** POST /account/agents/{id}/delete: lists matters that were opened in the meantime. */
export async function deleteAgent(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  try {
    await ctx.account.deleteAgent(page.owner, agentId(page));
  } catch (error) {
    if (!(error instanceof MarketError) || error.facts.open === undefined) throw error;
    return deletePage(ctx, page, { status: 409 });
  }
  return redirectTo(withNotice(paths.agents, "agent_deleted"));
}

async function deletePage(
  ctx: AccountContext,
  page: AccountRequest,
  answer: { status?: number },
): Promise<Response> {
  const { frame, owner } = page;
  const agent = await ctx.account.getAgent(owner, agentId(page));
  const open = await ctx.account.listOpenMatters(agent.id);
  return privatePage(<DeleteAgentPage {...{ frame, agent, open }} />, answer);
}

function agentId(page: AccountRequest): string {
  return idOf(page, "agent_not_found", "You have no agent with this id.");
}
