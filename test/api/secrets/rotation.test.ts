/**
 * Every secret is rotated in three steps while processes of the previous step still run. What the
 * old secret signed is accepted until that secret is dropped, and what the new one signs is
 * accepted from the first step on.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { reports, webhookEndpoints } from "../../../db/schema/index.ts";
import { approvalCode, approvalCodeHash } from "../../../market/agent/approval-code.ts";
import { signArchive } from "../../../market/catalogue/folder/archive-token.ts";
import { approvalMail } from "../../../market/mail/kinds/approval.ts";
import { unsubscribeCode } from "../../../market/mail/unsubscribe-code.ts";
import { joinKeyOf } from "../../../market/profile/join/join-key.ts";
import { reportAsVisitor } from "../../../market/report/visitor/report-as-visitor.ts";
import { visitorReportUrl } from "../../../market/report/visitor/visitor-code.ts";
import { signingSecrets } from "../../../market/webhook/webhook-view.ts";
import { openKeptForm, sealKeptForm } from "../../../platform/sealed/kept-form.ts";
import { visitorOf } from "../../site/visitor.ts";
import { agentTokenOf, registerAgent, verifiedAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { read } from "../../support/documents/repository-files.ts";
import { csvOf, publishCsv } from "../../support/joinable.ts";
import { createDraft, publishedListing } from "../../support/listings.ts";
import { newKey, newOwner, newSellerAgent } from "../../support/operators.ts";
import { createTestDir } from "../../support/stack.ts";
import { agree, ask, registerClient } from "../oauth/support.ts";

const names = [
  "AGENT_TOKEN_SECRET",
  "SESSION_SECRET",
  "APPROVAL_SECRET",
  "WEBHOOK_SECRET",
  "STORAGE_SIGNING_SECRET",
] as const;

/** All variables at a step of the rotation; Stripe's have their own format. */
function at(...ages: ("old" | "new")[]): Record<string, string> {
  const list = (name: string) => ages.map((age) => `${age}-${name}-${"x".repeat(32)}`).join(", ");
  return {
    ...Object.fromEntries(names.map((name) => [name, list(name)])),
    STRIPE_WEBHOOK_SECRET: ages.map((age) => `whsec_${age}`).join(","),
  };
}

const steps = {
  before: at("old"),
  added: at("old", "new"),
  changed: at("new", "old"),
  after: at("new"),
};
type Step = keyof typeof steps;

const apis = new Map<Step, TestApi>();
const of = (step: Step): TestApi => {
  const api = apis.get(step);
  if (api === undefined) throw new Error(`no API of ${step}`);
  return api;
};

beforeAll(async () => {
  const shared = { STORAGE_DIR: join(createTestDir(), "storage") };
  const first = await openTestApi({ ...shared, ...steps.before });
  apis.set("before", first);
  for (const step of ["added", "changed", "after"] as const)
    apis.set(
      step,
      await openTestApi({ ...shared, ...steps[step], DATABASE_URL: first.databaseUrl }),
    );
}, 60_000);

afterAll(async () => {
  for (const api of [...apis.values()].reverse()) await api.close();
});

type Use = (api: TestApi) => Promise<boolean>;
/** Creates something with the current secret; the result says whether a process accepts it. */
type Kind = [name: string, make: (api: TestApi) => Promise<Use>];

const kinds: Kind[] = [
  [
    "an agent token",
    async (api) => {
      const owner = await newOwner(api);
      const token = await agentTokenOf(api, await newSellerAgent(api, owner));
      return async (other) => (await other.send("GET", "/agent/me", { token })).status === 200;
    },
  ],
  [
    "a person's session",
    async (api) => {
      const { headers } = await visitorOf(api, await newOwner(api));
      return async (other) => (await other.send("GET", "/account", { headers })).status === 200;
    },
  ],
  [
    "the form of a page that is open, and the secret that the next one shows",
    async (api) => {
      const visitor = await visitorOf(api, await newOwner(api));
      const page = await visitor.open("/account/keys/new");
      const form = new URLSearchParams({
        ...{ name: "research", scopes: "read", budget_cents: "10", budget_period: "week" },
        once: crypto.randomUUID(),
        form_token: /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "",
      });
      const type = { "content-type": "application/x-www-form-urlencoded" };
      const headers = { ...visitor.headers, ...type };
      return async (other) => {
        const sent = await other.send("POST", "/account/keys/new", {
          headers,
          body: form.toString(),
        });
        const shown = await other.send("GET", sent.headers.get("location") ?? "/", { headers });
        return sent.status === 303 && shown.text.includes("dm_test_");
      };
    },
  ],
  [
    "a form that is kept for who signs in again",
    async (api) => {
      const form = { accountId: v7(), path: "/account/keys/new", fields: [] };
      const value = await sealKeptForm(api.config.SESSION_SECRET, form, new Date());
      return async ({ config }) =>
        (await openKeptForm(config.SESSION_SECRET, value ?? "", new Date())) !== null;
    },
  ],
  [
    "a link that ends mails",
    async (api) => {
      const source = { kind: "account", id: v7() } as const;
      const path = `/unsubscribe/account/${source.id}/${unsubscribeCode(api.config.APPROVAL_SECRET, source)}`;
      return async (other) => (await other.send("GET", path)).status === 200;
    },
  ],
  [
    "the link of a report by somebody without an account",
    async (api) => {
      const { token } = await verifiedAgent(api);
      const dataset = await publishedListing(api, token);
      const email = `${v7()}@example.com`;
      const given = { reason: "other", detail: "It is a copy.", good_faith: "yes" } as const;
      await reportAsVisitor(
        api.ctx,
        { kind: "dataset", id: dataset },
        { ...given, email, name: null },
      );
      const [report] = await api.db.select().from(reports).where(eq(reports.visitorEmail, email));
      const url = visitorReportUrl("", api.config.APPROVAL_SECRET, report?.id ?? "");
      return async (other) => (await other.send("GET", url)).status === 200;
    },
  ],
  [
    "a signed URL of the disk store",
    async (api) => {
      const { token } = await verifiedAgent(api);
      const draftId = await createDraft(api, token);
      const urls = await api.send("POST", `/listings/${draftId}/upload-urls`, { token });
      const { pathname, search } = new URL((urls.body.full as { upload_url: string }).upload_url);
      return async (other) => {
        const url = other.config.PUBLIC_BASE_URL + pathname + search;
        const { status } = await fetch(url, { method: "PUT", body: "a,b\n1,2\n" });
        return status === 200;
      };
    },
  ],
  [
    "the address of a folder",
    async (api) => {
      const expiresAtSeconds = Math.floor(Date.now() / 1000) + 600;
      const grant = { uploadId: v7(), name: "none.zip", expiresAtSeconds, buyerId: null };
      const path = `/archives/${signArchive(api.config.AGENT_TOKEN_SECRET, grant)}`;
      // The signature is checked before the folder, which does not exist, is looked up.
      return async (other) => (await other.send("GET", path)).body.code === "file_not_available";
    },
  ],
  [
    "a consent that is under way",
    async (api) => {
      const asked = await ask(await registerClient(api));
      return async (other) => {
        const { authorizations } = other.authorizationServer;
        return (await authorizations.find(asked.browser.request(asked.page), asked.uid)) !== null;
      };
    },
  ],
  [
    "a webhook of the payment provider",
    async (api) => {
      const seconds = Math.floor(Date.now() / 1000);
      const object = { id: "evt_1", object: "event", type: "charge.updated", created: seconds };
      const body = JSON.stringify({ ...object, data: { object: {} } });
      const [secret] = api.config.STRIPE_WEBHOOK_SECRET;
      const v1 = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
      const headers = { "stripe-signature": `t=${seconds},v1=${v1}` };
      const call = { body, headers };
      return async (other) => (await other.send("POST", "/webhooks/stripe", call)).status === 200;
    },
  ],
];

describe.each(kinds)("%s", (_, make) => {
  test("of the old secret is taken until that is dropped", async () => {
    const takes = await make(of("before"));
    const taken = [];
    for (const step of ["before", "added", "changed", "after"] as const)
      taken.push(await takes(of(step)));
    expect(taken).toEqual([true, true, true, false]);
  });

  test("of the new secret is taken by who still signs with the old one", async () => {
    const takes = await make(of("changed"));
    const taken = [];
    for (const step of ["after", "changed", "added", "before"] as const)
      taken.push(await takes(of(step)));
    expect(taken).toEqual([true, true, true, false]);
  });
});

test("a table is found by its keys until the secret of their hashes is dropped, and longer by SKETCH_SECRET", async () => {
  const api = of("before");
  const { token } = await verifiedAgent(api);
  const codes = Array.from({ length: 200 }, (_, at) => `S${(at * 7919) % 100_003}`);
  const publish = (name: string) =>
    publishCsv(api, token, csvOf({ [name]: codes }), { title: `Table of ${name}s` });
  const [stations, sites] = [await publish("station"), await publish("site")];
  const found = [];
  for (const step of ["before", "added", "changed", "after"] as const) {
    const { body } = await of(step).send("GET", `/datasets?joinable_with=${stations}`);
    found.push((body.items as { id: string }[]).map(({ id }) => id));
  }
  expect(found).toEqual([[sites], [sites], [sites], []]);
  const kept = { ...of("after").config, SKETCH_SECRET: api.config.WEBHOOK_SECRET };
  expect(joinKeyOf(kept)).toEqual(joinKeyOf(api.config));
});

test("credentials stored as hashes survive every rotation: API keys, OAuth tokens, approval links", async () => {
  const [before, after] = [of("before"), of("after")];
  const owner = await newOwner(before);
  const { secret } = await newKey(before, owner);
  expect((await after.send("GET", "/purchases", { token: secret })).status).toBe(200);
  const config = await registerClient(before);
  const { callback } = await agree(before, owner, await ask(config));
  expect(callback.searchParams.get("code")).not.toBeNull();
});

test("an agent that gave no name is the same one while both secrets are there", async () => {
  const { email, token } = await registerAgent(of("before"));
  const again = (step: Step) =>
    of(step).send("POST", "/agent/register", { token, body: { owner_email: email } });
  const [first, added, changed] = [
    await again("before"),
    await again("added"),
    await again("changed"),
  ];
  expect([added.body.id, added.body.token]).toEqual([first.body.id, token]);
  expect(changed.body.id).toBe(first.body.id ?? "");
  // Its new token is valid after the old secret is dropped: registering again in time loses
  // nothing.
  const renewed = String(changed.body.token);
  expect(renewed).not.toBe(token);
  const { status, body } = await of("after").send("GET", "/agent/me", { token: renewed });
  expect([status, body.id]).toEqual([200, first.body.id ?? ""]);
});

test("an approval mail that was owed before carries the code that its row knows", () => {
  const row = { approvalId: v7(), agentName: "collector", expiresAt: new Date() };
  const code = approvalCode(of("before").config.APPROVAL_SECRET[0], row.approvalId);
  const found = { row: { ...row, codeHash: approvalCodeHash(code) } };
  const mailed = (step: Step) =>
    approvalMail.compose(found as Parameters<typeof approvalMail.compose>[0], of(step).config);
  for (const step of ["before", "added", "changed"] as const)
    expect(JSON.stringify(mailed(step))).toContain(`/approve/${code}`);
  expect(JSON.stringify(mailed("after"))).not.toContain(code);
});

test("an outgoing webhook is signed with the previous secret and with a new one", async () => {
  const made = async (step: Step) => {
    const { secret: token } = await newKey(of(step), await newOwner(of(step)));
    const body = { url: "https://agents.example.com/events" };
    const { id, secret } = (await of(step).send("POST", "/webhooks", { token, body })).body;
    const [row] = await of(step)
      .db.select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, String(id)));
    if (row === undefined) throw new Error("no webhook was made");
    return (other: Step) => signingSecrets(of(other), row, new Date()).includes(String(secret));
  };
  const [old, fresh] = [await made("before"), await made("changed")];
  expect((["before", "added", "changed", "after"] as const).map(old)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect((["after", "changed", "added", "before"] as const).map(fresh)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("the statement of docs/operating.md names the webhooks whose secret is of before", async () => {
  const api = of("changed");
  const { secret: token } = await newKey(api, await newOwner(api));
  const body = { url: "https://agents.example.com/rotated" };
  const make = async () => String((await api.send("POST", "/webhooks", { token, body })).body.id);
  const [kept, rotated] = [await make(), await make()];
  const secondStep = new Date().toISOString();
  const late = await make();
  await api.send("POST", `/webhooks/${rotated}/rotate-secret`, { token });
  const statement =
    /```sql\n(-- webhooks whose secret.*?)```/s.exec(read("docs/operating.md"))?.[1] ?? "";
  const rows = await api.db.execute<{ id: string }>(
    sql.raw(statement.replaceAll(":'second_step'", `'${secondStep}'`)),
  );
  const named = [...rows].map(({ id }) => id).filter((id) => [kept, rotated, late].includes(id));
  expect(named).toEqual([kept]);
});

test("a first caller is known by its address under either secret", async () => {
  const body = { owner_email: `${v7()}@example.com`, agent_name: "collector" };
  const register = async (step: Step) =>
    (await of(step).send("POST", "/agent/register", { body })).body;
  const first = await register("before");
  expect(await register("changed")).toMatchObject({ id: first.id, token: expect.any(String) });
  expect((await register("after")).id).not.toBe(first.id);
});
