/** One person answers one program in two browsers at once: one connection, and one valid grant. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { apiKeys, connections } from "../../../db/schema/index.ts";
import { testApi } from "../../support/api.ts";
import { allow, goBack, newPerson } from "./person.ts";

const api = await testApi();
const works = async (token: string) =>
  (await api.send("GET", "/operator/me", { token })).status === 200;

test("going on with a connection in both ends the tokens before, and those of the one that came first", async () => {
  const first = await newPerson(api);
  await allow(first);
  const before = await goBack(first);
  const mine = eq(connections.accountId, first.owner.accountId);
  const [connection] = await api.db.select().from(connections).where(mine);
  const both = await Promise.all([newPerson(api, first), newPerson(api, first)]);
  const answers = await Promise.all(
    both.map((person) => allow(person, { renewed: connection?.id ?? "" })),
  );
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const outcomes = await Promise.allSettled(both.map((person) => goBack(person)));
  const given = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(given).toHaveLength(1);
  expect(await works(before.access_token)).toBe(false);
  expect(await works(given[0]?.access_token ?? "")).toBe(true);
  expect(await api.db.$count(connections, mine)).toBe(1);
  expect(await api.db.$count(apiKeys, eq(apiKeys.accountId, first.owner.accountId))).toBe(1);
});

test("beginning anew in both makes two connections, each with tokens, key and end of its own", async () => {
  const one = await newPerson(api);
  const both = [one, await newPerson(api, one)];
  await Promise.all(both.map((person, at) => allow(person, { agent_name: `seller ${at}` })));
  const [a, b] = await Promise.all(both.map((person) => goBack(person)));
  const mine = eq(connections.accountId, one.owner.accountId);
  const made = await api.db.select().from(connections).where(mine);
  expect(new Set(made.map(({ apiKeyId }) => apiKeyId)).size).toBe(2);
  expect([await works(a?.access_token ?? ""), await works(b?.access_token ?? "")]).toEqual([
    true,
    true,
  ]);
});
