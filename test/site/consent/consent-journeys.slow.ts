/**
 * A person connects a program in a browser without scripts, adds a card on the way, and the program
 * buys.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import * as openid from "openid-client";
import type { Page } from "playwright-core";
import { registerClient } from "../../api/oauth/support.ts";
import { forFile } from "../../support/for-file.ts";
import { expectToSuitEverybody } from "../accessibility/accessibility.ts";
import { openTab } from "../chromium.ts";
import { expectHeading, newEmail, press, testJourneys } from "../journeys-support.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(120_000);

const { world, visit } = await testJourneys();
const program = await forFile(openProgram());

/** The address where a program on the person's own computer waits for its code. */
async function openProgram() {
  const asked: URL[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      asked.push(new URL(request.url));
      const page = "<!doctype html><title>program</title><h1>Back at the program</h1>";
      return new Response(page, { headers: { "content-type": "text/html" } });
    },
  });
  const redirectUri = `http://127.0.0.1:${server.port}/callback`;
  return { asked, redirectUri, close: () => server.stop(true) };
}

/**
 * The person's browser runs no scripts but the check needs them, so another tab shows the same
 * page.
 */
async function expectPageToSuitEverybody(page: Page): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page has no browser");
  const { page: shown, context } = await openTab(browser);
  await shown.goto(world.baseUrl);
  await shown.setContent(await page.content());
  await expectToSuitEverybody(shown, "consent");
  await context.close();
}

test("signs in, adds a card from the consent page, allows, and the program buys with that card", async () => {
  const { redirectUri } = program;
  const config = await registerClient(world.api, { redirect_uris: [redirectUri] });
  const verifier = openid.randomPKCECodeVerifier();
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "read purchase",
    state: "a-state",
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: world.baseUrl,
  });
  const { page } = await visit(newEmail("erin"), address.href);
  await expectHeading(page, "Let this program act for you?");
  const consentPage = page.url();
  await expectPageToSuitEverybody(page);
  await press(page, "Add a card");
  await page.getByRole("button", { name: "ending in 4242" }).first().click();
  await expectHeading(page, "Let this program act for you?");
  expect(page.url()).toBe(consentPage);
  expect(await page.getByLabel("Card").locator("option:checked").textContent()).toContain("4242");
  await press(page, "Allow");
  await expectHeading(page, "Back at the program");
  const [callback] = program.asked.filter(({ pathname }) => pathname === "/callback");
  const checks = { pkceCodeVerifier: verifier, expectedState: "a-state" };
  const tokens = await openid.authorizationCodeGrant(
    config,
    callback ?? new URL(redirectUri),
    checks,
  );
  const me = await world.api.send("GET", "/operator/me", { token: tokens.access_token });
  const [card] = me.body.payment_methods as { id: string }[];
  const bought = await world.buy(tokens.access_token, await world.offer(), card?.id ?? "no card");
  expect([bought.status, bought.body.status]).toEqual([201, "in_escrow"]);
});
