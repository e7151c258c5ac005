import * as openid from "openid-client";
import { Agent, DeadEnd, type Figures } from "../agent.ts";
import type { Market } from "../market.ts";
import { browse } from "../person.ts";

const redirectUri = "http://127.0.0.1:3999/callback";

/** Knows the endpoint's URL only: a refused call leads to the metadata, and a person consents. */
export async function signIn(market: Market, figures: Figures): Promise<void> {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_operator" } };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const counted = async (url: string | URL, init: RequestInit = {}) => {
    figures.calls += 1;
    return await fetch(url, init);
  };
  const refused = await counted(market.mcpUrl, {
    method: "POST",
    headers,
    body: JSON.stringify(call),
  });
  const challenge = refused.headers.get("www-authenticate") ?? "";
  const [, metadataUrl] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  if (metadataUrl === undefined) throw new DeadEnd(`no metadata in ${challenge}`);
  const metadata = (await (await counted(metadataUrl)).json()) as {
    resource: string;
    authorization_servers: string[];
  };
  const [issuer = ""] = metadata.authorization_servers;
  const config = await openid.dynamicClientRegistration(
    new URL(issuer),
    { client_name: "Bench agent", redirect_uris: [redirectUri] },
    openid.None(),
    { execute: [openid.allowInsecureRequests], algorithm: "oauth2" },
  );
  const verifier = openid.randomPKCECodeVerifier();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: "state",
    scope: "read purchase",
    resource: metadata.resource,
  });
  const callback = await browse(url, redirectUri, { email: market.email("oauth") });
  const checks = { pkceCodeVerifier: verifier, expectedState: "state" };
  const tokens = await openid.authorizationCodeGrant(config, callback, checks);
  // Discovery, registration, the person's pages as one, and the token.
  figures.calls += 4;
  const agent = await Agent.connect(market.mcpUrl, tokens.access_token, figures);
  const operator = await agent.call("get_operator");
  agent.fact("what it may do", operator, /scopes: (\w+, \w+)\./);
}
