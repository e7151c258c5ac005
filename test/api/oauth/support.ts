/**
 * An OAuth client and its person in tests: the library is real, and the consent goes through the
 * port.
 */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import * as openid from "openid-client";
import { oauthRecords } from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { type ConnectionScope, connectionScopes } from "../../../db/vocabulary/connection.ts";
import { oauthIdHash } from "../../../market/connection/access-token.ts";
import { openConnection } from "../../../market/connection/open-connection.ts";
import type { TestApi } from "../../support/api.ts";

export const redirectUri = "http://127.0.0.1:3999/callback";

/** Registers a client dynamically; `issuer` is the API where it discovers the other addresses. */
export async function registerClient(
  api: Pick<TestApi, "config">,
  metadata: Record<string, unknown> = {},
): Promise<openid.Configuration> {
  return openid.dynamicClientRegistration(
    new URL(api.config.PUBLIC_BASE_URL),
    { client_name: "Test client", redirect_uris: [redirectUri], ...metadata },
    openid.None(),
    { execute: [openid.allowInsecureRequests], algorithm: "oauth2" },
  );
}

/** A client with a known id. */
export async function knownClient(
  api: Pick<TestApi, "config">,
  clientId: string,
): Promise<openid.Configuration> {
  const options = { execute: [openid.allowInsecureRequests], algorithm: "oauth2" as const };
  const issuer = new URL(api.config.PUBLIC_BASE_URL);
  return openid.discovery(issuer, clientId, undefined, openid.None(), options);
}

/** A person's browser: stores cookies by path and follows no redirects by itself. */
class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  async get(url: URL | string): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** The request it would send to this address, as the page's code receives it. */
  request(url: string): Request {
    const cookie = [...this.#cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
    return new Request(url, { headers: { cookie } });
  }

  names(): string[] {
    return [...this.#cookies.keys()].sort();
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=");
    const path = attributes.find((attribute) => attribute.startsWith("path="))?.slice(5) ?? "/";
    if (value === "") this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}

export type Asking = {
  scope?: string;
  resource?: string | null;
  /** A second resource. */
  alsoFor?: string;
  verifier?: string;
  parameters?: Record<string, string>;
};

/** Begins an authorisation; `uid` names the interaction that waits for the person. */
export async function ask(config: openid.Configuration, asking: Asking = {}) {
  const verifier = asking.verifier ?? openid.randomPKCECodeVerifier();
  const server = config.serverMetadata();
  const resource = asking.resource === undefined ? server.issuer : asking.resource;
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: "a-state",
    scope: asking.scope ?? connectionScopes.join(" "),
    ...(resource === null ? {} : { resource }),
    ...asking.parameters,
  });
  if (asking.alsoFor !== undefined) url.searchParams.append("resource", asking.alsoFor);
  const browser = new Browser();
  const response = await browser.get(url);
  const location = response.headers.get("location") ?? "";
  const page = new URL(location, server.issuer).href;
  return { browser, response, verifier, page, uid: page.split("/").at(-1) ?? "" };
}

/** The person agrees to the request, as on the consent page; returns the final address. */
export async function agree(
  api: Pick<TestApi, "ctx" | "authorizationServer">,
  owner: OwnerActor,
  { browser, page, uid }: Awaited<ReturnType<typeof ask>>,
  terms: { scopes?: ConnectionScope[]; connects?: boolean } = {},
) {
  const { authorizations } = api.authorizationServer;
  const request = browser.request(page);
  const found = await authorizations.find(request, uid);
  if (found === null) throw new Error("the request does not wait for this browser");
  const scopes = terms.scopes ?? found.scopesAsked;
  const { accountId } = owner;
  let [grantId, location] = ["", ""];
  const makeGrant = async (granted: ConnectionScope[]) => {
    const made = await authorizations.allow(request, uid, { accountId, scopes: granted });
    [grantId, location] = [made.grantId, made.location];
    return grantId;
  };
  if (terms.connects === false) await makeGrant(scopes);
  const connection =
    terms.connects === false
      ? null
      : await openConnection(api.ctx, owner, { client: found, terms: { scopes }, makeGrant });
  const answer = await browser.get(location);
  return { grantId, connection, callback: new URL(answer.headers.get("location") ?? location) };
}

/** The complete flow: a client with its tokens, and the connection they act as. */
export async function connect(
  api: Pick<TestApi, "ctx" | "config" | "authorizationServer">,
  owner: OwnerActor,
  asking: Asking = {},
) {
  const config = await registerClient(api);
  const asked = await ask(config, asking);
  const { callback, connection, grantId } = await agree(api, owner, asked);
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  const tokens = await openid.authorizationCodeGrant(config, callback, checks);
  if (connection === null) throw new Error("no connection was made");
  return { config, tokens, connection, grantId, callback };
}

/** Posts a form to one of the server's addresses, as no library would send it. */
export async function post(
  api: Pick<TestApi, "config">,
  path: string,
  form: Record<string, string> | string,
) {
  const response = await fetch(`${api.config.PUBLIC_BASE_URL}${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** Backdates the use of a refresh token by this many seconds. */
export async function usedAgo(db: TestApi["db"], seconds: number, refreshToken: string) {
  const idHash = oauthIdHash(refreshToken);
  await db
    .update(oauthRecords)
    .set({ consumedAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(and(eq(oauthRecords.idHash, idHash), isNotNull(oauthRecords.consumedAt)));
}
