/**
 * Processes killed with SIGKILL while people consent: each person has one complete connection, or
 * none.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq, inArray, sql } from "drizzle-orm";
import * as openid from "openid-client";
import {
  agents,
  apiKeys,
  auditLog,
  connections,
  oauthRecords,
  outbox,
} from "../../../db/schema/index.ts";
import { openKilledService } from "../../api/oauth/kill-support.ts";
import { ask } from "../../api/oauth/support.ts";
import { outcomeOf, randomMoment } from "../../support/programs/killed-processes.ts";
import { allow, goBack, headersOf, newPerson, type Person, scope } from "./person.ts";

setDefaultTimeout(120_000);

const rounds = Number(process.env.CONSENT_KILLS ?? 2);
const peoplePerRound = 8;
const { api, baseUrl, processes } = await openKilledService();

const connectionsOf = (people: Person[]) =>
  inArray(
    connections.accountId,
    people.map(({ owner }) => owner.accountId),
  );

/** A browser that resumes before the decision was stored; it gains nothing by it. */
async function hurryOn({ asked, config }: Person): Promise<void> {
  const resume = asked.page.replace("/oauth/consent/", "/oauth/authorize/");
  const answer = await asked.browser.get(resume);
  const callback = URL.parse(answer.headers.get("location") ?? "", baseUrl);
  if (callback?.searchParams.has("code") !== true) return;
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  await expect(openid.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
    error: "invalid_grant",
  });
}

/** The person reloads and answers if nothing was decided; an expired request is started again. */
async function goOn(person: Person): Promise<Response> {
  const headers = headersOf(person);
  const shown = await fetch(person.asked.page, { redirect: "manual", headers });
  if (shown.status === 404) {
    person.asked = await ask(person.config, { scope });
    return allow(person);
  }
  return shown.status === 200 ? allow(person) : shown;
}

async function finish(person: Person): Promise<string> {
  expect((await goOn(person)).status).toBe(303);
  return (await goBack(person)).access_token;
}

async function expectWhole({ owner: { accountId } }: Person): Promise<void> {
  const made = await api.db.select().from(connections).where(eq(connections.accountId, accountId));
  expect(made).toHaveLength(1);
  const keys = await api.db.select().from(apiKeys).where(eq(apiKeys.accountId, accountId));
  const sellers = await api.db.select().from(agents).where(eq(agents.accountId, accountId));
  expect(keys.map(({ id }) => id)).toEqual([made[0]?.apiKeyId ?? "no key"]);
  expect(sellers.map(({ id }) => id)).toEqual([made[0]?.agentId ?? "no agent"]);
  const of = sql`${outbox.payload}->>'connection_id' = ${made[0]?.id}`;
  expect(await api.db.$count(outbox, of)).toBe(1);
  expect(await api.db.$count(auditLog, eq(auditLog.subjectId, made[0]?.id ?? ""))).toBe(1);
}

/** A grant without a stored connection has issued no tokens. */
async function expectNothingOfLostGrants(): Promise<void> {
  const lost = await api.db
    .select({ kind: oauthRecords.kind })
    .from(oauthRecords)
    .leftJoin(connections, eq(connections.grantId, oauthRecords.grantId))
    .where(sql`${oauthRecords.grantId} is not null and ${connections.id} is null`);
  expect(lost.filter(({ kind }) => kind.endsWith("Token"))).toEqual([]);
}

async function round(): Promise<void> {
  const first = await processes.startApi();
  const people = await Promise.all(Array.from({ length: peoplePerRound }, () => newPerson(api)));
  // Each person answers in two tabs at once.
  const answers = people.flatMap((person) => [1, 2].map(() => outcomeOf(allow(person))));
  await randomMoment(() => api.db.$count(connections, connectionsOf(people)), peoplePerRound - 2);
  await processes.kill(first);
  const outcomes = await Promise.all(answers);
  expect(outcomes.filter((outcome) => ![303, "cut off"].includes(outcome))).toEqual([]);
  const second = await processes.startApi();
  const decided = await api.db.select().from(connections).where(connectionsOf(people));
  const isDecided = ({ owner }: Person) =>
    decided.some(({ accountId }) => accountId === owner.accountId);
  const undecided = people.filter((person) => !isDecided(person));
  for (const person of undecided.filter(() => Math.random() < 0.5)) await hurryOn(person);
  for (const person of people) {
    const token = await finish(person);
    expect((await api.send("GET", "/operator/me", { token })).status).toBe(200);
    expect((await api.send("GET", "/agent/me", { token })).status).toBe(200);
    await expectWhole(person);
  }
  await processes.kill(second);
}

test("whoever is killed while writing a consent leaves all of it, or none and no key without its connection", async () => {
  for (let count = 0; count < rounds; count += 1) await round();
  await expectNothingOfLostGrants();
});
