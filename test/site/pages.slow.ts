/** The pages in a browser, signing in at the embedded identity provider. */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expectToSuitEverybody } from "./accessibility/accessibility.ts";
import { BROWSER_START_TIMEOUT_MS, launchChromium, openTab } from "./chromium.ts";
import { sampleId } from "./purchase-samples.ts";
import { type Site, startSite } from "./site.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(60_000);

let browser: Browser;
let site: Site;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), startSite()]);
}, BROWSER_START_TIMEOUT_MS);

afterAll(async () => {
  await browser.close();
  await site.stop();
});

beforeEach(async () => {
  ({ context, page, complaints } = await openTab(browser, { baseURL: site.baseUrl }));
});

afterEach(() => context.close());

/** Starts at the provider's page, as a person would: types the address, presses the button. */
async function signInAs(email: string): Promise<void> {
  // The page focuses the field when it is first drawn. If typing came earlier, that focus is
  // refused and the browser logs a complaint.
  await page.getByLabel("E-mail address").and(page.locator(":focus")).fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${site.baseUrl}/**`);
}

async function openSignedIn(path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("link", { name: /^Sign in to (decide|see it)$/ }).click();
  await signInAs(email);
}

/** Waits, since a click returns before the next page has loaded. */
async function expectHeading(name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

test("the first key leads past the header to the content", async () => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  expect(await skip.and(page.locator(":focus")).count()).toBe(1);
  expect((await skip.boundingBox())?.height).toBeGreaterThan(20);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.locator("main :focus").count()).toBe(1);
});

describe("the approval", () => {
  test("lets the owner sign in and approve, records who did, and later says it is done", async () => {
    const { code, path } = site.addAgent({ ownerEmail: "ada@example.com" });
    await page.goto(path);
    await expectHeading("A seller agent asks for your approval");
    expect(await page.content()).toContain("a***@example.com");
    expect(await page.content()).not.toContain("ada@example.com");

    await page.getByRole("link", { name: "Sign in to decide" }).click();
    await signInAs("ada@example.com");
    expect(new URL(page.url()).pathname).toBe(path);
    await expectHeading("Approve this seller agent?");

    await page.getByRole("button", { name: "Approve agent" }).click();
    await expectHeading("The agent is approved");
    expect(site.findAgent(code)?.state).toBe("verified");
    const decision = site.decisions.find((made) => made.code === code);
    expect(decision?.owner).toMatchObject({ email: "ada@example.com", emailVerified: true });
    expect(decision?.owner.accountId).toStartWith("account-of-user_");

    await page.goto(path);
    await expectHeading("This agent is approved already");
    expect(await page.getByRole("button", { name: "Approve agent" }).count()).toBe(0);

    await context.clearCookies();
    await page.goto(path);
    await expectHeading("This request has been decided");
    await page.getByRole("link", { name: "Sign in to see it" }).click();
    await signInAs("ada@example.com");
    await expectHeading("This agent is approved already");
  });

  test("lets the owner reject", async () => {
    const { code, path } = site.addAgent({ ownerEmail: "ben@example.com" });
    await openSignedIn(path, "ben@example.com");
    await page.getByRole("button", { name: "Reject" }).click();
    await expectHeading("The agent is rejected");
    expect(site.findAgent(code)?.state).toBe("rejected");
  });

  test("matches the owner's address without regard to case", async () => {
    const { path } = site.addAgent({ ownerEmail: "carla@example.com" });
    await openSignedIn(path, "Carla@Example.com");
    await expectHeading("Approve this seller agent?");
  });

  test("refuses somebody else with 403, and lets the owner in by another sign-in", async () => {
    const { code, path } = site.addAgent({ ownerEmail: "dora@example.com" });
    await openSignedIn(path, "mallory@example.com");
    await expectHeading("This request is for another person");
    expect((await page.reload())?.status()).toBe(403);
    expect(await page.getByRole("button", { name: "Approve agent" }).count()).toBe(0);

    await page.getByRole("link", { name: "Sign in as someone else" }).click();
    await signInAs("dora@example.com");
    await page.getByRole("button", { name: "Approve agent" }).click();
    await expectHeading("The agent is approved");
    expect(site.findAgent(code)?.state).toBe("verified");
  });

  test("refuses the owner while the provider does not vouch for the address", async () => {
    const { path } = site.addAgent({ ownerEmail: "eve@unverified.example" });
    await openSignedIn(path, "eve@unverified.example");
    await expectHeading("Your e-mail address is not verified");
    expect((await page.reload())?.status()).toBe(403);
  });

  test("answers an unknown or expired code with 404 and says what to do", async () => {
    const response = await page.goto("/approve/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    expect(response?.status()).toBe(404);
    await expectHeading("This approval link does not work");
  });

  test("shows what was decided when the owner decides twice in two tabs", async () => {
    const { code, path } = site.addAgent({ ownerEmail: "finn@example.com" });
    await openSignedIn(path, "finn@example.com");
    const other = await context.newPage();
    await other.goto(path);
    await other.getByRole("button", { name: "Approve agent" }).click();
    await other.getByRole("heading", { name: "The agent is approved" }).waitFor();

    await page.getByRole("button", { name: "Reject" }).click();
    await expectHeading("This agent is approved already");
    expect(site.findAgent(code)?.state).toBe("verified");
  });

  test("shows a hostile agent name as text and runs none of it", async () => {
    const agentName = `<img src=x onerror=alert(1)></h2><script>alert(2)</script>"'&`;
    const { path } = site.addAgent({ ownerEmail: "gwen@example.com", agentName });
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs += 1;
      return dialog.dismiss();
    });
    for (const email of ["gwen@example.com", "mallory@example.com"]) {
      await context.clearCookies();
      await page.goto(path);
      expect(await page.locator(".agent-name").textContent()).toBe(agentName);
      await page.getByRole("link", { name: "Sign in to decide" }).click();
      await signInAs(email);
      expect(await page.locator("main").textContent()).toContain(agentName);
      expect(await page.locator("script, main img").count()).toBe(0);
    }
    expect(dialogs).toBe(0);
    expect(complaints.filter((text) => !text.includes("403"))).toEqual([]);
  });
});

describe("the session", () => {
  test("ends with signing out: the page asks to sign in again", async () => {
    const { path } = site.addAgent({ ownerEmail: "hana@example.com" });
    await openSignedIn(path, "hana@example.com");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expectHeading("A seller agent asks for your approval");
    expect(new URL(page.url()).pathname).toBe(path);
    const names = (await context.cookies(site.baseUrl)).map(({ name }) => name);
    expect(names).not.toContain("dm_session");
  });

  test("is kept in a cookie that no script can read and that other sites cannot send", async () => {
    const { path } = site.addAgent({ ownerEmail: "ivan@example.com" });
    await openSignedIn(path, "ivan@example.com");
    const cookies = await context.cookies(site.baseUrl);
    const session = cookies.find(({ name }) => name === "dm_session");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(await page.evaluate("document.cookie")).toBe("");
    expect(cookies.map(({ name }) => name)).not.toContain("dm_sign_in");
  });

  test("does not begin when the sign-in is cancelled; the page offers another try", async () => {
    const { path } = site.addAgent({ ownerEmail: "jane@example.com" });
    await page.goto(path);
    await page.getByRole("link", { name: "Sign in to decide" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(`${site.baseUrl}/**`);
    await expectHeading("The sign-in was cancelled");

    await page.getByRole("link", { name: "Sign in again" }).click();
    await signInAs("jane@example.com");
    await expectHeading("Approve this seller agent?");
  });
});

describe("every page", () => {
  type Visit = { name: string; open: () => Promise<unknown> };
  const longName = "an-agent-name-without-any-place-to-break-it-".repeat(3);
  const unsubscribePath = `/unsubscribe/search/${sampleId(1)}/known`;
  const agent = (email: string, state: "pending" | "verified" | "rejected" | "revoked") =>
    site.addAgent({ ownerEmail: email, agentName: longName, state }).path;
  const visits: Visit[] = [
    { name: "home", open: () => page.goto("/") },
    { name: "connect", open: () => page.goto("/connect") },
    { name: "board", open: () => page.goto("/requests?offset=20&status=closed") },
    { name: "board empty", open: () => page.goto("/requests?query=nothing") },
    {
      name: "board faulty",
      open: async () => {
        await page.goto("/requests");
        await page.getByText("More filters").click();
        await page.getByLabel("Budget, at least (USD)").fill("a lot");
        await page.getByRole("button", { name: "Show" }).click();
        await page.getByRole("alert").waitFor();
      },
    },
    { name: "board request", open: () => page.goto(`/requests/${sampleId(1)}`) },
    { name: "board request unknown", open: () => page.goto(`/requests/${sampleId(9)}`) },
    { name: "sign-in", open: () => page.goto(agent("kim@example.com", "pending")) },
    { name: "unknown", open: () => page.goto("/approve/unknown") },
    { name: "visitor report", open: () => page.goto(`/report/dataset/${sampleId(1)}`) },
    ...["unconfirmed", "waits", "decided", "unknown"].map((code) => ({
      name: `visitor report ${code}`,
      open: () => page.goto(`/report/status/${sampleId(1)}/${code}`),
    })),
    { name: "unsubscribe", open: () => page.goto(unsubscribePath) },
    {
      name: "unsubscribed",
      open: async () => {
        await page.goto(unsubscribePath);
        await page.getByRole("button", { name: "Unsubscribe" }).click();
        await expectHeading("You are unsubscribed");
      },
    },
    { name: "unsubscribe unknown", open: () => page.goto(`${unsubscribePath}x`) },
    { name: "stale sign-in", open: () => page.goto("/auth/callback?code=1&state=2") },
    { name: "decision", open: () => openOwn("kim@example.com", "pending") },
    { name: "approved", open: () => openOwn("kim@example.com", "verified") },
    { name: "rejected", open: () => openOwn("kim@example.com", "rejected") },
    { name: "revoked", open: () => openOwn("kim@example.com", "revoked") },
    { name: "unverified", open: () => openOwn("kim@unverified.example", "pending") },
    {
      name: "somebody else",
      open: () => openSignedIn(agent("kim@example.com", "pending"), "lea@x.eu"),
    },
  ];
  const openOwn = (email: string, state: "pending" | "verified" | "rejected" | "revoked") =>
    openSignedIn(agent(email, state), email);

  test.each(visits)(
    "$name: accessible in both colour schemes, and fits a phone",
    async ({ name, open }) => {
      await open();
      await expectToSuitEverybody(page, name);
      expect(complaints.filter((text) => !/status of 40\d/.test(text))).toEqual([]);
    },
  );

  test("works with scripts switched off", async () => {
    const plain = await browser.newContext({ baseURL: site.baseUrl, javaScriptEnabled: false });
    page = await plain.newPage();
    const { code, path } = site.addAgent({ ownerEmail: "mia@example.com" });
    await openSignedIn(path, "mia@example.com");
    await page.getByRole("button", { name: "Approve agent" }).click();
    await expectHeading("The agent is approved");
    expect(site.findAgent(code)?.state).toBe("verified");
    await plain.close();
  });
});
