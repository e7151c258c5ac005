/**
 * Webhook addresses encrypted with an operator's key: the four steps of its introduction, a wrong
 * key, a changed value.
 */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import {
  auditLog,
  deliveryTargets,
  uploadImports,
  webhookEndpoints,
} from "../../../db/schema/index.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import { readKeys } from "../../../market/delivery/stored-credentials.ts";
import type { MarketError } from "../../../market/errors.ts";
import { exportAccount } from "../../../market/leaving/export-account.ts";
import { readSource } from "../../../market/listing/import/stored-source.ts";
import { webhookMail } from "../../../market/mail/kinds/webhook.ts";
import { readJob } from "../../../market/operations/read.ts";
import { sealStoredSecrets } from "../../../market/upkeep/seal-stored-secrets.ts";
import { createWebhook } from "../../../market/webhook/create-webhook.ts";
import { deleteWebhook } from "../../../market/webhook/delete-webhook.ts";
import { getWebhook, listWebhooks } from "../../../market/webhook/read.ts";
import { updateWebhook } from "../../../market/webhook/update-webhook.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import {
  answering,
  deliverDue,
  deliveriesOf,
  type Receiver,
  readWebhook,
  type Subscriber,
  startReceiver,
  subscribe,
  tell,
} from "../../support/webhooks.ts";

setDefaultTimeout(30_000);

const api = await testApi();
const [one, other] = ["1".repeat(32), "2".repeat(32)];
const token = "tok-5f4dcc3b5aa765d61d83";

/** A process with these keys configured. */
const at = (...keys: string[]) => {
  const [first, ...more] = keys;
  const list: [string, ...string[]] | undefined = first === undefined ? first : [first, ...more];
  return { ...api.ctx, config: { ...api.ctx.config, STORED_SECRETS_KEYS: list } };
};

let receiver: Receiver;
let own: Subscriber;
let actor: OperatorActor;

beforeEach(async () => {
  receiver = await startReceiver();
  own = await subscribe(api, receiver, { url: `${receiver.url}/${token}` });
  actor = { kind: "operator", accountId: own.accountId, apiKeyId: own.apiKeyId };
});
afterEach(async () => {
  for (const table of [webhookEndpoints, deliveryTargets, uploadImports])
    await api.db.delete(table);
  await receiver.stop();
  api.clock.skewMs = 0;
});

const address = () => `${receiver.url}/${token}`;
const stored = async () => (await readWebhook(api.db, own.webhookId)).url;
const delivery = async () => (await deliveriesOf(api.db, own.webhookId))[0];
const sealAt = async (...keys: string[]) => {
  expect(await sealStoredSecrets(at(...keys))).toEqual({ sealed: 1, unreadable: 0 });
  return await stored();
};

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown as MarketError,
  );
  return error?.code ?? "none";
}

test("from no key to one, to another, and to none: processes of two steps read each other's", async () => {
  const steps: [before: string[], now: string[]][] = [
    [[], ["clear", one]],
    [["clear", one], [one]],
    [[one], [one, other]],
    [
      [one, other],
      [other, one],
    ],
    [[other, one], [other]],
    [[other], ["clear", other]],
    [["clear", other], []],
  ];
  const { updatedAt } = await readWebhook(api.db, own.webhookId);
  const wanted = { sealed: 0, unreadable: 0 };
  for (const [before, now] of steps) {
    const ctx = at(...now);
    // A process of the previous step changes it meanwhile, and so does this one.
    for (const by of [at(...before), ctx]) {
      const patch = { url: `${address()}/again` };
      await updateWebhook(by, actor, own.webhookId, patch);
      for (const reader of [at(...before), ctx]) {
        expect((await getWebhook(reader, actor, own.webhookId)).url).toBe(patch.url);
        await tell(api.db, own.principal);
        expect(await deliverDue({ ctx: reader })).toEqual(["delivered"]);
      }
    }
    await sealStoredSecrets(ctx);
    expect(await sealStoredSecrets(ctx)).toEqual(wanted);
    expect((await stored()).includes(token)).toBe((now[0] ?? "clear") === "clear");
  }
  expect(receiver.received.every(({ path }) => path === `/${token}/again`)).toBe(true);
  expect((await readWebhook(api.db, own.webhookId)).updatedAt >= updatedAt).toBe(true);
});

test("the clock seals stored addresses once, in batches, with many clocks at once", async () => {
  for (let count = 0; count < 8; count += 1) {
    await createWebhook(api.ctx, actor, { url: address(), types: [], description: null });
  }
  const ctx = at(one);
  const before = await readWebhook(api.db, own.webhookId);
  const limits = { rowsPerBatchMax: 2, secondsMax: 20 };
  const runs = await Promise.all([1, 2, 3].map(() => sealStoredSecrets(ctx, limits)));
  const rest = await sealStoredSecrets(ctx, limits);
  const sealed = [...runs, rest].reduce((sum, run) => sum + run.sealed, 0);
  expect(sealed).toBe(9);
  const rows = await api.db.select().from(webhookEndpoints);
  expect(rows.filter(({ url }) => url.startsWith("sealed.v1.")).length).toBe(9);
  const { items } = await listWebhooks(ctx, actor, { limit: 20, offset: 0 });
  expect(items.map(({ url }) => url)).toEqual(Array(9).fill(address()));
  expect({ ...(await readWebhook(api.db, own.webhookId)), url: "" }).toEqual({
    ...before,
    url: "",
  });
});

test("the keys of buckets and the sources of imports are sealed likewise; an erased source stays", async () => {
  const keys = { accessKeyId: "AKIA1", secretAccessKey: token };
  const place = { bucket: "b", endpoint: "", region: "eu-1", prefix: "", accessKeyId: "AKIA1" };
  const times = { createdAt: api.ctx.now(), checkedAt: api.ctx.now() };
  await api.db.insert(deliveryTargets).values({
    ...{ ...place, ...times, accountId: own.accountId, credentials: JSON.stringify(keys) },
  });
  const { token: seller } = await verifiedAgent(api);
  for (const name of ["erased", "kept"]) {
    const at = `/listings/${await createDraft(api, seller)}/imports`;
    const body = { from: `https://files.example/${name}.csv?${token}` };
    expect((await api.send("POST", at, { token: seller, body })).status).toBe(201);
  }
  const [erased] = await api.db.select({ id: uploadImports.id }).from(uploadImports).limit(1);
  const isErased = eq(uploadImports.id, String(erased?.id));
  await api.db.update(uploadImports).set({ source: "" }).where(isErased);

  expect(await sealStoredSecrets(at(one))).toEqual({ sealed: 3, unreadable: 0 });
  expect(await sealStoredSecrets(at(other))).toEqual({ sealed: 0, unreadable: 3 });
  expect(await sealStoredSecrets(at(other, one))).toEqual({ sealed: 3, unreadable: 0 });
  const [target] = await api.db.select().from(deliveryTargets);
  if (target === undefined) throw new Error("the bucket is gone");
  expect(target.credentials).not.toContain(token);
  expect(readKeys(at(other), target)).toEqual(keys);
  const imports = await api.db.select().from(uploadImports);
  expect(imports.map((row) => readSource(at(other), row)?.address.slice(0, 30) ?? null)).toEqual([
    null,
    "https://files.example/kept.csv",
  ]);
  expect(await sealStoredSecrets(at("clear", other))).toEqual({ sealed: 3, unreadable: 0 });
});

test("a wrong key: a clear refusal, and deliveries wait for the right key without losing a try", async () => {
  await sealAt(one);
  const wrong = at(other);
  expect(await codeOf(getWebhook(wrong, actor, own.webhookId))).toBe("stored_secret_unreadable");
  const page = { limit: 20, offset: 0 };
  expect(await codeOf(listWebhooks(wrong, actor, page))).toBe("stored_secret_unreadable");
  await tell(api.db, own.principal);
  for (let minute = 0; minute < 20; minute += 1) {
    expect(await deliverDue({ ctx: wrong })).toEqual(["unreadable"]);
    expect(await deliverDue({ ctx: wrong })).toEqual([]);
    api.clock.skewMs += 61_000;
  }
  expect(await delivery()).toMatchObject({
    state: "pending",
    attempts: 0,
    lastError:
      "address_unreadable: the webhook's address is encrypted with a key that this marketplace does not have",
  });
  expect(await readWebhook(api.db, own.webhookId)).toMatchObject({
    failingSince: null,
    disabledAt: null,
  });
  expect(await sealStoredSecrets(wrong)).toEqual({ sealed: 0, unreadable: 1 });
  expect(await deliverDue({ ctx: at(one) })).toEqual(["delivered"]);
  expect(receiver.received.length).toBe(1);
  await updateWebhook(wrong, actor, own.webhookId, { url: address() });
  expect((await getWebhook(wrong, actor, own.webhookId)).url).toBe(address());
});

test("a value that was changed, or moved from another webhook, is never called", async () => {
  const sealed = await sealAt(one);
  const ctx = at(one);
  const url = "https://elsewhere.example.com/";
  const elsewhere = await createWebhook(ctx, actor, { url, types: [], description: null });
  for (const value of [elsewhere.url, `${sealed.slice(0, -8)}AAAAAAAA`]) {
    await api.db
      .update(webhookEndpoints)
      .set({ url: value, types: ["message.received"] })
      .where(eq(webhookEndpoints.id, own.webhookId));
    await api.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, elsewhere.id));
    await tell(api.db, own.principal);
    expect(await deliverDue({ ctx })).toEqual(["unreadable"]);
    expect((await delivery())?.lastError).toEndWith("was changed in the database");
    expect(await codeOf(getWebhook(ctx, actor, own.webhookId))).toBe("stored_secret_unreadable");
  }
  expect(await deleteWebhook(ctx, actor, own.webhookId)).toMatchObject({ deleted: true });
  expect(receiver.received).toEqual([]);
});

test("the owner's download and mail have the address, and administrators its host", async () => {
  await sealAt(one);
  const ctx = at(one);
  receiver.behave(answering(404, `Cannot POST /${token}`));
  await tell(api.db, own.principal);
  expect(await deliverDue({ ctx })).toEqual(["retry"]);
  const failed = await delivery();
  expect(failed?.lastResponse).toBe("Cannot POST [redacted]");
  const owner = {
    kind: "owner",
    accountId: own.accountId,
    email: "",
    emailVerified: true,
  } as const;
  let text = "";
  for await (const piece of await exportAccount(ctx, owner)) text += piece;
  expect(JSON.parse(text).webhooks).toMatchObject([{ id: own.webhookId, url: address() }]);
  await api.db
    .update(webhookEndpoints)
    .set({ disabledAt: new Date(), disabledReason: "gone" })
    .where(eq(webhookEndpoints.id, own.webhookId));
  const payload = { template: "webhook_disabled", webhook_id: own.webhookId } as const;
  const row = await webhookMail.find(api.db, payload);
  if (row === null) throw new Error("no mail is owed");
  const mailed = (keys: string[]) =>
    JSON.stringify(webhookMail.compose({ payload, row }, at(...keys).config).words);
  expect(mailed([one])).toContain(address());
  expect(mailed([other])).toContain("no longer calls this webhook.");
  const admin = { kind: "admin", accountId: own.accountId, email: "" } as const;
  const labelAt = async (...keys: string[]) =>
    (await readJob(at(...keys), admin, { kind: "delivery", id: String(failed?.id) })).label;
  expect(await labelAt(one)).toBe(`message.received to ${new URL(receiver.url).host}`);
  expect(await labelAt(other)).toBe("message.received to an address that cannot be read");
});

test("no row of any table holds the token: neither the audit log nor the log of deliveries", async () => {
  const ctx = at(one);
  await deleteWebhook(ctx, actor, own.webhookId);
  const made = await createWebhook(ctx, actor, { url: address(), types: [], description: null });
  await tell(api.db, own.principal);
  receiver.behave(answering(500, `{"path":"/${token}"}`));
  expect(await deliverDue({ ctx })).toEqual(["retry"]);
  const audits = await api.db.select().from(auditLog).where(eq(auditLog.subjectId, made.id));
  expect(audits.map(({ detail }) => detail)).toMatchObject([{ url: receiver.url }]);
  const tables = await api.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const rows = await api.db.execute(
      sql.raw(`select 1 from "${name}" t where t::text like '%${token}%' limit 1`),
    );
    if (rows.length > 0) holding.push(name);
  }
  expect(tables.length).toBeGreaterThan(40);
  expect(holding).toEqual([]);
});
