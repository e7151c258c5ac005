/**
 * Processes killed with SIGKILL while they issue, rotate and revoke tokens: no token outlives its
 * grant.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { apiKeys, connections, oauthRecords } from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { OAUTH_REFRESH_REPEAT_SECONDS } from "../../../market/connection/limits.ts";
import { oauthPaths as paths } from "../../../market/discovery/authorization-server.ts";
import { visitorOf } from "../../site/visitor.ts";
import { newOwner } from "../../support/operators.ts";
import { outcomeOf, randomMoment } from "../../support/programs/killed-processes.ts";
import { openKilledService } from "./kill-support.ts";
import { agree, ask, redirectUri, registerClient, usedAgo } from "./support.ts";

setDefaultTimeout(120_000);

const rounds = Number(process.env.OAUTH_KILLS ?? 2);
const clientsPerAct = 3;
const { api, baseUrl, processes } = await openKilledService();

type Tokens = { access_token: string; refresh_token: string };
/** A client with its grant, and every pair of tokens that it has received. */
type Client = {
  clientId: string;
  code: Record<string, string>;
  grantId: string;
  connectionId: string;
  owner: OwnerActor;
  given: Tokens[];
};

async function newClient(): Promise<Client> {
  const owner = await newOwner(api);
  const config = await registerClient(api);
  const asked = await ask(config);
  const { callback, grantId, connection } = await agree(api, owner, asked);
  const clientId = config.clientMetadata().client_id;
  const code = {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: asked.verifier,
  };
  return { clientId, code, grantId, owner, connectionId: connection?.id ?? "", given: [] };
}

/** Sent to the process that may be killed. */
async function post(client: Client, path: string, form: Record<string, string>) {
  const answer = await fetch(baseUrl + path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...form, client_id: client.clientId }).toString(),
  });
  const text = await answer.text();
  if (answer.status === 200 && text !== "") client.given.push(JSON.parse(text) as Tokens);
  return { status: answer.status };
}

const exchange = (client: Client) => post(client, paths.token, client.code);
const refresh = (client: Client, refresh_token: string | undefined) =>
  post(client, paths.token, {
    grant_type: "refresh_token",
    refresh_token: refresh_token ?? "",
  });
const revoke = (client: Client) =>
  post(client, paths.revocation, { token: client.given[0]?.refresh_token ?? "" });

async function endOnTheSite({ owner, connectionId }: Client) {
  const visitor = await visitorOf(api, owner);
  const body = new URLSearchParams({ form_token: visitor.formToken, once: crypto.randomUUID() });
  return fetch(`${baseUrl}/account/connections/${connectionId}/end`, {
    method: "POST",
    redirect: "manual",
    headers: { ...visitor.headers, "content-type": "application/x-www-form-urlencoded" },
    body: body.toString(),
  });
}

/** Asks the test's own process, which must agree with every answer. */
async function statusesOf({ given }: Client): Promise<number[]> {
  const call = ({ access_token: token }: Tokens) => api.send("GET", "/operator/me", { token });
  return (await Promise.all(given.map(call))).map(({ status }) => status);
}

async function expectDead(client: Client): Promise<void> {
  for (const { refresh_token } of [...client.given]) {
    expect((await refresh(client, refresh_token)).status).toBe(400);
  }
  expect((await statusesOf(client)).filter((status) => status !== 401)).toEqual([]);
}

/** Either the client has working tokens, or nothing of its grant is left. */
async function expectAllOrNothing(client: Client, outcome: number | "cut off", again: Again) {
  const status = outcome === "cut off" ? (await again(client)).status : outcome;
  if (status === 200) return expect((await statusesOf(client)).at(-1)).toBe(200);
  expect(status).toBe(400);
  await expectDead(client);
  expect(await api.db.$count(oauthRecords, eq(oauthRecords.grantId, client.grantId))).toBe(0);
}

type Again = (client: Client) => Promise<{ status: number }>;
type Act = {
  name: string;
  before: Again[];
  send: Again;
  /** A client whose call was cut off repeats it, and then the result holds. */
  after(client: Client, outcome: number | "cut off"): Promise<void>;
};

function ending(name: string, before: Again[], send: Again, answer: number): Act {
  return {
    ...{ name, before, send },
    async after(client, outcome) {
      const status = outcome === "cut off" ? (await send(client)).status : outcome;
      expect([name, status]).toEqual([name, answer]);
      await expectDead(client);
    },
  };
}

const refreshFirst: Again = (client) => refresh(client, client.given[0]?.refresh_token);
/** Waits until a repeat of the first refresh is no longer answered. */
const waitLong: Again = async (client) => {
  await usedAgo(api.db, OAUTH_REFRESH_REPEAT_SECONDS + 1, client.given[0]?.refresh_token ?? "");
  return { status: 200 };
};
const acts: Act[] = [
  {
    ...{ name: "code", before: [], send: exchange },
    after: (client, outcome) => expectAllOrNothing(client, outcome, exchange),
  },
  {
    ...{ name: "rotation", before: [exchange], send: refreshFirst },
    async after(client, outcome) {
      // A client that lost the answer asks again in time, and gets it.
      await usedAgo(api.db, 0, client.given[0]?.refresh_token ?? "");
      const status = outcome === "cut off" ? (await refreshFirst(client)).status : outcome;
      expect(["rotation", status]).toEqual(["rotation", 200]);
      expect((await statusesOf(client)).at(-1)).toBe(200);
    },
  },
  ending("reuse of a refresh token", [exchange, refreshFirst, waitLong], refreshFirst, 400),
  ending("reuse of a code", [exchange], exchange, 400),
  ending("revocation", [exchange], revoke, 200),
  ending("end of the connection", [exchange], endOnTheSite, 303),
];

/** The stored state of these grants as text: every write changes it. */
async function stateOf(grantIds: string[]): Promise<string> {
  const rows = await api.db
    .select({
      of: sql<string>`${oauthRecords.idHash} || coalesce(${oauthRecords.consumedAt}::text, '')`,
    })
    .from(oauthRecords)
    .where(inArray(oauthRecords.grantId, grantIds))
    .orderBy(oauthRecords.idHash);
  return rows.map(({ of }) => of).join();
}

async function round(): Promise<void> {
  const first = await processes.startApi();
  const players = await Promise.all(
    acts.flatMap((act) =>
      Array.from({ length: clientsPerAct }, async () => {
        const client = await newClient();
        for (const step of act.before) expect((await step(client)).status).toBe(200);
        return { act, client };
      }),
    ),
  );
  const grantIds = players.map(({ client }) => client.grantId);
  let seen = await stateOf(grantIds);
  const calls = players.map(({ act, client }) => outcomeOf(act.send(client)));
  let changes = 0;
  await randomMoment(async () => {
    const now = await stateOf(grantIds);
    if (now !== seen) changes += 1;
    seen = now;
    return changes;
  }, 4);
  await processes.kill(first);
  const outcomes = await Promise.all(calls);
  const second = await processes.startApi();
  for (const [index, { act, client }] of players.entries()) {
    await act.after(client, outcomes[index] ?? "cut off");
    await expectOneAtMost(client);
  }
  await processes.kill(second);
}

/** At most one refresh token of a grant is valid, and none of an ended connection. */
async function expectOneAtMost({ grantId, connectionId }: Client): Promise<void> {
  const good = and(
    eq(oauthRecords.grantId, grantId),
    eq(oauthRecords.kind, "RefreshToken"),
    isNull(oauthRecords.consumedAt),
  );
  const [row] = await api.db
    .select({ endedAt: connections.endedAt, revokedAt: apiKeys.revokedAt })
    .from(connections)
    .leftJoin(apiKeys, eq(apiKeys.id, connections.apiKeyId))
    .where(eq(connections.id, connectionId));
  const isEnded = row?.endedAt !== null;
  expect(row?.revokedAt !== null).toBe(isEnded);
  if (!isEnded) expect(await api.db.$count(oauthRecords, good)).toBeLessThanOrEqual(1);
}

test("a process killed while issuing or ending tokens leaves a whole grant or none", async () => {
  for (let count = 0; count < rounds; count += 1) await round();
});

test("two processes that are given one refresh token at once answer the same", async () => {
  await processes.startApi();
  for (let count = 0; count < 5; count += 1) {
    const client = await newClient();
    await exchange(client);
    const refresh_token = client.given[0]?.refresh_token ?? "";
    const own = `http://localhost:${api.config.API_PORT}${paths.token}`;
    const body = { grant_type: "refresh_token", client_id: client.clientId, refresh_token };
    const [here, there] = await Promise.all([
      fetch(own, { method: "POST", body: new URLSearchParams(body) }),
      refreshFirst(client),
    ]);
    expect([here.status, there.status]).toEqual([200, 200]);
    const answer = (await here.json()) as Tokens;
    const { access_token: access, refresh_token: next } = answer;
    expect(client.given.at(-1)).toMatchObject({ access_token: access, refresh_token: next });
    client.given.push(answer);
    expect((await statusesOf(client)).at(-1)).toBe(200);
    await expectOneAtMost(client);
  }
});
