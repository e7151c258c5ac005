/** Access tokens that are bound to a client's key (RFC 9449), by a real client and by hand-made proofs. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import * as openid from "openid-client";
import { DPOP_PROOF_SECONDS_MAX } from "../../../market/connection/limits.ts";
import { openTestApi, testApi } from "../../support/api.ts";
import { newOwner } from "../../support/operators.ts";
import { agree, ask, connect, registerClient } from "./support.ts";

const mcpUrl = "http://localhost:3998/mcp";
const api = await testApi({ MCP_PUBLIC_URL: mcpUrl });
const base = api.config.PUBLIC_BASE_URL;

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
type Proof = { claims?: JWTPayload; header?: object; keys?: Keys };

/** A client with a key, whose token is bound to it. */
async function bound({ resource = base }: { resource?: string } = {}) {
  const keys = await generateKeyPair("ES256", { extractable: true });
  const config = await registerClient(api);
  const handle = openid.getDPoPHandle(config, keys);
  const asked = await ask(config, { resource });
  const { callback } = await agree(api, await newOwner(api), asked);
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  const use = { DPoP: handle };
  const tokens = await openid.authorizationCodeGrant(config, callback, checks, {}, use);
  return { keys, config, handle, tokens, token: tokens.access_token };
}

async function proofOf(keys: Keys, token: string, { claims, header, keys: other }: Proof = {}) {
  const signer = other ?? keys;
  const ath = createHash("sha256").update(token).digest("base64url");
  const now = Math.floor(Date.now() / 1000);
  const all = { jti: crypto.randomUUID(), htm: "GET", htu: `${base}/purchases`, iat: now, ath };
  return new SignJWT({ ...all, ...claims })
    .setProtectedHeader({
      alg: "ES256",
      typ: "dpop+jwt",
      jwk: await exportJWK(signer.publicKey),
      ...header,
    })
    .sign(signer.privateKey);
}

type Sent = { proof?: string; scheme?: string; headers?: Record<string, string>; path?: string };

const read = (token: string, { proof, scheme = "DPoP", headers = {}, path = "/purchases" }: Sent) =>
  api.send("GET", path, {
    headers: {
      authorization: `${scheme} ${token}`,
      ...(proof === undefined ? {} : { dpop: proof }),
      ...headers,
    },
  });

describe("a real client", () => {
  test("gets a bound token, calls with it, and refreshes it with its key", async () => {
    const { config, handle, tokens } = await bound();
    expect(tokens.token_type).toBe("dpop");
    const call = (token: string) =>
      openid.fetchProtectedResource(
        config,
        token,
        new URL(`${base}/purchases?limit=1`),
        "GET",
        null,
        undefined,
        { DPoP: handle },
      );
    expect((await call(tokens.access_token)).status).toBe(200);
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", undefined, {
      DPoP: handle,
    });
    expect(next.token_type).toBe("dpop");
    expect((await call(next.access_token)).status).toBe(200);
  });

  test("cannot refresh a bound token without its key", async () => {
    const { config, tokens } = await bound();
    const refresh = openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    await expect(refresh).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("may register that it only takes bound tokens", async () => {
    const config = await registerClient(api, { dpop_bound_access_tokens: true });
    const asked = await ask(config);
    const { callback } = await agree(api, await newOwner(api), asked);
    const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
    const plain = openid.authorizationCodeGrant(config, callback, checks);
    await expect(plain).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("finds the algorithms in both metadata documents", async () => {
    const server = await api.send("GET", "/.well-known/oauth-authorization-server");
    const resource = await api.send("GET", "/.well-known/oauth-protected-resource");
    const algorithms = ["ES256", "EdDSA", "Ed25519"];
    expect(server.body.dpop_signing_alg_values_supported).toEqual(algorithms);
    expect(resource.body).toMatchObject({
      dpop_signing_alg_values_supported: algorithms,
      dpop_bound_access_tokens_required: false,
    });
  });
});

describe("the API", () => {
  test("refuses a bound token that comes without a proof, as a stolen one would", async () => {
    const { keys, token } = await bound();
    const cases: Sent[] = [
      { scheme: "Bearer" },
      { scheme: "Bearer", proof: await proofOf(keys, token) },
      {},
    ];
    for (const sent of cases) {
      const { status, body, headers } = await read(token, sent);
      expect([status, body.code]).toEqual([401, "dpop_proof_missing"]);
      expect(headers.get("www-authenticate")).toBe(
        'DPoP realm="dataset-market", error="invalid_token", algs="ES256 EdDSA Ed25519"',
      );
    }
  });

  test("takes each proof once, at any of its processes", async () => {
    const { keys, token } = await bound();
    const other = await openTestApi({
      DATABASE_URL: api.databaseUrl,
      PUBLIC_BASE_URL: base,
      MCP_PUBLIC_URL: mcpUrl,
    });
    const proof = await proofOf(keys, token);
    const headers = { authorization: `DPoP ${token}`, dpop: proof };
    const answers = await Promise.all(
      [api, other, api, other].map((at) => at.fetch(new Request(`${base}/purchases`, { headers }))),
    );
    await other.close();
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    const again = await read(token, { proof });
    expect(again.body).toMatchObject({ code: "dpop_proof_invalid" });
    expect(again.body.detail).toContain("used before");
    expect(again.headers.get("www-authenticate")).toContain('error="invalid_dpop_proof"');
  });

  const far = DPOP_PROOF_SECONDS_MAX + 60;
  const seconds = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => Proof | Promise<Proof>, string]>([
    ["another method", () => ({ claims: { htm: "POST" } }), "htm"],
    ["another path", () => ({ claims: { htu: `${base}/events` } }), "htu"],
    ["another host", () => ({ claims: { htu: "https://evil.example/purchases" } }), "htu"],
    ["no address", () => ({ claims: { htu: "purchases" } }), "htu"],
    ["an old one", () => ({ claims: { iat: seconds() - far } }), "before this server's time"],
    ["a future one", () => ({ claims: { iat: seconds() + far } }), "after this server's time"],
    ["another token", () => ({ claims: { ath: "x" } }), "ath"],
    ["no token", () => ({ claims: { ath: undefined } }), "ath"],
    ["no id", () => ({ claims: { jti: "" } }), "jti"],
    ["another type", () => ({ header: { typ: "JWT" } }), "dpop+jwt"],
    ["no key", () => ({ header: { jwk: undefined } }), "dpop+jwt"],
    ["another key", async () => ({ keys: await generateKeyPair("ES256") }), "another key"],
    [
      "a key that did not sign",
      async () => ({
        header: { jwk: await exportJWK((await generateKeyPair("ES256")).publicKey) },
      }),
      "dpop+jwt",
    ],
    ["a long one", () => ({ claims: { more: "x".repeat(5000) } }), "characters"],
  ])("refuses a proof with %s", async (_name, made, reason) => {
    const { keys, token } = await sharedClient();
    const { status, body } = await read(token, { proof: await proofOf(keys, token, await made()) });
    expect([status, body.code]).toEqual([401, "dpop_proof_invalid"]);
    expect(body.detail).toContain(reason);
  });

  test("refuses a private key in a proof, two proofs, and a text that is no proof", async () => {
    const { keys, token } = await sharedClient();
    const jwk = await exportJWK(keys.privateKey);
    const [one, two] = [await proofOf(keys, token), await proofOf(keys, token)];
    const proofs = [await proofOf(keys, token, { header: { jwk } }), `${one}, ${two}`, "x.y.z"];
    for (const proof of proofs) {
      expect((await read(token, { proof })).body.code).toBe("dpop_proof_invalid");
    }
  });

  test("ignores query and fragment of both addresses", async () => {
    const { keys, token } = await sharedClient();
    const claims = { htu: `${base}/purchases?limit=1#x` };
    const answer = await read(token, {
      proof: await proofOf(keys, token, { claims }),
      path: "/purchases?limit=2",
    });
    expect(answer.status).toBe(200);
  });

  test("takes an unbound token only as Bearer", async () => {
    const { tokens } = await connect(api, await newOwner(api));
    expect((await read(tokens.access_token, { scheme: "Bearer" })).status).toBe(200);
    expect((await read(tokens.access_token, {})).body.code).toBe("dpop_proof_invalid");
    expect((await read("dm_live_something", {})).body.code).toBe("token_invalid");
  });
});

describe("a token for MCP", () => {
  const client = bound({ resource: mcpUrl });
  const claims = { htm: "POST", htu: mcpUrl };
  const through = (use: string) => ({ "x-presented-at": mcpUrl, "x-presented-in": use });

  test("serves the calls of one MCP request with one proof", async () => {
    const { keys, token } = await client;
    const proof = await proofOf(keys, token, { claims });
    const one = { proof, headers: through("one") };
    expect((await read(token, one)).status).toBe(200);
    expect((await read(token, one)).status).toBe(200);
    const replayed = await read(token, { proof, headers: through("two") });
    expect(replayed.body).toMatchObject({ code: "dpop_proof_invalid" });
    const unnamed = await read(token, { proof, headers: { "x-presented-at": mcpUrl } });
    expect(unnamed.body).toMatchObject({ code: "dpop_proof_invalid" });
  });

  test("needs a proof for the MCP endpoint, not for the API's address", async () => {
    const { keys, token } = await client;
    const proof = await proofOf(keys, token);
    const answer = await read(token, { proof, headers: through("three") });
    expect(answer.body.code).toBe("dpop_proof_invalid");
    expect(answer.body.detail).toContain("htm");
  });
});

let shared: ReturnType<typeof bound> | undefined;
function sharedClient() {
  shared ??= bound();
  return shared;
}
