/** The site's cookies: what opens them, and what a browser may do with them. */
import { describe, expect, test } from "bun:test";
import { EncryptJWT } from "jose";
import {
  clearCookie,
  cookieName,
  formToken,
  isFormToken,
  isFromThisSite,
  openSession,
  openSignInState,
  readCookie,
  readSession,
  sealSession,
  sealSignInState,
  serializeCookie,
} from "../../platform/session.ts";

const SECRET = ["a-secret-of-this-test-that-is-long-enough"] as const;
const NOW = new Date("2026-11-21T07:00:00Z");
const session = {
  sessionId: "01a2023f-219c-74d6-a97c-4b1e96569ee6",
  accountId: "account-1",
  email: "ada@example.com",
  emailVerified: true,
};
const state = { state: "s", nonce: "n", codeVerifier: "v", returnTo: "/approve/x" };
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe("the session cookie", () => {
  test("opens to what it was sealed with until it expires, and not a second longer", async () => {
    const value = await sealSession(SECRET, session, 60, NOW);
    expect(await openSession(SECRET, value, NOW)).toEqual(session);
    expect(await openSession(SECRET, value, later(59))).toEqual(session);
    expect(await openSession(SECRET, value, later(60))).toBeNull();
  });

  test("shows nobody the address that it holds, and is never the same twice", async () => {
    const value = await sealSession(SECRET, session, 60, NOW);
    const parts = value.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1"));
    expect(parts.join()).not.toContain("example");
    expect(await sealSession(SECRET, session, 60, NOW)).not.toBe(value);
  });

  test("does not open when it is changed, foreign, of the other kind, or nonsense", async () => {
    const value = await sealSession(SECRET, session, 60, NOW);
    const stateValue = await sealSignInState(SECRET, state, NOW);
    const key = crypto.getRandomValues(new Uint8Array(32));
    const foreign = await new EncryptJWT(session)
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .setExpirationTime("1h")
      .encrypt(key);
    const changed = value.replace(/.(?=[^.]*\.[^.]*$)/, (last) => (last === "A" ? "B" : "A"));
    const values = [changed, foreign, stateValue, "", undefined, "a.b.c.d.e", "x".repeat(5000)];
    for (const given of values) expect(await openSession(SECRET, given, NOW)).toBeNull();
    expect(await openSession([`${SECRET[0]}!`], value, NOW)).toBeNull();
    expect(await openSignInState(SECRET, value, NOW)).toBeNull();
  });

  test("is found among others in a Cookie header", async () => {
    const config = { PUBLIC_BASE_URL: "http://localhost:4000", SESSION_SECRET: SECRET };
    const value = await sealSession(SECRET, session, 60, NOW);
    const header = `a=b; dm_session=${value}; c=d`;
    expect(readCookie(config, "session", header)).toBe(value);
    expect(await readSession(config, header, NOW)).toEqual(session);
    expect(await readSession(config, "a=b", NOW)).toBeNull();
    expect(await readSession(config, null, NOW)).toBeNull();
    expect(await readSession(config, `${header}; d=${"x".repeat(20_000)}`, NOW)).toBeNull();
  });
});

test("the sign-in cookie opens for ten minutes", async () => {
  const value = await sealSignInState(SECRET, state, NOW);
  expect(await openSignInState(SECRET, value, later(599))).toEqual(state);
  expect(await openSignInState(SECRET, value, later(600))).toBeNull();
});

test("the sign-in cookie holds a long way back, and of one that is too long the path", async () => {
  const letters = "数据市场是一个地方";
  const words = Array.from({ length: 300 }, (_, at) => letters[(at * at) % letters.length]).join(
    "",
  );
  const long = `/account/saved-searches/new?${new URLSearchParams({ query: words })}`;
  expect(long.length).toBeGreaterThan(2700);
  const held = await sealSignInState(SECRET, { ...state, returnTo: long }, NOW);
  expect(await openSignInState(SECRET, held, NOW)).toEqual({ ...state, returnTo: long });
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(3000))).toString("base64url");
  const short = await sealSignInState(SECRET, { ...state, returnTo: `/datasets?q=${noise}` }, NOW);
  expect(short.length).toBeLessThanOrEqual(4000);
  expect(await openSignInState(SECRET, short, NOW)).toEqual({ ...state, returnTo: "/datasets" });
});

test("cookies are HttpOnly, Lax and for the whole site; on https also Secure and host-bound", () => {
  const plain = { PUBLIC_BASE_URL: "http://localhost:4000" };
  const secure = { PUBLIC_BASE_URL: "https://market.example" };
  expect(serializeCookie(plain, "session", "v", 60)).toBe(
    "dm_session=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
  );
  expect(serializeCookie(secure, "signIn", "v", 60)).toBe(
    "__Host-dm_sign_in=v; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(clearCookie(secure, "session")).toStartWith("__Host-dm_session=; Max-Age=0;");
  expect(readCookie(secure, "session", "dm_session=planted")).toBeUndefined();
  expect(cookieName(secure, "session")).toBe("__Host-dm_session");
});

test("a form token is valid only for its own session", () => {
  const token = formToken(SECRET, "cookie-1");
  expect(isFormToken(SECRET, "cookie-1", token)).toBe(true);
  for (const given of ["", token.slice(1), `${token}=`, formToken(SECRET, "cookie-2")]) {
    expect(isFormToken(SECRET, "cookie-1", given)).toBe(false);
  }
  expect(isFormToken([`${SECRET[0]}!`], "cookie-1", token)).toBe(false);
});

test("a request is from this site by Sec-Fetch-Site, or by Origin where there is none", () => {
  const cases: [Record<string, string>, boolean][] = [
    [{ "sec-fetch-site": "same-origin" }, true],
    [{ "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:4000" }, true],
    [{ origin: "https://market.example" }, true],
    [{ "sec-fetch-site": "cross-site", origin: "https://market.example" }, false],
    [{ "sec-fetch-site": "same-site" }, false],
    [{ "sec-fetch-site": "none" }, false],
    [{ origin: "https://evil.example" }, false],
    [{ origin: "https://market.example.evil.example" }, false],
    [{ origin: "http://market.example" }, false],
    [{ origin: "null" }, false],
    [{}, false],
  ];
  for (const [headers, expected] of cases) {
    const isOwn = isFromThisSite(new Headers(headers), "https://market.example");
    expect([headers, isOwn]).toEqual([headers, expected]);
  }
});
