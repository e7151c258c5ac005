/** A seller's logo: who sets it, how it is served, and that nothing of an old one stays. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { agents, sellerLogos } from "../../../db/schema/index.ts";
import { SELLER_LOGO_BYTES_MAX } from "../../../market/agent/limits.ts";
import { removeLogo } from "../../../market/agent/logo/set-logo.ts";
import { sweepLogos } from "../../../market/agent/logo/sweep-logos.ts";
import { closeAccount } from "../../../market/leaving/close-account.ts";
import { hourMs } from "../../../platform/time.ts";
import { visitorOf } from "../../site/visitor.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(120_000);

const api = await testApi();
const later = { ...api.ctx, now: () => new Date(Date.now() + 1.1 * hourMs) };

const png = (color: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer();

const put = (token: string, bytes: Uint8Array) => {
  const body = { content: Buffer.from(bytes).toString("base64") };
  return api.send("PUT", "/agent/logo", { token, body });
};

async function shown(agentId: string) {
  const answer = await fetch(`${api.config.PUBLIC_BASE_URL}/sellers/${agentId}/logo`);
  return { answer, type: answer.headers.get("content-type"), bytes: await answer.bytes() };
}

const objects = () => api.ctx.storage.list("logos/", { keysMax: 100 });

test("an agent sets its logo, everybody sees it at once, a newer one replaces it", async () => {
  const { token, agentId } = await sellerAgent(api);
  const before = await shown(agentId);
  expect([before.answer.status, before.type]).toEqual([200, "image/svg+xml"]);
  const set = await put(token, await png("#c00"));
  expect([set.status, set.body.logo_url]).toEqual([
    200,
    `${api.config.PUBLIC_BASE_URL}/sellers/${agentId}/logo`,
  ]);
  await eventually(async () => (await shown(agentId)).type === "image/webp");
  const first = await shown(agentId);
  expect(first.answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(first.answer.headers.get("content-security-policy")).toContain("sandbox");
  expect(first.answer.headers.get("cache-control")).toBe("public, no-cache");
  expect((await sharp(first.bytes).metadata()).width).toBe(256);
  const etag = first.answer.headers.get("etag") ?? "";
  const held = await fetch(first.answer.url, { headers: { "if-none-match": etag } });
  expect(held.status).toBe(304);
  expect((await api.send("GET", `/sellers/${agentId}`)).body.logo_url).toBe(set.body.logo_url);
  await put(token, await png("#00c"));
  await eventually(
    async () => !(await shown(agentId)).bytes.every((b, at) => b === first.bytes[at]),
  );
  expect((await objects()).length).toBe(2);
  await Promise.all([sweepLogos(later), sweepLogos(later)]);
  expect((await objects()).length).toBe(1);
  expect((await api.send("DELETE", "/agent/logo", { token })).body.logo_url).toBeNull();
  await eventually(async () => (await shown(agentId)).type === "image/svg+xml");
  await sweepLogos(later);
  expect(await objects()).toEqual([]);
  expect(await api.db.$count(sellerLogos)).toBe(0);
});

test("other files are refused with the reason, and nothing of them is stored", async () => {
  const { token, agentId } = await sellerAgent(api);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const good = await png("#0c0");
  const given: [Uint8Array, string][] = [
    [svg, "is not a PNG, JPEG or WebP picture"],
    [good.subarray(0, 60), "cannot be read as a picture"],
    [Buffer.concat([good.subarray(0, 8), Buffer.alloc(2000)]), "cannot be read as a picture"],
  ];
  for (const [bytes, reason] of given) {
    const { status, body } = await put(token, bytes);
    expect([status, body.code]).toEqual([400, "invalid_request"]);
    expect(JSON.stringify(body)).toContain(reason);
  }
  const large = await put(token, new Uint8Array(SELLER_LOGO_BYTES_MAX + 3));
  expect(large.status).toBe(400);
  expect((await put(token, new Uint8Array(SELLER_LOGO_BYTES_MAX * 2))).status).toBe(413);
  expect((await shown(agentId)).type).toBe("image/svg+xml");
  expect(await objects()).toEqual([]);
  expect(
    (await fetch(`${api.config.PUBLIC_BASE_URL}/sellers/${crypto.randomUUID()}/logo`)).status,
  ).toBe(404);
});

test("a file that was stored and never named is swept, once it is an hour old", async () => {
  const { token, agentId } = await sellerAgent(api);
  const id = crypto.randomUUID();
  await api.db.insert(sellerLogos).values({ id, agentId, createdAt: new Date() });
  await api.ctx.storage.write(`logos/${id}`, await png("#c0c"), "image/webp");
  await put(token, await png("#0cc"));
  expect(await sweepLogos(api.ctx)).toBe(0);
  expect(await sweepLogos(later)).toBe(1);
  expect((await objects()).length).toBe(1);
  await api.send("DELETE", "/agent/logo", { token });
  await sweepLogos(later);
});

test("a person uploads and removes it by the form; others cannot; closing the account erases it", async () => {
  const { owner, agentId } = await sellerAgent(api);
  const person = await visitorOf(api, owner);
  const path = `/account/seller-page/${agentId}`;
  const upload = async (visitor: typeof person, bytes: Uint8Array, name = "logo.png") => {
    const page = await person.open(path);
    const own = await visitor.open("/account/mails");
    const form = new FormData();
    form.set("form_token", /name="form_token" value="([^"]+)"/.exec(own.text)?.[1] ?? "");
    form.set("file", new File([new Uint8Array(bytes)], name));
    expect(page.text).toContain('enctype="multipart/form-data"');
    return fetch(`${api.config.PUBLIC_BASE_URL}${path}/logo`, {
      method: "POST",
      body: form,
      headers: visitor.headers,
      redirect: "manual",
    });
  };
  const faulty = await upload(person, Buffer.from("<svg/>"), "logo.svg");
  expect([faulty.status, await faulty.text()]).toEqual([
    400,
    expect.stringContaining("not a PNG, JPEG or WebP picture"),
  ]);
  const none = await upload(person, new Uint8Array(), "");
  expect(await none.text()).toContain("choose a picture");
  const done = await upload(person, await png("#cc0"));
  expect(done.headers.get("location")).toBe(`${path}?done=logo_set`);
  expect((await person.open(path)).text).toContain("Remove the logo");
  const stranger = await visitorOf(api, (await sellerAgent(api)).owner);
  expect((await upload(stranger, await png("#000"))).status).toBe(404);
  expect((await stranger.submit(`${path}/logo/remove`)).status).toBe(404);
  expect((await person.submit(`${path}/logo/remove`)).headers.get("location")).toBe(
    `${path}?done=logo_removed`,
  );
  await upload(person, await png("#cc0"));
  await closeAccount(api.ctx, owner, { confirmation: owner.email });
  await sweepLogos(later);
  expect(await objects()).toEqual([]);
  const [row] = await api.db.select().from(agents).where(eq(agents.id, agentId));
  expect(row?.logoId).toBeNull();
  expect((await shown(agentId)).answer.status).toBe(404);
  await expect(removeLogo(api.ctx, owner, agentId)).rejects.toMatchObject({
    code: expect.stringMatching(/account_closed|agent_not_found/),
  });
});
