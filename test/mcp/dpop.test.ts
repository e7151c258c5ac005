/** A DPoP proof for the MCP endpoint reaches the API, and serves one MCP request. */
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import * as openid from "openid-client";
import { agree, ask, registerClient } from "../api/oauth/support.ts";
import { testApi } from "../support/api.ts";
import { newOwner } from "../support/operators.ts";
import { freePort } from "../support/stack.ts";
import { testMcp } from "./support.ts";

const port = await freePort();
const url = `http://localhost:${port}/mcp`;
const api = await testApi({ MCP_PUBLIC_URL: url });
const apiUrl = api.config.PUBLIC_BASE_URL;
await testMcp({ apiUrl, port });

const keys = await generateKeyPair("EdDSA", { extractable: true });

async function boundToken(): Promise<string> {
  const config = await registerClient(api);
  const asked = await ask(config, { resource: url });
  const { callback } = await agree(api, await newOwner(api), asked);
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  const use = { DPoP: openid.getDPoPHandle(config, keys) };
  return (await openid.authorizationCodeGrant(config, callback, checks, {}, use)).access_token;
}

async function proofOf(token: string): Promise<string> {
  const ath = createHash("sha256").update(token).digest("base64url");
  return new SignJWT({ jti: crypto.randomUUID(), htm: "POST", htu: url, ath })
    .setIssuedAt()
    .setProtectedHeader({ alg: "EdDSA", typ: "dpop+jwt", jwk: await exportJWK(keys.publicKey) })
    .sign(keys.privateKey);
}

const call = (headers: Record<string, string>) =>
  fetch(`${url}?tools=buy`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "list_purchases", arguments: {} },
    }),
  });

test("a tool is called with a bound token and a proof, which counts once", async () => {
  const token = await boundToken();
  const proof = await proofOf(token);
  const proved = { authorization: `DPoP ${token}`, dpop: proof };
  const answer = await call(proved);
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining("0 purchases"),
  ]);
  const replayed = await call(proved);
  expect(replayed.status).toBe(401);
  expect(replayed.headers.get("www-authenticate")).toStartWith(
    'DPoP realm="dataset-market", error="invalid_dpop_proof"',
  );
  const stolen = await call({ authorization: `Bearer ${token}` });
  expect(stolen.status).toBe(401);
  expect(stolen.headers.get("www-authenticate")).toContain('error="invalid_token"');
});
