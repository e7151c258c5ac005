/** A program that connects by OAuth, and the person in a browser who consents: both are real. */
import type { Browser } from "playwright-core";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { openTab } from "../site/chromium.ts";
import { visitorOf } from "../site/visitor.ts";
import type { TestApi } from "../support/api.ts";
import { freePort } from "../support/stack.ts";

/** A program's own listener on loopback, which receives the browser's redirect. */
export async function openCallback() {
  const port = await freePort();
  const arrivals: URLSearchParams[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/callback") arrivals.push(searchParams);
      return new Response("<!doctype html><title>program</title><h1>Back at the program</h1>", {
        headers: { "content-type": "text/html" },
      });
    },
  });
  const url = `http://127.0.0.1:${port}/callback`;
  return { url, port, arrivals, close: () => server.stop(true) };
}

/** The token storage that both generations of the SDK expect from a program. */
export function memoryProvider(redirectUrl: string) {
  const kept: Record<"client" | "tokens" | "verifier" | "discovery", unknown> = {
    client: undefined,
    tokens: undefined,
    verifier: undefined,
    discovery: undefined,
  };
  const asked: URL[] = [];
  return {
    asked,
    kept,
    redirectUrl,
    clientMetadata: {
      client_name: "Conformance client",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => "a-state",
    clientInformation: () => kept.client as { client_id: string } | undefined,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as { access_token: string; token_type: string } | undefined,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => String(kept.verifier),
    redirectToAuthorization: (url: URL) => {
      asked.push(url);
    },
  };
}

/** The signed-in person opens the program's address, reads the page and answers. */
export async function consentInBrowser(
  api: TestApi,
  browser: Browser,
  { owner, address }: { owner: OwnerActor; address: string },
  decision: "Allow" | "Deny" = "Allow",
) {
  const { headers } = await visitorOf(api, owner);
  const { context, page, complaints } = await openTab(browser);
  const [name = "", value = ""] = headers.cookie.split("=");
  const url = api.config.PUBLIC_BASE_URL;
  await context.addCookies([{ name, value, url }]);
  await page.goto(address);
  const text = await page.locator("main").textContent();
  await page.getByRole("button", { name: decision, exact: true }).click();
  await page.waitForURL(/\/callback\?/);
  await context.close();
  return { text, complaints };
}
