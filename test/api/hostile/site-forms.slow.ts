/**
 * No signed-in person may block others: a corpus of forms goes to every address of the website that
 * takes one, as a person who sells, buys and administers, and as a person who owns nothing.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createAgentTokens } from "../../../api/agent-tokens.ts";
import { createWebhook } from "../../../market/webhook/create-webhook.ts";
import { openIdentity } from "../../../platform/identity/openid.ts";
import { openSite } from "../../../site/open-site.ts";
import { type Visitor, visitorOf } from "../../site/visitor.ts";
import { adminEmail, signedIn } from "../../support/administrators.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import {
  insertPurchase,
  newCard,
  newDraft,
  newKey,
  newOwner,
  newSellerAgent,
} from "../../support/operators.ts";
import { type MeasuredProcess, startMeasured } from "../../support/programs/measured-process.ts";
import { testEnv } from "../../support/stack.ts";
import { type HostileForm, hostileForms } from "./forms.ts";
import { hostileRequests } from "./requests.ts";

const headersTooLarge = 431;
/**
 * Each run sends a random third of the pairs of form and address: all pairs would take a twentieth
 * of the total test time.
 */
const shift = Math.floor(Math.random() * 9);
const isInTurn = (place: number, index: number, of: 3 | 9) => (place + index + shift) % of === 0;

let api: TestApi;
let child: MeasuredProcess;
let base: string;
let people: { name: string; hasAll: boolean; visitor: Visitor }[];
let forms: string[];
let pages: string[];

beforeAll(async () => {
  api = await openTestApi({ ADMIN_EMAILS: adminEmail });
  const { AGENT_TOKEN_SECRET, SESSION_SECRET } = api.config;
  const env = await testEnv({
    DATABASE_URL: api.databaseUrl,
    ADMIN_EMAILS: adminEmail,
    AGENT_TOKEN_SECRET: AGENT_TOKEN_SECRET.join(","),
    SESSION_SECRET: SESSION_SECRET.join(","),
  });
  base = `http://127.0.0.1:${env.API_PORT}`;
  const isReady = async () => (await fetch(`${base}/health/live`)).ok;
  child = await startMeasured("api/main.ts", env, isReady);
  await invite();
}, 90_000);

afterAll(async () => {
  await child.stop();
  await api.close();
});

/** Creates one person with a resource behind every address, and one with none. */
async function invite(): Promise<void> {
  const owner = await signedIn(api, adminEmail);
  const agentId = await newSellerAgent(api, owner);
  const listingId = await newDraft(api, agentId);
  const { key } = await newKey(api, owner);
  const paymentMethodId = await newCard(api, owner);
  const other = await newOwner(api);
  const otherAgentId = await newSellerAgent(api, other);
  const from = {
    owner: other,
    agentId: otherAgentId,
    listingId: await newDraft(api, otherAgentId),
  };
  const bought = { by: owner, apiKeyId: key.id, paymentMethodId, from, priceCents: 100 };
  const purchaseId = await insertPurchase(api, { ...bought, state: "released" });
  const disputeId = await insertPurchase(api, { ...bought, state: "disputed" });
  const operator = { kind: "operator", accountId: owner.accountId, apiKeyId: key.id } as const;
  const webhook = await createWebhook(api.ctx, operator, {
    url: "http://127.0.0.1:8443/",
    types: [],
    description: null,
  });
  const ids: Record<string, string> = {
    keys: key.id,
    "payment-methods": paymentMethodId,
    purchases: purchaseId,
    disputes: disputeId,
    agents: agentId,
    listings: listingId,
    accounts: other.accountId,
    webhooks: webhook.id,
  };
  const idOf = (path: string) => ids[path.split("/")[2] ?? ""] ?? crypto.randomUUID();
  const { routes } = openSite({
    ctx: api.ctx,
    reads: api.ctx,
    identity: openIdentity(api.config),
    tokens: createAgentTokens(api.config.AGENT_TOKEN_SECRET),
    reportError: () => {},
  });
  const pathsOf = (method: string) =>
    routes
      .filter((route) => route.method === method && !route.path.includes("*"))
      .map(({ path }) => path.replaceAll(/:\w+/g, () => idOf(path)));
  // Signing out would end the corpus.
  forms = pathsOf("POST").filter((path) => !path.includes("sign-out"));
  pages = pathsOf("GET");
  people = [
    { name: "who has everything", hasAll: true, visitor: await visitorOf(api, owner) },
    {
      name: "who has nothing",
      hasAll: false,
      visitor: await visitorOf(api, await newOwner(api)),
    },
  ];
}

type Call = { path: string; name: string; ask: () => Promise<Response> };
type Sent = { status: number; isInWords: boolean };

function post(path: string, visitor: Visitor, hostile: HostileForm): Promise<Response> {
  const { body, headers, isWithoutToken = false } = hostile;
  const contentType = hostile.contentType ?? "application/x-www-form-urlencoded";
  const cookie = [visitor.headers.cookie, headers?.cookie].filter(Boolean).join("; ");
  return fetch(base + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...visitor.headers, ...headers, cookie, "content-type": contentType },
    body: isWithoutToken ? body : `form_token=${visitor.formToken}&${body}`,
  });
}

async function answerOf({ ask }: Call): Promise<Sent> {
  const response = await ask();
  const { status } = response;
  const text = await response.text();
  // For headers over its limit the runtime itself answers with a bare status.
  const isInWords = status < 400 || status === headersTooLarge || /<h1|"detail":"[^"]/.test(text);
  return { status, isInWords };
}

/** The calls that were answered wrongly. */
async function findWrong(calls: Call[]) {
  const sent = [];
  for (const call of calls) {
    const answer = await child.measure(`${call.name}: ${call.path}`, () => answerOf(call));
    sent.push({ call, ...answer });
  }
  return sent
    .filter(({ status, isInWords }) => status === 0 || status >= 500 || !isInWords)
    .map(told);
}

const told = ({ call: { path, name }, ...sent }: Sent & { call: Call }) => ({
  path,
  name,
  ...sent,
});

test("the corpus meets every form and page of the site", () => {
  expect(forms.length).toBeGreaterThan(30);
  expect(pages.length).toBeGreaterThan(35);
});

describe("a hostile form to every address that takes one", () => {
  test.each(hostileForms.map((hostile) => [hostile.name, hostile] as const))(
    "%s",
    async (_, hostile) => {
      const place = hostileForms.indexOf(hostile);
      const calls = forms.flatMap((path, index) =>
        people
          // Without resources, most calls end before the form is read.
          .filter(({ hasAll }) => isInTurn(place, index, hasAll ? 3 : 9))
          .map(({ name, visitor }) => ({
            path,
            name: `${hostile.name}, of somebody ${name}`,
            ask: () => post(path, visitor, hostile),
          })),
      );
      expect(await findWrong(calls)).toEqual([]);
    },
    120_000,
  );
});

describe("a hostile address or header to every page of a signed-in person", () => {
  test.each(hostileRequests.map((hostile) => [hostile.name, hostile] as const))(
    "%s",
    async (_, hostile) => {
      const { query = "", path, headers = {} } = hostile;
      const place = hostileRequests.indexOf(hostile);
      const own = people[0]?.visitor.headers ?? { cookie: "" };
      const cookie = [own.cookie, headers.cookie].filter(Boolean).join("; ");
      const init = { headers: { ...own, ...headers, cookie }, redirect: "manual" as const };
      const asked =
        path === undefined
          ? pages.filter((_page, index) => isInTurn(place, index, 3))
          : [`/account${path}`];
      const calls = asked
        .filter((page) => !page.startsWith("/auth/"))
        .map((page) => ({
          path: page,
          name: hostile.name,
          ask: () => fetch(`${base}${page}?${query}`, init),
        }));
      expect(await findWrong(calls)).toEqual([]);
    },
    120_000,
  );
});
