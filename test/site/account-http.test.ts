/** The account area for clients that are not browsers, or are malicious. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { MarketError } from "../../market/errors.ts";
import { accountRoutes } from "../../site/account/routes.ts";
import type { AccountUseCases } from "../../site/account/use-cases.ts";
import { administrationRoutes } from "../../site/admin/routes.ts";
import type { AdministrationUseCases } from "../../site/admin/use-cases.ts";
import type { SiteContext } from "../../site/site.ts";
import { paidListing, purchaseOf, testMarket } from "../support/market.ts";
import { newKey, newOwner } from "../support/operators.ts";
import { emptyAccount, nothingWaits, sampleAccount, sampleSecret } from "./account-samples.ts";
import { sampleId } from "./purchase-samples.ts";
import { type Site, sessionOf, startSite } from "./site.ts";
import { visitorOf } from "./visitor.ts";

const own = { "sec-fetch-site": "same-origin" };
const admin = { kind: "admin" as const, accountId: sampleId(99), email: "ada@example.com" };

/** The pages' calls of the use cases, by name. */
const market = await testMarket();
let asked: string[];
let site: Site;
let hostile: Site;
const hostileText = `"'><b data-hostile>&amp;`;

beforeAll(async () => {
  asked = [];
  [site, hostile] = await Promise.all([
    startSite(observed(sampleAccount())),
    startSite(observed(sampleAccount(hostileText))),
  ]);
});
afterAll(() => Promise.all([site.stop(), hostile.stop()]));

/** An administrator's sample account that records the calls. */
function observed(world: { account: AccountUseCases; administration: AdministrationUseCases }) {
  const standing: AccountUseCases["standing"] = async () => ({
    suspendedReason: null,
    termsDue: null,
    admin,
    pendingAgents: 0,
    waitingPurchases: 0,
    ...nothingWaits,
  });
  const noting = <Functions extends object>(functions: Functions): Functions =>
    new Proxy(functions, {
      get(target, name, receiver) {
        if (name !== "standing") asked.push(String(name));
        return Reflect.get(target, name, receiver);
      },
    });
  return {
    account: noting({ ...world.account, standing }),
    administration: noting(world.administration),
  };
}

/** Every address of both areas; parameters become ids from the sample account. */
const routes = [
  ...accountRoutes({} as SiteContext),
  ...administrationRoutes({} as SiteContext),
].map(({ method, path, leadsToForm }) => ({
  method,
  leadsToForm,
  path: path.replaceAll(/:[a-z]+/g, path.includes("payment-methods") ? "pm_1Sample" : sampleId(2)),
}));
/** Addresses called by a page's script return JSON. */
const pages = routes.filter(
  ({ method, path, leadsToForm }) =>
    method === "get" && !leadsToForm && !/\*$|\/uploads/.test(path),
);
const forms = routes.filter(({ method }) => method === "post");

function get(path: string, cookie = "", at = site): Promise<Response> {
  return fetch(at.baseUrl + path, { redirect: "manual", headers: cookie ? { cookie } : {} });
}

type Posted = { cookie?: string; sender?: Record<string, string>; fields: Record<string, string> };

function post(path: string, { cookie = "", sender = own, fields }: Posted, at = site) {
  return fetch(at.baseUrl + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...sender, ...(cookie ? { cookie } : {}) },
    body: bodyOf(path, fields),
  });
}

/** A listing's file form is multipart, or empty. */
function bodyOf(path: string, fields: Record<string, string>): URLSearchParams | FormData {
  if (!path.endsWith("/file")) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("there are all the pages and forms that this suite speaks of", () => {
  expect(pages.length).toBeGreaterThanOrEqual(20);
  expect(forms.length).toBeGreaterThanOrEqual(18);
});

test("the header's bell counts unread notifications only where the count is at hand", async () => {
  const busy = await startSite();
  const { cookie } = await sessionOf("ada@example.com", busy);
  const bell = async (path: string, at: Site, session: string) =>
    (await (await get(path, session, at)).text()).match(
      /class="bar-bell".*?aria-label="(.*?)"/,
    )?.[1];
  expect(await bell("/account", busy, cookie)).toBe("Notifications: 99+ unread");
  const { path: approval } = busy.addAgent({ ownerEmail: "ada@example.com" });
  expect(await bell(approval, busy, cookie)).toBe("Notifications");
  expect(await bell("/requests", busy, "")).toBeUndefined();
  await busy.stop();
  const calm = await sessionOf("ada@example.com", site);
  expect(await bell("/account", site, calm.cookie)).toBe("Notifications");
});

describe("without a session", () => {
  test.each(pages)("$path leads to the sign-in and back", async ({ path }) => {
    const response = await get(path);
    expect(response.status).toBe(303);
    const { pathname, searchParams } = new URL(
      response.headers.get("location") ?? "",
      site.baseUrl,
    );
    expect([pathname, searchParams.get("return_to")]).toEqual(["/auth/sign-in", path]);
  });

  test("the secret of a payment stays behind on the way to the sign-in", async () => {
    const path = `/account/purchases/${sampleId(1)}/bank?payment_intent=pi_1`;
    const secret = "payment_intent_client_secret=pi_1_secret_x";
    const response = await get(`${path}&${secret}&redirect_status=succeeded`);
    const { searchParams } = new URL(response.headers.get("location") ?? "", site.baseUrl);
    expect(searchParams.get("return_to")).toBe(`${path}&redirect_status=succeeded`);
  });

  test.each(forms)("a form of $path does nothing and says that one is signed out", async (form) => {
    asked = [];
    const response = await post(form.path, { fields: { form_token: "x" } });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("You are signed out");
    expect(asked).toEqual([]);
  });
});

/** Forms on pages that are the same for everybody: they carry no token of the session. */
const publicPageForms = ["/account/following/save", "/account/saved-searches/save"];

describe("a forged form", () => {
  test.each(forms)("of $path is refused and does nothing", async ({ path }) => {
    const { cookie, token } = await sessionOf("ada@example.com", site);
    const { token: foreign } = await sessionOf("ada@example.com", site);
    const forgeries: Posted[] = [
      { cookie, sender: { "sec-fetch-site": "cross-site" }, fields: { form_token: token } },
      { cookie, sender: { origin: "https://evil.example" }, fields: { form_token: token } },
      { cookie, sender: {}, fields: { form_token: token } },
      ...(publicPageForms.includes(path)
        ? []
        : [
            { cookie, fields: {} },
            { cookie, fields: { form_token: foreign } },
          ]),
    ];
    asked = [];
    for (const forgery of forgeries) expect((await post(path, forgery)).status).toBe(403);
    expect(asked).toEqual([]);
  });
});

/** Pages whose forms continue at the provider, to add a card or a payout account. */
const leavingPages =
  /^\/account\/(payment-methods|sales|requests\/new)$|^\/account\/offers\/|\/(buy|bid|subscribe|trial)$/;

describe("every page", () => {
  test("forbids foreign scripts, frames and storing; a few may send their forms on to the provider", async () => {
    const { cookie } = await sessionOf("ada@example.com", site);
    for (const { path } of pages) {
      const { headers } = await get(path, cookie);
      const target = leavingPages.test(path) ? "'self' https://hosted.example" : "'self'";
      const store = path.endsWith("/file") ? " https://bucket.example" : "";
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; " +
          `script-src 'self'; connect-src 'self'${store}; form-action ${target}; ` +
          "base-uri 'none'; frame-ancestors 'none'",
      ]);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-robots-tag")).toBe("noindex");
    }
  });

  test("shows what people and agents wrote as text", async () => {
    const { cookie, token } = await sessionOf(`${hostileText}@example.com`, hostile);
    const query = `?q=${encodeURIComponent(hostileText)}&done=${encodeURIComponent(hostileText)}`;
    for (const { path } of pages) {
      const answer = await get(path + query, cookie, hostile);
      const text = await answer.text();
      // No browser reads a file as markup.
      const isFile = answer.headers.get("content-disposition")?.startsWith("attachment") ?? false;
      if (isFile) continue;
      expect(text).not.toContain("<b data-hostile");
    }
    const detail = hostileText;
    const names = ["name", "budget_cents", "message", "url", "description", "api_key_id"];
    const texts = Object.fromEntries(names.map((name) => [name, hostileText]));
    const fields = { form_token: token, detail, ...texts };
    for (const { path } of forms) {
      const text = await (await post(path, { cookie, fields }, hostile)).text();
      expect(text).not.toContain("<b data-hostile");
    }
    expect(hostile.reported).toEqual([]);
  });

  test("has less than 100 kB, whatever an account holds", async () => {
    const { cookie } = await sessionOf("ada@example.com", site);
    for (const { path } of pages) {
      const { byteLength } = await (await get(path, cookie)).arrayBuffer();
      expect([path, byteLength < 100_000]).toEqual([path, true]);
    }
  });

  test("holds no script but files of its own, and nothing that runs one", async () => {
    const { cookie } = await sessionOf("ada@example.com", site);
    for (const { path } of pages) {
      const text = await (await get(path, cookie)).text();
      const own =
        /<script type="module" fetchpriority="low" src="\/assets\/[\w.-]+\?v=[\w-]+"><\/script>/g;
      const foreign = text.replaceAll(own, "");
      expect(foreign).not.toMatch(/<script|javascript:|\son[a-z]+=|\sstyle=/i);
    }
  });

  test("that does not exist is 404 within the area", async () => {
    const { cookie } = await sessionOf("ada@example.com", site);
    for (const path of ["/account/nowhere", "/account/keys/1/2/3", "/admin/nowhere"]) {
      const response = await get(path, cookie);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await response.text()).toContain("Payment methods");
    }
  });
});

describe("the key's secret", () => {
  test("stands on one page of its session alone, which nobody stores, and in no address", async () => {
    const { cookie, token } = await sessionOf("ada@example.com", site);
    const form = new URLSearchParams({
      form_token: token,
      name: "research",
      budget_cents: "20",
      once: crypto.randomUUID(),
    });
    form.append("scopes", "read");
    const made = await post("/account/keys/new", { cookie, fields: Object.fromEntries(form) });
    expect(made.status).toBe(303);
    const path = made.headers.get("location") ?? "";
    expect(path).toMatch(/^\/account\/keys\/[0-9a-f-]{36}\/secret$/);
    const response = await get(path, cookie);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const other = await get(path, (await sessionOf("ada@example.com", site)).cookie);
    expect(other.status).toBe(410);
    expect(await other.text()).not.toContain(sampleSecret);
    expect(await response.text()).toContain(sampleSecret);
    for (const { path } of pages) {
      expect(await (await get(path, cookie)).text()).not.toContain(sampleSecret);
    }
  });
});

describe("a page of a list", () => {
  test("is asked for by its offset; nonsense gives the first one", async () => {
    const offsets: number[] = [];
    const own = await startSite({
      account: {
        ...emptyAccount(),
        listPurchases: async (_, { offset }) => {
          offsets.push(offset);
          return { items: [], total: 0, totalCents: 0 };
        },
      },
    });
    try {
      const { cookie } = await sessionOf("ada@example.com", own);
      for (const offset of ["40", "-1", "1e3", "x", "999999", ""]) {
        await get(`/account/purchases?offset=${offset}&status=nonsense`, cookie, own);
      }
      expect(offsets).toEqual([40, 0, 0, 0, 100_000, 0]);
    } finally {
      await own.stop();
    }
  });
});

describe("a button that was pressed too often", () => {
  test("answers 429 with Retry-After within the area, and says when it works again", async () => {
    const testWebhook = () =>
      Promise.reject(new MarketError("rate_limited", "Too many.", { retryAfterSeconds: 700 }));
    const own = await startSite({ account: { ...emptyAccount(), testWebhook } });
    try {
      const { cookie, token } = await sessionOf("ada@example.com", own);
      const path = `/account/webhooks/${sampleId(1)}/test`;
      const response = await post(path, { cookie, fields: { form_token: token } }, own);
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, "700"]);
      const text = await response.text();
      expect(text).toContain("Too many. Try again in 12 minutes.");
      expect(text).toContain("Payment methods");
    } finally {
      await own.stop();
    }
  });
});

describe("while the payment provider is away", () => {
  test("adding a card answers 503 with Retry-After, and says that nothing was lost", async () => {
    const away = () =>
      Promise.reject(
        new MarketError("payments_unavailable", "Nothing was lost: try again in a moment.", {
          retryAfterSeconds: 5,
        }),
      );
    const account = { ...emptyAccount(), beginCardSetup: away, beginPayoutSetup: away };
    const own = await startSite({ account });
    try {
      const { cookie, token } = await sessionOf("ada@example.com", own);
      for (const path of ["/account/payment-methods", "/account/sales/payouts"]) {
        const response = await post(path, { cookie, fields: { form_token: token } }, own);
        expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
        expect(await response.text()).toContain("Nothing was lost");
      }
    } finally {
      await own.stop();
    }
  });
});

describe("what belongs to others", () => {
  test("cannot be seen, changed or used: 403 for purchases, 404 for the rest", async () => {
    const { api, buyer, seller } = market;
    const purchaseId = await purchaseOf(market, await paidListing(market));
    const { key } = await newKey(api, buyer.owner);
    const stranger = await visitorOf(api, await newOwner(api));
    const purchase = `/account/purchases/${purchaseId}`;
    const seen = [
      await stranger.open(purchase),
      await stranger.open(`${purchase}/download`),
      await stranger.submit(`${purchase}/confirm`),
      await stranger.submit(`${purchase}/dispute`, { reason: "other", detail: "Mine." }),
      await stranger.open(`${purchase}/dispute/${purchaseId}`),
      await stranger.open(`/account/sales/${purchaseId}`),
      await stranger.submit(`/account/sales/${purchaseId}/dispute`, { text: "Mine." }),
      await stranger.open(`/account/keys/${key.id}`),
      await stranger.submit(`/account/keys/${key.id}/revoke`),
      await stranger.submit(`/account/keys/${key.id}`, { name: "mine", scopes: "read" }),
      await stranger.submit(`/account/payment-methods/${buyer.cardId}/default`),
      await stranger.submit(`/account/payment-methods/${buyer.cardId}/remove`),
      await stranger.open(`/account/agents/${seller.agentId}/revoke`),
      await stranger.submit(`/account/agents/${seller.agentId}/revoke`),
      await stranger.open(`/account/agents/${seller.agentId}`),
      await stranger.open(`/account/agents/${seller.agentId}/token`),
      await stranger.submit(`/account/agents/${seller.agentId}`, { agent_name: "mine" }),
      await stranger.submit(`/account/agents/${seller.agentId}/rotate`),
      await stranger.open(`/account/agents/${seller.agentId}/delete`),
      await stranger.submit(`/account/agents/${seller.agentId}/delete`),
      await stranger.open("/account/payment-methods/return?setup=cs_test_of_somebody_else"),
    ];
    expect(seen.map(({ status }) => status)).toEqual([
      ...[403, 403, 403, 403, 403],
      ...[404, 404],
      ...[404, 404, 404],
      ...[400, 400],
      ...[404, 404],
      ...[404, 404, 404, 404, 404, 404],
      400,
    ]);
    for (const { text } of seen) expect(text).not.toContain("Iris flowers");
    const mine = await visitorOf(api, buyer.owner);
    expect((await mine.open(purchase)).text).toContain("Confirm the delivery");
    expect((await mine.open(`/account/keys/${key.id}`)).text).toContain("Revoke this key");
  });

  test("stays out of the lists: a new account sees none of it", async () => {
    await purchaseOf(market, await paidListing(market));
    const stranger = await visitorOf(market.api, await newOwner(market.api));
    for (const name of [
      "",
      "/keys",
      "/purchases",
      "/messages",
      "/webhooks",
      "/agents",
      "/listings",
      "/sales",
    ]) {
      const { status, text } = await stranger.open(`/account${name}`);
      expect(status).toBe(200);
      expect(text).not.toContain("Iris flowers");
    }
  });
});
