/**
 * A form creates its resource once, and the secret is shown only in the session that created it.
 */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { apiKeys, shownSecrets } from "../../db/schema/index.ts";
import { purgeShownSecrets } from "../../market/upkeep/purge-shown-secrets.ts";
import { testApi } from "../support/api.ts";
import { newOwner } from "../support/operators.ts";
import { visitorOf } from "./visitor.ts";

const api = await testApi();

const keysOf = (accountId: string) =>
  api.db.select().from(apiKeys).where(eq(apiKeys.accountId, accountId));
const secretIn = (text: string) => /dm_test_[\w-]{43}/.exec(text)?.[0];
const newForm = () => ({
  once: crypto.randomUUID(),
  name: "crawler",
  scopes: "read",
  budget_cents: "20",
  budget_period: "month",
});

describe("a form that makes a key", () => {
  test("makes one, however often and at once it is posted, and each answer leads to it", async () => {
    const owner = await newOwner(api);
    const visitor = await visitorOf(api, owner);
    const form = newForm();
    const posts = Array.from({ length: 6 }, () => visitor.submit("/account/keys/new", form));
    const answers = [
      ...(await Promise.all(posts)),
      await visitor.submit("/account/keys/new", form),
    ];
    const [key, ...more] = await keysOf(owner.accountId);
    expect(more).toEqual([]);
    const places = answers.map(({ status, headers }) => [status, headers.get("location")]);
    expect(places).toEqual(Array(7).fill([303, `/account/keys/${key?.id}/secret`]));
  });

  test("takes what is typed anew, or comes in a form of its own, as another wish", async () => {
    const owner = await newOwner(api);
    const visitor = await visitorOf(api, owner);
    const form = newForm();
    await visitor.submit("/account/keys/new", form);
    await visitor.submit("/account/keys/new", { ...form, name: "another" });
    await visitor.submit("/account/keys/new", { ...form, once: crypto.randomUUID() });
    expect(await keysOf(owner.accountId)).toHaveLength(3);
  });

  test("that came back with its errors is posted again as it was mended", async () => {
    const owner = await newOwner(api);
    const visitor = await visitorOf(api, owner);
    const form = newForm();
    expect((await visitor.submit("/account/keys/new", { ...form, name: "" })).status).toBe(400);
    expect((await visitor.submit("/account/keys/new", form)).status).toBe(303);
  });

  test.each(["", "short", "ä".repeat(30), "x".repeat(65)])(
    "is refused with the token %p",
    async (once) => {
      const owner = await newOwner(api);
      const visitor = await visitorOf(api, owner);
      expect((await visitor.submit("/account/keys/new", { ...newForm(), once })).status).toBe(400);
      expect(await keysOf(owner.accountId)).toEqual([]);
    },
  );
});

describe("a new secret", () => {
  test("is shown again when its page is reloaded, in that session alone, until it is copied", async () => {
    const owner = await newOwner(api);
    const maker = await visitorOf(api, owner);
    const elsewhere = await visitorOf(api, owner);
    const stranger = await visitorOf(api, await newOwner(api));
    const made = await maker.submit("/account/keys/new", newForm());
    const path = made.headers.get("location") ?? "";

    const first = await maker.open(path);
    expect(secretIn(first.text)).toBeDefined();
    expect(secretIn((await maker.open(path)).text)).toBe(secretIn(first.text) ?? "");
    const other = await elsewhere.open(path);
    expect([other.status, secretIn(other.text)]).toEqual([410, undefined]);
    expect((await stranger.open(path)).status).toBe(404);

    const rows = () =>
      api.db.select().from(shownSecrets).where(eq(shownSecrets.accountId, owner.accountId));
    const [row] = await rows();
    expect(row?.sealed).toBeDefined();
    expect(JSON.stringify(row)).not.toContain(secretIn(first.text) ?? "");

    expect((await stranger.submit(`${path}/copied`)).status).toBe(303);
    expect((await maker.open(path)).status).toBe(200);
    expect((await maker.submit(`${path}/copied`)).headers.get("location")).toBe("/account/keys");
    expect((await maker.open(path)).status).toBe(410);
    expect(await rows()).toEqual([]);
  });

  test("is gone after ten minutes, and the clock deletes it", async () => {
    const maker = await visitorOf(api, await newOwner(api));
    const made = await maker.submit("/account/keys/new", newForm());
    const path = made.headers.get("location") ?? "";
    const later = { ...api.ctx, now: () => new Date(Date.now() + 601_000) };
    expect(await purgeShownSecrets(api.ctx)).toBe(0);
    api.clock.skewMs = 601_000;
    try {
      expect((await maker.open(path)).status).toBe(410);
    } finally {
      api.clock.skewMs = 0;
    }
    expect(await purgeShownSecrets(later)).toBeGreaterThan(0);
    expect(await api.db.select().from(shownSecrets)).toEqual([]);
  });
});
