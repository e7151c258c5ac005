/** Signs in at the embedded identity provider without a browser, by requesting the same pages. */
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";

export type SignInOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  email: string;
};

export type SignedIn = { idToken: string; accessToken: string };

const discoverySchema = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() });
const tokenSchema = z.object({ id_token: z.string(), access_token: z.string() });
const REDIRECTS_MAX = 10;

/** Runs the code flow with PKCE to its end. Rejects if a page answers unexpectedly. */
export async function signInHeadless(options: SignInOptions): Promise<SignedIn> {
  const discovery = discoverySchema.parse(
    await (await fetch(`${options.issuer}/.well-known/openid-configuration`)).json(),
  );
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id: options.clientId,
    response_type: "code",
    redirect_uri: options.redirectUri,
    scope: "openid email profile",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: randomBytes(16).toString("base64url"),
  });
  const callback = await walkSignInPages(
    new URL(`${discovery.authorization_endpoint}?${query}`),
    options.redirectUri,
    options.email,
  );
  const code = callback.searchParams.get("code");
  if (code === null) throw new Error(`The provider refused the sign-in: ${callback.search}`);
  return exchangeCode(discovery.token_endpoint, code, verifier, options);
}

/**
 * Follows the provider's pages from `start`, submits `email` in the sign-in form, and returns the
 * address to which the provider redirects, which begins with `stopAt`.
 */
export async function walkSignInPages(start: URL, stopAt: string, email: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < REDIRECTS_MAX; step += 1) {
    const response = await fetch(url, {
      method: form ? "POST" : "GET",
      body: form,
      redirect: "manual",
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    keepCookies(cookies, response.headers.getSetCookie());
    const text = await response.text();
    const location = response.headers.get("Location");
    if (location !== null) {
      url = new URL(location, url);
      form = undefined;
      if (url.href.startsWith(stopAt)) return url;
      continue;
    }
    if (!response.ok || form !== undefined) {
      throw new Error(`The sign-in page ${url.pathname} answered ${response.status}: ${text}`);
    }
    form = new URLSearchParams({ email });
  }
  throw new Error(`The sign-in did not end within ${REDIRECTS_MAX} pages.`);
}

/** Only names and values: a single provider on one host needs no other attributes of cookies. */
function keepCookies(cookies: Map<string, string>, received: string[]): void {
  for (const header of received) {
    const [pair = ""] = header.split(";");
    const split = pair.indexOf("=");
    const value = pair.slice(split + 1);
    if (value === "") cookies.delete(pair.slice(0, split));
    else cookies.set(pair.slice(0, split), value);
  }
}

async function exchangeCode(
  endpoint: string,
  code: string,
  verifier: string,
  options: SignInOptions,
): Promise<SignedIn> {
  const response = await fetch(endpoint, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      redirect_uri: options.redirectUri,
      client_id: options.clientId,
      client_secret: options.clientSecret,
    }),
  });
  if (!response.ok) {
    throw new Error(`The token endpoint answered ${response.status}: ${await response.text()}`);
  }
  const tokens = tokenSchema.parse(await response.json());
  return { idToken: tokens.id_token, accessToken: tokens.access_token };
}
