/** The pages for clients that are not browsers, or are malicious. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { walkSignInPages } from "../../dev/parts/sign-in-headless.ts";
import { MarketError } from "../../market/errors.ts";
import { IdentityUnavailableError } from "../../platform/identity/port.ts";
import { type Site, sessionOf as sessionAt, startSite } from "./site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

type Options = { headers?: Record<string, string>; body?: BodyInit; method?: string };

function request(path: string, options: Options = {}, at = site): Promise<Response> {
  return fetch(at.baseUrl + path, { redirect: "manual", ...options });
}

function sessionOf(email: string, at = site, ageSeconds = 0) {
  return sessionAt(email, at, ageSeconds);
}

async function expectPage(response: Response, status: number, words: string): Promise<string> {
  const text = await response.text();
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(text).toContain(words);
  return text;
}

describe("a posted decision", () => {
  const own = { "sec-fetch-site": "same-origin" };

  async function setUp() {
    const { code, path } = site.addAgent({ ownerEmail: "ada@example.com" });
    const { cookie, token } = await sessionOf("ada@example.com");
    const body = new URLSearchParams({ decision: "approve", form_token: token });
    return { code, path, cookie, token, body };
  }

  test("is taken from the site's own form, by Sec-Fetch-Site or else by Origin", async () => {
    for (const sender of [own, { origin: site.baseUrl }]) {
      const { code, path, cookie, body } = await setUp();
      const headers = { ...sender, cookie };
      const response = await request(path, { method: "POST", headers, body });
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toBe(`${path}?decided=verified`);
      expect(site.findAgent(code)?.state).toBe("verified");
    }
  });

  test("is refused from another site, even with the owner's cookie and a right token", async () => {
    const { code, path, cookie, body } = await setUp();
    const senders: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: site.baseUrl },
      { origin: "https://evil.example" },
      { origin: "null" },
      {},
    ];
    for (const sender of senders) {
      const headers = { ...sender, cookie };
      const response = await request(path, { method: "POST", headers, body });
      await expectPage(response, 403, "The request comes from another site");
    }
    expect(site.findAgent(code)?.state).toBe("pending");
  });

  test("is refused without the form's token, and with the one of another session", async () => {
    const { code, path, cookie } = await setUp();
    const other = await sessionOf("ada@example.com");
    for (const token of ["", other.token]) {
      const body = new URLSearchParams({ decision: "approve", form_token: token });
      const response = await request(path, { method: "POST", headers: { ...own, cookie }, body });
      await expectPage(response, 403, "The request comes from another site");
    }
    expect(site.findAgent(code)?.state).toBe("pending");
  });

  test("of somebody else changes nothing and leads to the page that says so", async () => {
    const { code, path } = await setUp();
    const { cookie, token } = await sessionOf("mallory@example.com");
    const body = new URLSearchParams({ decision: "approve", form_token: token });
    const headers = { ...own, cookie };
    const response = await request(path, { method: "POST", headers, body });
    expect(response.headers.get("location")).toBe(path);
    await expectPage(await request(path, { headers }), 403, "This request is for another person");
    expect(site.findAgent(code)?.state).toBe("pending");
  });

  test("without a session, or with one that ended, leads back to the sign-in", async () => {
    const { code, path, body } = await setUp();
    const ended = await sessionOf("ada@example.com", site, 3601);
    for (const cookie of ["", ended.cookie]) {
      const response = await request(path, { method: "POST", headers: { ...own, cookie }, body });
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toBe(path);
    }
    expect(site.findAgent(code)?.state).toBe("pending");
  });

  test("that is no form, too large, or undecided is refused with a page", async () => {
    const { path, cookie, token } = await setUp();
    const headers = { ...own, cookie };
    const post = (body: BodyInit, type?: string) =>
      request(path, {
        method: "POST",
        headers: type ? { ...headers, "content-type": type } : headers,
        body,
      });
    const json = JSON.stringify({ decision: "approve", form_token: token });
    await expectPage(
      await post(json, "application/json"),
      415,
      "accepts only forms from this site",
    );
    const huge = new URLSearchParams({ decision: "approve", filler: "x".repeat(132_000) });
    await expectPage(await post(huge), 413, "The body is too large");
    const undecided = new URLSearchParams({ decision: "maybe", form_token: token });
    await expectPage(await post(undecided), 400, "Choose to approve or to reject");
  });
});

describe("signing in", () => {
  test("carries the wanted path through the provider and back, and sets the session", async () => {
    const path = site.addAgent({ ownerEmail: "ada@example.com" }).path;
    const start = await request(`/auth/sign-in?return_to=${encodeURIComponent(path)}`);
    expect(start.status).toBe(303);
    const [stateCookie = ""] = start.headers.getSetCookie();
    expect(stateCookie).toStartWith("dm_sign_in=");
    expect(stateCookie).toContain("HttpOnly");
    const provider = new URL(start.headers.get("location") ?? "");
    const callback = await walkSignInPages(provider, site.baseUrl, "ada@example.com");
    const back = callback.pathname + callback.search;
    const headers = { cookie: stateCookie.split(";")[0] ?? "" };

    const finished = await request(back, { headers });
    expect(finished.status).toBe(303);
    expect(finished.headers.get("location")).toBe(path);
    const cookies = finished.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith("dm_session="))).toContain("Max-Age=86400");
    expect(cookies).toContain("dm_sign_in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");

    const replayed = await request(back, { headers });
    expect(replayed.headers.getSetCookie()).toEqual([]);
    await expectPage(replayed, 400, "The sign-in did not succeed");
  });

  test("without its cookie, with another's, or with far too long an answer is refused", async () => {
    for (const query of ["", "?code=abc&state=def", `?code=${"x".repeat(9000)}`]) {
      const response = await request(`/auth/callback${query}`);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(response.status).toBe(400);
    }
  });

  test("answers 503 with Retry-After while the provider is away, and says so in words", async () => {
    const refuse = () => Promise.reject(new IdentityUnavailableError("refused", "no_answer"));
    const away = await startSite({ identity: { startSignIn: refuse, finishSignIn: refuse } });
    try {
      for (const path of ["/auth/sign-in", "/auth/callback?code=1&state=2"]) {
        const response = await request(path, {}, away);
        expect(response.headers.get("retry-after")).toBe("10");
        await expectPage(response, 503, "Signing in is not possible right now");
      }
      expect(away.reported).toHaveLength(2);
    } finally {
      await away.stop();
    }
  });

  test("out needs the site's own form too", async () => {
    const { cookie, token } = await sessionOf("ada@example.com");
    const post = (sender: string, form_token: string) =>
      request("/auth/sign-out", {
        method: "POST",
        headers: { cookie, "sec-fetch-site": sender },
        body: new URLSearchParams({ form_token, return_to: "//evil.example" }),
      });
    expect((await post("cross-site", token)).status).toBe(403);
    expect((await post("same-origin", "")).status).toBe(403);
    const done = await post("same-origin", token);
    expect(done.status).toBe(303);
    expect(done.headers.get("location")).toBe("/");
    expect(done.headers.getSetCookie()[0]).toStartWith("dm_session=; Max-Age=0");
  });
});

describe("every answer", () => {
  test("forbids foreign scripts, frames and foreign forms; private ones are not stored", async () => {
    const { path } = site.addAgent({ ownerEmail: "ada@example.com" });
    for (const visited of ["/", path, "/approve/unknown", "/auth/sign-in", "/auth/callback"]) {
      const { headers } = await request(visited);
      // Approval pages run no script at all.
      const scripts = visited === path ? "" : "script-src 'self'; connect-src 'self'; ";
      expect([visited, headers.get("content-security-policy")]).toEqual([
        visited,
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; " +
          `${scripts}form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      ]);
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      const cacheControl = visited === "/" ? "public, max-age=60" : "no-store";
      expect(headers.get("cache-control")).toBe(cacheControl);
    }
  });

  test("to an unexpected failure is a page with the request id and none of the error", async () => {
    const broken = await startSite({
      viewApproval: () => Promise.reject(new Error("password of the database")),
      viewFrontPage: () => Promise.reject(new Error("password of the database")),
    });
    try {
      for (const path of [broken.addAgent({ ownerEmail: "a@b.co" }).path, "/"]) {
        const response = await request(path, {}, broken);
        const text = await expectPage(response, 500, "request-of-this-test");
        expect(text).not.toContain("password");
      }
    } finally {
      await broken.stop();
    }
  });

  test("shows whatever comes from outside as text, on every page that shows it", async () => {
    const hostile = `"'><b data-hostile>&amp;`;
    const ownerEmail = `${hostile}@example.com`;
    const refuse = () => Promise.reject(new MarketError("invalid_request", hostile));
    const own = await startSite({ decideApproval: refuse, reportError: () => hostile });
    const { cookie, token } = await sessionOf(ownerEmail, own);
    const stranger = await sessionOf(`${hostile}@elsewhere.example`, own);
    const agent = { ownerEmail, ownerEmailMasked: hostile, agentName: hostile };
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    try {
      const { path } = own.addAgent(agent);
      const body = new URLSearchParams({ decision: "approve", form_token: token });
      const pages = await Promise.all([
        request(path, {}, own),
        request(path, { headers }, own),
        request(path, { headers: { cookie: stranger.cookie } }, own),
        request(own.addAgent({ ...agent, state: "verified" }).path, { headers }, own),
        request(path, { method: "POST", headers, body }, own),
        request("/auth/callback", {}, own),
      ]);
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 403, 200, 400, 400]);
      for (const page of pages) {
        const text = await page.text();
        expect(text).toContain("&lt;b data-hostile");
        expect(text).not.toContain("<b data-hostile");
      }
    } finally {
      await own.stop();
    }
  });

  test("to a code of a wrong shape is 404, and no use case is asked", async () => {
    const asked: string[] = [];
    const own = await startSite({
      viewApproval: async (code) => {
        asked.push(code);
        return null;
      },
    });
    try {
      for (const code of ["x", "a".repeat(129), "%00".repeat(20), "..%2f..%2fetc%2fpasswd%20"]) {
        const page = await request(`/approve/${code}`, {}, own);
        await expectPage(page, 404, "This approval link does not work");
      }
      expect(asked).toEqual([]);
    } finally {
      await own.stop();
    }
  });

  test("with the home page names the catalogue's numbers, and goes without when there are none", async () => {
    await expectPage(await request("/"), 200, "1,284");
    const empty = await startSite({ viewFrontPage: async () => null });
    try {
      const text = await expectPage(await request("/", {}, empty), 200, "Connect your agent");
      expect(text).not.toContain("Browse by category");
    } finally {
      await empty.stop();
    }
  });

  test("with an asset is kept for good under its content's address, and checked under others", async () => {
    const home = await (await request("/")).text();
    const address = /href="(\/assets\/site\.css\?v=[^"]+)"/.exec(home)?.[1] ?? "";
    const kept = await request(address);
    expect(kept.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(kept.headers.get("content-type")).toBe("text/css; charset=utf-8");
    const etag = kept.headers.get("etag") ?? "";
    const again = await request("/assets/site.css", { headers: { "if-none-match": etag } });
    expect([again.status, again.headers.get("content-type")]).toEqual([304, null]);
    expect(again.headers.get("vary")).toBe("accept-encoding");
    expect((await request("/assets/site.css?v=old")).headers.get("cache-control")).toBe("no-cache");
    expect((await request("/assets/icon.svg")).headers.get("content-type")).toBe("image/svg+xml");
  });

  test("with a style sheet that names only our own font: a browser looks for each before it paints", async () => {
    const css = await (await request("/assets/site.css")).text();
    const named = [...css.matchAll(/(?:font-family|font|--font|--mono):\s*([^;}]+)/g)].map(
      ([, value = ""]) => value,
    );
    expect(named.length).toBeGreaterThan(4);
    const own =
      /(?:inherit|var\(--(?:mono|font)\)|"Inter Variable"(?:, system-ui, sans-serif)?|ui-monospace, monospace)$/;
    expect(named.filter((value) => !own.test(value))).toEqual([]);
    const [, address = ""] = /url\("([^"]+)"\)/.exec(css) ?? [];
    const font = await request(address);
    expect(font.headers.get("content-type")).toBe("font/woff2");
    expect(font.headers.get("cache-control")).toContain("immutable");
    expect(new TextDecoder().decode((await font.arrayBuffer()).slice(0, 4))).toBe("wOF2");
    expect(await (await request("/")).text()).toContain(`rel="preload" href="${address}"`);
  });
});

describe("the theme", () => {
  const choose = (theme: string, headers: Record<string, string> = {}) =>
    request("/theme", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", ...headers },
      body: new URLSearchParams({ theme }),
    });

  test("is chosen by a form without script, returns to its page, and marks every page", async () => {
    const chosen = await choose("dark", { referer: `${site.baseUrl}/sell?x=1` });
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, "/sell?x=1"]);
    const [cookie = ""] = chosen.headers.getSetCookie();
    expect(cookie).toBe("theme=dark; Max-Age=31536000; Path=/; SameSite=Lax");
    for (const path of ["/", "/sell", "/approve/unknown"]) {
      const html = await (await request(path, { headers: { cookie: "a=b; theme=dark" } })).text();
      expect(html).toContain('<html lang="en" data-theme="dark">');
      expect(html).toContain('<option value="dark" selected>');
    }
    expect(await (await request("/")).text()).toContain('<html lang="en">');
  });

  test("goes back to the system's, and never to another site", async () => {
    const chosen = await choose("system", { referer: "https://evil.example/" });
    expect(chosen.headers.get("location")).toBe("/");
    expect(chosen.headers.getSetCookie()[0]).toStartWith("theme=; Max-Age=0");
    const odd = await choose('"><script>');
    expect(odd.headers.getSetCookie()[0]).toStartWith("theme=; Max-Age=0");
    expect((await choose("dark", { "sec-fetch-site": "cross-site" })).status).toBe(403);
  });
});
