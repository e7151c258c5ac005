/** The rows and the APIs (normal, over its limits, broken) for the contract suite. */
import { sql } from "drizzle-orm";
import { signInAccount } from "../../../market/account/sign-in-account.ts";
import { decideAgent } from "../../../market/agent/decide-agent.ts";
import { ownerToken, registerAgent, verifiedAgent } from "../../support/agents.ts";
import { type Json, openTestApi, type TestApi } from "../../support/api.ts";
import { exampleTables } from "../../support/example-tables.ts";
import {
  attachFile,
  createDraft,
  endJob,
  publishedListing,
  publishNext,
} from "../../support/listings.ts";
import { freePort } from "../../support/stack.ts";
import { giveTwin, irisParquet, serveQueries } from "../../workers/query/query-world.ts";
import { openOperators, openStorelessApi } from "./operators.ts";

export const unknownId = "0192f0c1-0000-7000-8000-000000000000";

export type World = Awaited<ReturnType<typeof openContractWorld>>;

/**
 * An API whose rate limits, of one call per minute, are used up. They refill during a run of
 * several minutes: then the first call uses one, and the next is refused.
 */
async function openSpentApi(overrides: Record<string, string>): Promise<TestApi> {
  const api = await openTestApi(overrides);
  const send: TestApi["send"] = async (...call) => {
    const answer = await api.send(...call);
    return answer.status === 429 ? answer : api.send(...call);
  };
  return { ...api, send };
}

export async function openContractWorld() {
  const api = await openTestApi({ QUERY_URL: `http://127.0.0.1:${await freePort()}` });
  const queries = await serveQueries(api);
  // The same secrets, so that all these APIs accept each other's tokens.
  const shared = {
    DATABASE_URL: api.databaseUrl,
    AGENT_TOKEN_SECRET: api.config.AGENT_TOKEN_SECRET.join(","),
  };
  const spentApi = await openSpentApi({
    ...shared,
    RATE_LIMIT_PUBLIC_PER_MINUTE: "1",
    RATE_LIMIT_AGENT_PER_MINUTE: "1",
    RATE_LIMIT_OPERATOR_PER_MINUTE: "1",
    RATE_LIMIT_REGISTER_PER_HOUR: "1",
    RATE_LIMIT_REGISTRATIONS_PER_HOUR: "1",
  });
  const nowhere = `127.0.0.1:${await freePort()}`;
  const awayApi = await openTestApi({ ...shared, DATABASE_URL: `postgres://${nowhere}/none` });
  // Its tables are missing, which causes an unexpected error.
  const { DATABASE_URL: _, ...secrets } = shared;
  const brokenApi = await openTestApi(secrets);
  await brokenApi.db.execute(sql`drop schema public cascade`);
  const api503 = await openTestApi({ ...shared, OIDC_ISSUER: `http://${nowhere}` });

  const agent = await verifiedAgent(api);
  const pendingAgent = await registerAgent(api);
  const rejected = await rejectAgent();
  const owner = await ownerToken(api, agent.email);
  const operators = await openOperators(api, agent);
  const storelessApi = await openStorelessApi(shared);
  await spend();

  async function rejectAgent() {
    const email = "refuses@example.com";
    const body = { owner_email: email, agent_name: "rejected" };
    const answer = await api.send("POST", "/agent/register", { body });
    const claims = { issuer: "test", subject: email, email, emailVerified: true };
    const account = await signInAccount(api.ctx, claims);
    await decideAgent(api.ctx, account, String(answer.body.id), "reject");
    return { email, token: String(answer.body.token) };
  }

  async function publishedTwice() {
    const id = await publishedListing(api, agent.token);
    await publishNext(api, agent.token, id);
    return id;
  }

  async function queriedListing() {
    const id = await publishedListing(api, agent.token);
    await giveTwin(api, id, await irisParquet());
    return id;
  }

  async function spend() {
    await spentApi.send("GET", "/categories");
    await spentApi.send("GET", "/agent/me", { token: agent.token });
    await spentApi.send("GET", "/operator/me", { token: operators.buyer.token });
    await spentApi.send("POST", "/agent/register", { body: {} });
  }

  return {
    api,
    spentApi,
    brokenApi,
    awayApi,
    api503,
    agent,
    pendingAgent,
    storelessApi,
    ...operators,
    rejected,
    ownerToken: owner,
    strangerAgent: (await verifiedAgent(api)).token,
    strangerOwner: await ownerToken(api, "stranger@example.com"),
    draftId: await createDraft(api, agent.token),
    datasetId: await publishedListing(api, agent.token),
    twoVersionsId: await publishedTwice(),
    queriedDatasetId: await queriedListing(),
    paidDatasetId: await publishedListing(api, agent.token, { price_cents: 500 }),
    spareDatasetId: await publishedListing(api, agent.token),
    lostSampleId: await publishedListing(api, agent.token),
    tablesDatasetId: await publishedListing(api, agent.token, {}, "generated", exampleTables),

    async readyDraft() {
      const id = await createDraft(api, agent.token);
      await endJob(api, await attachFile(api, agent.token, id));
      return id;
    },

    verify: (body: Json) => api.send("POST", "/agent/verify", { token: owner, body }),

    async verifyRejected() {
      const token = await ownerToken(api, rejected.email);
      return api.send("POST", "/agent/verify", { token, body: { token: rejected.token } });
    },

    async close() {
      await queries.close();
      for (const opened of [spentApi, brokenApi, awayApi, api503, storelessApi, api]) {
        await opened.close();
      }
    },
  };
}
