/** The embedded identity provider. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { startIdentity } from "../../dev/parts/identity.ts";
import { signInHeadless } from "../../dev/parts/sign-in-headless.ts";
import { createTestDir, freePort, getStack } from "../support/stack.ts";

const redirectUri = "http://localhost:4999/auth/callback";

describe("the embedded identity provider", () => {
  test("signs in any address, with the e-mail in an ID token that its keys verify", async () => {
    const { identity } = await getStack();
    const { idToken } = await signInHeadless({
      ...identity,
      redirectUri,
      email: "Ada@Example.com",
    });
    const keys = createRemoteJWKSet(new URL(`${identity.issuer}/jwks`));
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: identity.issuer,
      audience: identity.clientId,
    });
    expect(payload).toMatchObject({ email: "ada@example.com", email_verified: true });
    expect(payload.sub).not.toContain("@");
  });

  test("gives an access token that its userinfo endpoint answers to", async () => {
    const { identity } = await getStack();
    const { accessToken } = await signInHeadless({
      ...identity,
      redirectUri,
      email: "b@b.example",
    });
    const response = await fetch(`${identity.issuer}/me`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    expect(await response.json()).toMatchObject({ email: "b@b.example", email_verified: true });
  });

  test("calls an address at unverified.example not verified", async () => {
    const { identity } = await getStack();
    const email = "eve@unverified.example";
    const { idToken } = await signInHeadless({ ...identity, redirectUri, email });
    expect(decodeJwt(idToken)).toMatchObject({ email, email_verified: false });
  });

  test("refuses a redirect to a foreign address and a text that is no e-mail", async () => {
    const { identity } = await getStack();
    const foreign = { ...identity, redirectUri: "http://evil.example/auth/callback" };
    await expect(signInHeadless({ ...foreign, email: "a@a.example" })).rejects.toThrow("400");
    const typo = signInHeadless({ ...identity, redirectUri, email: "no address" });
    await expect(typo).rejects.toThrow("not an e-mail address");
  });

  test("refuses a wrong client secret", async () => {
    const { identity } = await getStack();
    const thief = { ...identity, clientSecret: "guessed", redirectUri, email: "a@a.example" };
    await expect(signInHeadless(thief)).rejects.toThrow("invalid_client");
  });

  test("keeps its signing key over a restart, so that earlier tokens stay valid", async () => {
    const folder = createTestDir();
    const client = { clientId: "client", clientSecret: "secret-of-the-client" };
    const options = {
      ...client,
      port: await freePort(),
      dataDir: folder,
      logFile: join(folder, "log"),
      cookieSecret: "cookie",
      redirectUris: [redirectUri],
    };
    const first = await startIdentity(options);
    const { issuer } = first;
    const { idToken } = await signInHeadless({
      ...client,
      issuer,
      redirectUri,
      email: "a@a.example",
    });
    await first.stop();
    const second = await startIdentity(options);
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
    const { payload } = await jwtVerify(idToken, keys);
    expect(payload.email).toBe("a@a.example");
    await second.stop();
  });
});
