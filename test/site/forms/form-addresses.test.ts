/** Reopening the address of a refused form: on reload, from the history, or after a sign-in. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { accountRoutes } from "../../../site/account/routes.ts";
import { administrationRoutes } from "../../../site/admin/routes.ts";
import type { SiteContext } from "../../../site/site.ts";
import { sampleId } from "../purchase-samples.ts";
import { type Site, sessionOf, startSite } from "../site.ts";

let site: Site;
let isLive = true;
beforeAll(async () => {
  site = await startSite({ isSessionLive: async () => isLive });
});
afterAll(() => site.stop());

const routes = [...accountRoutes({} as SiteContext), ...administrationRoutes({} as SiteContext)];
/** Addresses called by scripts, which no browser opens. */
const ofScripts = /uploads|\/attach$/;
const formPaths = [
  ...routes.filter(({ method }) => method === "post").map(({ path }) => path),
  "/auth/sign-out",
].filter((path) => !ofScripts.test(path));
const filled = (path: string) => path.replaceAll(/:[a-z]+/g, sampleId(2));

const pages: Record<string, string> = {
  "/account/purchases/:id/dispute": "/account/purchases/:id",
  "/account/purchases/:id/confirm": "/account/purchases/:id",
  "/account/sales/:id/dispute": "/account/sales/:id",
  "/account/sales/payouts": "/account/sales",
  "/account/datasets/:id/buy": "/datasets/:id/buy",
  "/account/datasets/:id/bid": "/datasets/:id/bid",
  "/account/offers/:id/pay": "/account/offers/:id",
  "/account/requests/:id/answers/:answer/accept": "/account/requests/:id",
  "/account/webhooks/:id/deliveries/:delivery/retry": "/account/webhooks/:id",
  "/admin/chargebacks/:id/evidence/files": "/admin/chargebacks/:id/evidence",
  "/auth/sign-out": "/",
};

async function open(path: string, cookie = "") {
  const answer = await fetch(site.baseUrl + path, { redirect: "manual", headers: { cookie } });
  await answer.body?.cancel();
  return { status: answer.status, location: answer.headers.get("location") };
}

describe("opened again, the address of a form leads to the form", () => {
  test.each(Object.entries(pages))("%s is on %s", async (form, page) => {
    expect(formPaths).toContain(form);
    const { cookie } = await sessionOf("ada@example.com", site);
    const expected = { status: 303, location: filled(page) };
    expect(await open(filled(form), cookie)).toEqual(expected);
    expect(await open(filled(form))).toEqual(expected);
  });

  test("each form's address is a page, or leads to one", async () => {
    expect(formPaths.length).toBeGreaterThan(60);
    const gets = new Set(routes.filter(({ method }) => method === "get").map(({ path }) => path));
    const missing = formPaths.filter((path) => path !== "/auth/sign-out" && !gets.has(path));
    expect(missing).toEqual([]);
  });

  test.each(["keys", "requests", "saved-searches", "webhooks"])(
    "what makes a new one of the %s is refused at the address of its own form",
    async (subject) => {
      const path = `/account/${subject}/new`;
      const { cookie } = await sessionOf("ada@example.com", site);
      const shown = await (await fetch(site.baseUrl + path, { headers: { cookie } })).text();
      expect(shown).toContain(`<form method="post" action="${path}"`);
    },
  );
});

test("a person signed out while sending a form returns to that form", async () => {
  const { cookie, token } = await sessionOf("ada@example.com", site);
  isLive = false;
  const returns = await Promise.all(
    ["/account/purchases/:id/confirm", "/account/keys/new", "/account/datasets/:id/buy"].map(
      async (form) => {
        const answer = await fetch(site.baseUrl + filled(form), {
          method: "POST",
          headers: { cookie, "sec-fetch-site": "same-origin" },
          body: new URLSearchParams({ form_token: token }),
        });
        expect(answer.status).toBe(403);
        return /return_to=([^"&]+)/.exec(await answer.text())?.[1];
      },
    ),
  );
  isLive = true;
  const paths = returns.map((path) => decodeURIComponent(path ?? ""));
  expect(paths).toEqual([
    filled("/account/purchases/:id/confirm"),
    "/account/keys/new",
    filled("/datasets/:id/buy"),
  ]);
});
