import { eq } from "drizzle-orm";
import { createAgentTokens } from "../../api/agent-tokens.ts";
import { agents } from "../../db/schema/index.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { signInHeadless } from "../../dev/parts/sign-in-headless.ts";
import { wholeSeconds } from "../../market/agent/agent-token.ts";
import type { TestApi } from "./api.ts";

let agentCount = 0;

/** Registers an agent; each call uses a new owner address. */
export async function registerAgent(api: TestApi): Promise<{ token: string; email: string }> {
  agentCount += 1;
  const email = `owner${agentCount}-${process.pid}@example.com`;
  const answer = await api.send("POST", "/agent/register", { body: { owner_email: email } });
  return { token: String(answer.body.token), email };
}

/** An ID token of the owner, issued by the test identity provider. */
export async function ownerToken(api: TestApi, email: string): Promise<string> {
  const { idToken } = await signInHeadless({
    issuer: api.config.OIDC_ISSUER,
    clientId: api.config.OIDC_CLIENT_ID,
    clientSecret: api.config.OIDC_CLIENT_SECRET,
    redirectUri: "http://localhost/auth/callback",
    email,
  });
  return idToken;
}

/** An agent approved by its owner through the API. */
export async function verifiedAgent(api: TestApi): Promise<{ token: string; email: string }> {
  const agent = await registerAgent(api);
  const owner = await ownerToken(api, agent.email);
  const answer = await api.send("POST", "/agent/verify", {
    token: owner,
    body: { token: agent.token },
  });
  if (answer.status !== 200) throw new Error(`the approval failed: ${answer.text}`);
  return agent;
}

export type SellerAgent = { token: string; email: string; agentId: string; owner: OwnerActor };

export async function sellerAgent(api: TestApi): Promise<SellerAgent> {
  const agent = await verifiedAgent(api);
  return { ...agent, ...(await findSeller(api, agent.email)) };
}

/** The id, owner and account of an agent that was approved through the API. */
export async function findSeller(
  api: Pick<TestApi, "db">,
  email: string,
): Promise<{ agentId: string; owner: OwnerActor }> {
  const [agent] = await api.db.select().from(agents).where(eq(agents.ownerEmail, email));
  if (agent === undefined || agent.accountId === null) throw new Error(`no agent of ${email}`);
  const { id: agentId, accountId } = agent;
  return { agentId, owner: { kind: "owner", accountId, email, emailVerified: true } };
}

/** A valid token for an agent that was inserted as a row only. */
export async function agentTokenOf(
  api: Pick<TestApi, "db" | "config">,
  agentId: string,
): Promise<string> {
  const issuedAt = wholeSeconds(new Date());
  const expiresAt = new Date(issuedAt.getTime() + 86_400_000);
  await api.db
    .update(agents)
    .set({ registeredAt: issuedAt, tokenExpiresAt: expiresAt })
    .where(eq(agents.id, agentId));
  const tokens = createAgentTokens(api.config.AGENT_TOKEN_SECRET);
  return tokens.mint({ agentId, issuedAt, expiresAt });
}
