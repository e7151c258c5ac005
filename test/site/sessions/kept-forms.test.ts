/** Input of a form whose session had ended returns after the sign-in, only to its author. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { reportedKinds } from "../../../db/vocabulary/report.ts";
import { openKeptForm } from "../../../platform/sealed/kept-form.ts";
import { formToken, sealSession } from "../../../platform/session.ts";
import { accountRoutes } from "../../../site/account/routes.ts";
import type { SiteContext } from "../../../site/site.ts";
import { sampleId } from "../purchase-samples.ts";
import { type Site, startSite } from "../site.ts";

let site: Site;
let skewMs = 0;
let isLive = true;
beforeAll(async () => {
  const now = () => new Date(Date.now() + skewMs);
  site = await startSite({ now, isSessionLive: async () => isLive });
});
afterAll(() => site.stop());

const hourMs = 3_600_000;
const ada = "account-of-ada";
const typed = `Typed by hand: "'><b data-hostile>&amp; 東京`;

/** A twelve-hour session that began this long ago. */
async function sessionOf(accountId = ada, ageMs = 0) {
  const { SESSION_SECRET } = site.config;
  const who = { accountId, email: "ada@example.com", emailVerified: true };
  const begun = new Date(Date.now() + skewMs - ageMs);
  const value = await sealSession(
    SESSION_SECRET,
    { sessionId: sampleId(1), ...who },
    12 * 3600,
    begun,
  );
  return { cookie: `dm_session=${value}`, token: formToken(SESSION_SECRET, value) };
}
const lapsed = () => sessionOf(ada, 13 * hourMs);

const own = { "sec-fetch-site": "same-origin" };
type Post = { cookie: string; fields: Record<string, string>; sender?: Record<string, string> };

/** Files are not kept: the browser has to send their names and bytes again. */
function withFile(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("attachments", new File(["year\n2013\n"], "rows.csv"));
  return form;
}

async function post(path: string, { cookie, fields, sender = own }: Post) {
  const body = path.endsWith("/dispute") ? withFile(fields) : new URLSearchParams(fields);
  const headers = { ...sender, cookie };
  const answer = await fetch(site.baseUrl + path, {
    method: "POST",
    redirect: "manual",
    headers,
    body,
  });
  const [kept = null] = answer.headers
    .getSetCookie()
    .filter((one) => one.startsWith("dm_kept_form="))
    .map((one) => one.split(";")[0] ?? "");
  return { status: answer.status, text: await answer.text(), kept, answer };
}

async function see(path: string, cookies: string[]): Promise<string> {
  const headers = { cookie: cookies.join("; ") };
  const answer = await fetch(site.baseUrl + path, { redirect: "manual", headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

/** Attributes and element contents are escaped differently. */
const holdsTyped = (html: string) => {
  const texts: string[] = [];
  const rewriter = new HTMLRewriter()
    .on("input, option", { element: (one) => void texts.push(one.getAttribute("value") ?? "") })
    .on("textarea", { text: ({ text }) => void texts.push(text) });
  return [rewriter.transform(html), texts.join("\n")].join("\n").includes("Typed by hand");
};
const notice = "The form contains what you typed before you left it";

const id = sampleId(2);
const gated = sampleId(50);
/** A seller's thread. */
const thread = sampleId(3);
const forms: [path: string, page: string, field: string][] = [
  [`/account/messages/${id}`, `/account/messages/${id}`, "message"],
  [`/account/messages/to/${id}`, `/account/messages/to/${id}`, "message"],
  [`/account/purchases/${id}/message`, `/account/purchases/${id}/message`, "message"],
  [`/account/purchases/${id}/dispute`, `/account/purchases/${id}`, "detail"],
  [`/account/sales/${id}/dispute`, `/account/sales/${id}`, "text"],
  [`/account/reviews/of/${id}`, `/account/reviews/of/${id}`, "text"],
  [`/account/reviews/${id}/answer`, `/account/reviews/${id}/answer`, "text"],
  [`/account/reviews/${id}/report`, `/account/reviews/${id}/report`, "detail"],
  ...reportedKinds.map((kind): [string, string, string] => {
    const path = `/account/reports/of/${kind}/${id}`;
    return [path, path, "detail"];
  }),
  [`/account/reports/decisions/${id}`, `/account/reports/decisions/${id}`, "text"],
  [`/account/seller-page/${id}`, `/account/seller-page/${id}`, "about"],
  ["/account/requests/new", "/account/requests/new", "description"],
  [`/account/requests/${id}/edit`, `/account/requests/${id}/edit`, "title"],
  ["/account/saved-searches/new", "/account/saved-searches/new", "name"],
  [`/account/saved-searches/${id}/edit`, `/account/saved-searches/${id}/edit`, "query"],
  [`/account/listings/${id}/terms`, `/account/listings/${id}/terms`, "description"],
  ["/account/collections/new", "/account/collections/new", "title"],
  ["/account/bundles/new", "/account/bundles/new", "title"],
  ["/account/coupons/new", "/account/coupons/new", "code"],
  [`/account/access/to/${id}`, `/account/access/to/${id}`, "answers.1"],
  [`/account/access/gate/${gated}`, `/account/access/gate/${gated}`, "questions"],
  [`/account/private-offers/new/${id}`, `/account/private-offers/new/${id}`, "note"],
  [`/account/private-offers/${id}/counter`, `/account/private-offers/${id}`, "note"],
  [`/account/private-offers/to/${thread}`, `/account/private-offers/to/${thread}`, "note"],
  [`/account/private-offers/for/${id}`, `/account/private-offers/for/${id}`, "note"],
  [`/account/datasets/${id}/buy`, `/datasets/${id}/buy`, "acceptance_sql"],
  [`/account/datasets/${id}/subscribe`, `/datasets/${id}/subscribe`, "acceptance_sql"],
  [`/account/datasets/${id}/bid`, `/datasets/${id}/bid`, "acceptance_sql"],
];

describe("a form that is sent after its session has ended", () => {
  test.each(forms)("%s comes back filled in on %s", async (path, page, field) => {
    const { cookie, token } = await lapsed();
    const fields = { form_token: token, [field]: typed, plan: "month" };
    const sent = await post(path, { cookie, fields });
    expect([sent.status, sent.text.includes("You are signed out")]).toEqual([403, true]);
    expect(sent.text).toContain(`return_to=${encodeURIComponent(page)}`);
    const { cookie: session } = await sessionOf();
    const filled = await see(page, [session, sent.kept ?? ""]);
    expect(filled).toContain(notice);
    expect(holdsTyped(filled)).toBe(true);
    expect(filled).not.toContain("<b data-hostile>");
    expect(await see(page, [session])).not.toContain(notice);
  });

  test("comes back for a delivery to a data request, which its address named", async () => {
    const { cookie, token } = await lapsed();
    const fields = { form_token: token, request_id: sampleId(1), note: typed };
    const { kept } = await post("/account/answers/new", { cookie, fields });
    const filled = await see("/account/answers/new", [(await sessionOf()).cookie, kept ?? ""]);
    expect([filled.includes(notice), holdsTyped(filled)]).toEqual([true, true]);
  });

  test("is kept for an hour, without tokens or whatever else was sent along", async () => {
    const { cookie, token } = await lapsed();
    const path = `/account/messages/to/${id}`;
    const secret = "sk_live_of_somebody";
    const fields = { form_token: token, once: "x".repeat(36), message: typed, password: secret };
    const { kept, answer } = await post(path, { cookie, fields });
    const [header] = answer.headers.getSetCookie();
    expect(header).toContain("Max-Age=3600; Path=/; HttpOnly; SameSite=Lax");
    const value = kept?.split("=")[1] ?? "";
    const opened = await openKeptForm(site.config.SESSION_SECRET, value, new Date());
    expect(opened).toEqual({ accountId: ada, path, fields: [["message", typed]] });
    expect(value).not.toContain(Buffer.from(typed).toString("base64url").slice(0, 12));
    skewMs = hourMs + 1000;
    const late = await see(path, [(await sessionOf()).cookie, kept ?? ""]);
    skewMs = 0;
    expect(late).not.toContain(notice);
  });

  test("is kept, too, where the session was ended from another device", async () => {
    const { cookie, token } = await sessionOf();
    isLive = false;
    const path = `/account/messages/${id}`;
    const { kept } = await post(path, { cookie, fields: { form_token: token, message: typed } });
    isLive = true;
    expect(await see(path, [cookie, kept ?? ""])).toContain(notice);
  });

  test("is shown to no other account, on no other page, and to no changed cookie", async () => {
    const { cookie, token } = await lapsed();
    const path = `/account/messages/to/${id}`;
    const { kept } = await post(path, { cookie, fields: { form_token: token, message: typed } });
    const { cookie: other } = await sessionOf("account-of-eve");
    const { cookie: session } = await sessionOf();
    const changed = `${kept?.slice(0, -12)}AAAAAAAAAAAA`;
    for (const [page, cookies] of [
      [path, [other, kept ?? ""]],
      [`/account/messages/to/${sampleId(3)}`, [session, kept ?? ""]],
      ["/account/requests/new", [session, kept ?? ""]],
      [path, [session, changed]],
      [path, [session, `dm_kept_form=${session.split("=")[1]}`]],
      [path, [session, "dm_kept_form=x"]],
    ] as const) {
      const text = await see(page, [...cookies]);
      expect([text.includes(notice), text.includes("Typed by hand")]).toEqual([false, false]);
    }
    const signedOut = await fetch(site.baseUrl + path, {
      redirect: "manual",
      headers: { cookie: kept ?? "" },
    });
    expect(signedOut.status).toBe(303);
  });

  test("is forgotten once it is sent in a session, and at signing out", async () => {
    const { cookie, token } = await lapsed();
    const path = `/account/messages/to/${id}`;
    const { kept } = await post(path, { cookie, fields: { form_token: token, message: typed } });
    const now = await sessionOf();
    const cookies = `${now.cookie}; ${kept}`;
    const fields = { form_token: now.token, once: crypto.randomUUID(), message: typed };
    expect((await post(path, { cookie: cookies, fields })).kept).toBe("dm_kept_form=");
    const out = await post("/auth/sign-out", { cookie: cookies, fields });
    expect(out.kept).toBe("dm_kept_form=");
  });
});

describe("nothing is kept", () => {
  test("of a form that another site sent, that is forged, or whose session is too long ago", async () => {
    const path = `/account/messages/to/${id}`;
    const { cookie, token } = await lapsed();
    const old = await sessionOf(ada, 25 * hourMs);
    const fields = { form_token: token, message: typed };
    const posts: Post[] = [
      { cookie, fields, sender: { "sec-fetch-site": "cross-site" } },
      { cookie, fields, sender: { origin: "https://evil.example" } },
      { cookie, fields, sender: {} },
      { cookie, fields: { message: typed } },
      { cookie, fields: { ...fields, form_token: (await lapsed()).token } },
      { cookie: "", fields },
      { cookie: old.cookie, fields: { ...fields, form_token: old.token } },
    ];
    for (const one of posts) {
      const { status, kept, text } = await post(path, one);
      expect([status, kept, text.includes("Typed by hand")]).toEqual([403, null, false]);
    }
  });

  test("of forms with secrets, files or money, and of acts without words", async () => {
    const kept = new Set(forms.map(([path]) => path.replace(/[0-9a-f-]{36}/, id)));
    // Of the first, only a choice; the second has a test of its own.
    kept.add(`/account/bundle-orders/${id}`).add("/account/answers/new");
    const others = accountRoutes({} as SiteContext)
      .filter(({ method }) => method === "post")
      .map(({ path }) => path.replaceAll(/:[a-z]+/g, id))
      .filter((path) => !kept.has(path) && path !== `/account/listings/${id}/file`);
    expect(others.length).toBeGreaterThan(30);
    const { cookie, token } = await lapsed();
    for (const path of others) {
      const answer = await post(path, { cookie, fields: { form_token: token, name: typed } });
      expect([path, answer.status, answer.kept]).toEqual([path, 403, null]);
    }
  });
});

test("input too long for a cookie is shown for copying", async () => {
  const { cookie, token } = await lapsed();
  const words = Array.from({ length: 12_000 }, (_, at) => ((at * 7919) % 46_656).toString(36));
  const description = `${words.join(" ").slice(0, 19_900)}</textarea><b data-hostile>`;
  const path = `/account/listings/${id}/terms`;
  const { kept, text } = await post(path, { cookie, fields: { form_token: token, description } });
  expect(kept).toBeNull();
  expect(text).toContain("too long to keep");
  expect(text).toContain(words.slice(0, 100).join(" "));
  expect(text).not.toContain("<b data-hostile>");
});
