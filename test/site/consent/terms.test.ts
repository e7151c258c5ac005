/** A person who connects a program accepts the operator's terms first, as at sign-up. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { connections } from "../../../db/schema/index.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import { adminEmail, administrator } from "../../support/administrators.ts";
import { testApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { newOwner } from "../../support/operators.ts";
import { formOf, openConsentSite } from "./support.ts";

const api = await testApi({ ADMIN_EMAILS: adminEmail });
const version = "2026-11";
const config = { ...api.config, TERMS_VERSION: version };
const site = await forFile(openConsentSite({ ...api, config }));

async function begin() {
  const owner = await newOwner(api);
  const asked = site.ask();
  return { owner, ...asked, visitor: await site.visit(owner, asked.cookie) };
}

const connectionsOf = ({ accountId }: { accountId: string }) =>
  api.db.$count(connections, eq(connections.accountId, accountId));

test("the request waits for the terms, comes back as it was, and is allowed then", async () => {
  const { owner, path, visitor } = await begin();
  const back = `${path}?as=new`;
  const terms = `/account/terms?${new URLSearchParams({ return_to: back })}`;
  expect((await visitor.open(back)).headers.get("location")).toBe(terms);
  for (const [form, fields] of [
    [path, formOf()],
    [`${path}/card`, []],
  ] as [string, [string, string][]][]) {
    const answer = await visitor.submit(form, fields);
    expect([form, answer.status]).toEqual([form, 303]);
    expect(answer.headers.get("location")).toStartWith("/account/terms?");
  }
  expect(await connectionsOf(owner)).toBe(0);
  expect((await visitor.open(terms)).text).toContain(`name="version" value="${version}"`);
  const accepted = await visitor.submit("/account/terms", { version, return_to: back });
  expect(accepted.headers.get("location")).toBe(back);
  expect((await visitor.open(back)).status).toBe(200);
  expect((await visitor.submit(path, formOf())).headers.get("location")).toBe(`${path}/done`);
  expect(await connectionsOf(owner)).toBe(1);
});

test("a request is denied without them", async () => {
  const { owner, path, visitor } = await begin();
  const denied = await visitor.submit(path, { decision: "deny" });
  expect([denied.headers.get("location"), await connectionsOf(owner)]).toEqual([`${path}/done`, 0]);
});

test("a suspended account, which can accept nothing, is told why and not sent round", async () => {
  const { owner, path, visitor } = await begin();
  const admin = await administrator(api);
  await suspendAccount(api.ctx, admin, owner.accountId, { reason: "Under inspection." });
  const { status, text } = await visitor.open(path);
  expect([status, text.includes("Under inspection.")]).toEqual([200, true]);
  expect(await connectionsOf(owner)).toBe(0);
});
