/** Sign-in and bearer tokens at the real embedded provider, in its own process. */
import { describe, expect, test } from "bun:test";
import { signInHeadless, walkSignInPages } from "../../dev/parts/sign-in-headless.ts";
import { openIdentity } from "../../platform/identity/openid.ts";
import { CALLBACK_PATH, SignInError } from "../../platform/identity/port.ts";
import { openSignInState, sealSignInState } from "../../platform/session.ts";
import { altered } from "../support/altered.ts";
import { getStack } from "../support/stack.ts";

const BASE_URL = "http://localhost:4321";
const SESSION_SECRET = ["a-secret-of-this-test-that-is-long-enough"] as const;

async function open(overrides: { now?: () => Date } = {}) {
  const { identity } = await getStack();
  const config = {
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: identity.clientId,
    OIDC_CLIENT_SECRET: identity.clientSecret,
    PUBLIC_BASE_URL: BASE_URL,
    SESSION_SECRET,
    ALLOW_INSECURE_LOOPBACK: true,
  };
  return { identity: openIdentity(config, overrides.now), provider: identity };
}

async function walk(redirectUrl: string, email: string): Promise<string> {
  const callback = BASE_URL + CALLBACK_PATH;
  return (await walkSignInPages(new URL(redirectUrl), callback, email)).href;
}

async function tokensOf(email: string) {
  const { provider } = await open();
  return signInHeadless({ ...provider, redirectUri: BASE_URL + CALLBACK_PATH, email });
}

function faultOf(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => "none",
    (error: unknown) => (error instanceof SignInError ? error.fault : String(error)),
  );
}

describe("the sign-in", () => {
  test("goes by code, PKCE, state and nonce, and ends with the person and the way back", async () => {
    const { identity, provider } = await open();
    const started = await identity.startSignIn({ returnTo: "/approve/abc?x=1" });
    const query = new URL(started.redirectUrl).searchParams;
    expect(query.get("response_type")).toBe("code");
    expect(query.get("code_challenge_method")).toBe("S256");
    expect(query.get("code_challenge")).toHaveLength(43);
    expect(query.get("state")).not.toBeEmpty();
    expect(query.get("nonce")).not.toBeEmpty();
    expect(query.get("prompt")).toBeNull();

    const callbackUrl = await walk(started.redirectUrl, "Ada@Example.com");
    const { stateCookieValue } = started;
    expect(await identity.finishSignIn({ callbackUrl, stateCookieValue })).toEqual({
      claims: {
        issuer: provider.issuer,
        subject: expect.any(String),
        email: "ada@example.com",
        emailVerified: true,
      },
      returnTo: "/approve/abc?x=1",
    });
  });

  test("keeps the PKCE verifier out of reach: the cookie shows nothing of it", async () => {
    const { identity } = await open();
    const { stateCookieValue, redirectUrl } = await identity.startSignIn({ returnTo: "/" });
    const held = await openSignInState(SESSION_SECRET, stateCookieValue, new Date());
    const parts = stateCookieValue
      .split(".")
      .map((part) => Buffer.from(part, "base64url").toString());
    for (const secret of [held?.codeVerifier ?? "?", held?.nonce ?? "?"]) {
      expect([stateCookieValue, ...parts].join()).not.toContain(secret);
    }
    expect(redirectUrl).not.toContain(held?.codeVerifier ?? "?");
  });

  test("asks for a new login when another account is wanted", async () => {
    const { identity } = await open();
    const started = await identity.startSignIn({ returnTo: "/", chooseAccount: true });
    expect(new URL(started.redirectUrl).searchParams.get("prompt")).toBe("login");
  });

  test("says when the provider does not vouch for the address", async () => {
    const { identity } = await open();
    const { redirectUrl, stateCookieValue } = await identity.startSignIn({ returnTo: "/" });
    const callbackUrl = await walk(redirectUrl, "bob@unverified.example");
    const { claims } = await identity.finishSignIn({ callbackUrl, stateCookieValue });
    expect(claims).toMatchObject({ email: "bob@unverified.example", emailVerified: false });
  });

  test("is refused with a state that was changed, is missing, or is of another sign-in", async () => {
    const { identity } = await open();
    const mine = await identity.startSignIn({ returnTo: "/" });
    const other = await identity.startSignIn({ returnTo: "/" });
    const callbackUrl = await walk(mine.redirectUrl, "ada@example.com");
    const changed = new URL(callbackUrl);
    changed.searchParams.set("state", "made-up");
    const { stateCookieValue } = mine;
    const attempts = [
      { callbackUrl: changed.href, stateCookieValue },
      { callbackUrl, stateCookieValue: undefined },
      { callbackUrl, stateCookieValue: other.stateCookieValue },
      { callbackUrl, stateCookieValue: altered(stateCookieValue) },
    ];
    for (const attempt of attempts) {
      expect(await faultOf(identity.finishSignIn(attempt))).toBe("state_mismatch");
    }
    // None of them consumed the code.
    expect(await faultOf(identity.finishSignIn({ callbackUrl, stateCookieValue }))).toBe("none");
  });

  test("is refused ten minutes after it was begun", async () => {
    let now = new Date();
    const { identity } = await open({ now: () => now });
    const { redirectUrl, stateCookieValue } = await identity.startSignIn({ returnTo: "/" });
    const callbackUrl = await walk(redirectUrl, "ada@example.com");
    now = new Date(now.getTime() + 601_000);
    const late = identity.finishSignIn({ callbackUrl, stateCookieValue });
    expect(await faultOf(late)).toBe("state_mismatch");
  });

  test("is refused with a code that was used before", async () => {
    const { identity } = await open();
    const { redirectUrl, stateCookieValue } = await identity.startSignIn({ returnTo: "/" });
    const callbackUrl = await walk(redirectUrl, "ada@example.com");
    await identity.finishSignIn({ callbackUrl, stateCookieValue });
    const again = identity.finishSignIn({ callbackUrl, stateCookieValue });
    expect(await faultOf(again)).toBe("invalid_response");
  });

  test("is refused when nonce or PKCE verifier are not the ones it was begun with", async () => {
    const { identity } = await open();
    for (const changed of [{ nonce: "another" }, { codeVerifier: "v".repeat(43) }]) {
      const { redirectUrl, stateCookieValue } = await identity.startSignIn({ returnTo: "/" });
      const callbackUrl = await walk(redirectUrl, "ada@example.com");
      const held = await openSignInState(SESSION_SECRET, stateCookieValue, new Date());
      if (held === null) throw new Error("The cookie does not open.");
      const swapped = await sealSignInState(SESSION_SECRET, { ...held, ...changed }, new Date());
      const finished = identity.finishSignIn({ callbackUrl, stateCookieValue: swapped });
      expect(await faultOf(finished)).toBe("invalid_response");
    }
  });
});

describe("a bearer token of the provider", () => {
  test("is accepted as an ID token", async () => {
    const { identity, provider } = await open();
    const { idToken } = await tokensOf("carl@example.com");
    expect(await identity.verifyBearer(idToken)).toEqual({
      issuer: provider.issuer,
      subject: expect.any(String),
      email: "carl@example.com",
      emailVerified: true,
    });
  });

  test("is accepted as an opaque access token, and names the same person", async () => {
    const { identity } = await open();
    const { idToken, accessToken } = await tokensOf("dina@example.com");
    expect(accessToken.split(".")).toHaveLength(1);
    const person = await identity.verifyBearer(accessToken);
    expect(person).toEqual(await identity.verifyBearer(idToken));
    expect(person?.email).toBe("dina@example.com");
  });

  test("is refused when it is changed, expired, or was never issued", async () => {
    const { identity } = await open();
    const { idToken, accessToken } = await tokensOf("erik@example.com");
    const [header, payload = "", signature] = idToken.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const other = { ...claims, email: "victim@example.com" };
    const forged = Buffer.from(JSON.stringify(other)).toString("base64url");
    expect(await identity.verifyBearer([header, forged, signature].join("."))).toBeNull();
    expect(await identity.verifyBearer(altered(accessToken))).toBeNull();
    expect(await identity.verifyBearer("never-issued")).toBeNull();

    const nextDay = new Date(Date.now() + 24 * 3600 * 1000);
    const later = await open({ now: () => nextDay });
    expect(await later.identity.verifyBearer(idToken)).toBeNull();
  });
});
