/** Behaviour of identity providers that the embedded one cannot produce. */
import { afterEach, describe, expect, test } from "bun:test";
import { base64url, SignJWT, UnsecuredJWT } from "jose";
import { openIdentity } from "../../platform/identity/openid.ts";
import { IdentityUnavailableError, SignInError } from "../../platform/identity/port.ts";
import { openTestApi } from "../support/api.ts";
import { CLIENT_ID, type Issuer, startIssuer } from "./identity-issuer.ts";

const issuers: Issuer[] = [];
afterEach(async () => {
  await Promise.all(issuers.splice(0).map((issuer) => issuer.stop()));
});

async function issuerOf(options: Parameters<typeof startIssuer>[0] = {}): Promise<Issuer> {
  const issuer = await startIssuer(options);
  issuers.push(issuer);
  return issuer;
}

function identityOf(issuerUrl: string, now?: () => Date) {
  const config = {
    OIDC_ISSUER: issuerUrl,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: "the-secret-of-the-client",
    PUBLIC_BASE_URL: "http://localhost:4321",
    SESSION_SECRET: ["a-secret-of-this-test-that-is-long-enough"] as const,
    ALLOW_INSECURE_LOOPBACK: true,
  };
  return openIdentity(config, now);
}

const faultOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => "none",
    (error: unknown) => (error instanceof SignInError ? error.fault : String(error)),
  );

const person = { sub: "subject-1", email: "Ada@Example.com", email_verified: true };

function count(calls: string[], path: string): number {
  return calls.filter((call) => call === path).length;
}

describe("an ID token", () => {
  test("gives the person, with the address case-folded", async () => {
    const issuer = await issuerOf();
    expect(await identityOf(issuer.url).verifyBearer(await issuer.mint())).toEqual({
      issuer: issuer.url,
      subject: "subject-1",
      email: "ada@example.com",
      emailVerified: true,
    });
  });

  test("counts as verified only when the provider says so", async () => {
    const issuer = await issuerOf();
    const identity = identityOf(issuer.url);
    const stated = async (flag: unknown) =>
      (await identity.verifyBearer(await issuer.mint({ email_verified: flag })))?.emailVerified;
    expect(await stated(true)).toBe(true);
    expect(await stated("true")).toBe(true);
    for (const flag of [false, "false", 1, null, undefined]) expect(await stated(flag)).toBe(false);
  });

  const now = Math.floor(Date.now() / 1000);
  const refusals: [string, Record<string, unknown>, Record<string, string>][] = [
    ["of another audience", { aud: "another-client" }, {}],
    ["for several audiences that does not name this client", { aud: [CLIENT_ID, "another"] }, {}],
    ["that was issued to another client", { azp: "another-client" }, {}],
    ["whose client_id is another client", { client_id: "another-client" }, {}],
    ["that has expired", { iat: now - 7200, exp: now - 3600 }, {}],
    ["without an expiry", { exp: undefined }, {}],
    ["that is not valid yet", { nbf: now + 3600 }, {}],
    ["of another issuer", { iss: "https://issuer.invalid" }, {}],
    ["without a subject", { sub: undefined }, {}],
    ["without an e-mail address", { email: undefined }, {}],
    ["with an address that is none", { email: "nobody" }, {}],
    ["that is a logout token", {}, { typ: "logout+jwt" }],
  ];
  test.each(refusals)("%s is refused", async (_name, claims, header) => {
    const issuer = await issuerOf();
    const token = await issuer.mint(claims, header);
    expect(await identityOf(issuer.url).verifyBearer(token)).toBeNull();
  });

  test("for several audiences is accepted when it names this client", async () => {
    const issuer = await issuerOf();
    const token = await issuer.mint({ aud: [CLIENT_ID, "another"], azp: CLIENT_ID });
    expect(await identityOf(issuer.url).verifyBearer(token)).not.toBeNull();
  });

  test("without a signature, or signed by the public key as a secret, is refused unasked", async () => {
    const issuer = await issuerOf();
    const claims = { ...person, iss: issuer.url, aud: CLIENT_ID };
    const unsigned = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime("5m").encode();
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: "first" })
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(new TextEncoder().encode(issuer.publicKeyText));
    const identity = identityOf(issuer.url);
    expect(await identity.verifyBearer(unsigned)).toBeNull();
    expect(await identity.verifyBearer(`${unsigned}c2ln`)).toBeNull();
    expect(await identity.verifyBearer(confused)).toBeNull();
    expect(issuer.calls).toEqual([]);
  });

  test("signed by another key under the same key id is refused", async () => {
    const [issuer, impostor] = await Promise.all([issuerOf(), issuerOf()]);
    const token = await impostor.mint({ iss: issuer.url });
    expect(await identityOf(issuer.url).verifyBearer(token)).toBeNull();
  });
});

describe("texts that cannot be a token of the provider", () => {
  test("is refused without a call: foreign, expired, agents' own, nonsense, oversize", async () => {
    const issuer = await issuerOf();
    const identity = identityOf(issuer.url);
    const agentToken = await new SignJWT({ agent_id: "1" })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer("dataset-market")
      .setExpirationTime("365d")
      .sign(new TextEncoder().encode("the-secret-of-agent-tokens-is-long"));
    const foreign = await issuer.mint({ iss: "https://issuer.invalid" });
    const expired = await issuer.mint({ exp: Math.floor(Date.now() / 1000) - 60 });
    const wide = await issuer.mint({ padding: "x".repeat(9000) });
    const junk = `${base64url.encode("{")}.e30.e30`;
    const texts = ["", "..", "a b", "a\n", "é", "x".repeat(8193)];
    for (const token of [agentToken, foreign, expired, wide, junk, ...texts]) {
      expect(await identity.verifyBearer(token)).toBeNull();
    }
    expect(issuer.calls).toEqual([]);
  });

  test("cannot make the provider be asked for its keys over and over", async () => {
    const issuer = await issuerOf();
    const identity = identityOf(issuer.url);
    for (let index = 0; index < 20; index += 1) {
      const token = await issuer.mint({}, { kid: `made-up-${index}` });
      expect(await identity.verifyBearer(token)).toBeNull();
    }
    expect(count(issuer.calls, "/jwks")).toBe(1);
  });
});

describe("an access token", () => {
  test("in JWT form is accepted for this client, and its person comes from userinfo", async () => {
    const issuer = await issuerOf();
    issuer.answer("/userinfo", () => ({ status: 200, body: person }));
    const claims = { aud: "https://api.example", client_id: CLIENT_ID, email: "other@example.com" };
    const token = await issuer.mint(claims, { typ: "at+jwt" });
    const found = await identityOf(issuer.url).verifyBearer(token);
    expect(found?.email).toBe("ada@example.com");
  });

  test("in JWT form of another client is refused without asking userinfo", async () => {
    const issuer = await issuerOf();
    issuer.answer("/userinfo", () => ({ status: 200, body: person }));
    const identity = identityOf(issuer.url);
    const others = [{ client_id: "another" }, { azp: "another" }, {}];
    for (const named of others) {
      const token = await issuer.mint({ aud: "https://api.example", ...named }, { typ: "at+jwt" });
      expect(await identity.verifyBearer(token)).toBeNull();
    }
    expect(issuer.calls).not.toContain("/userinfo");
  });

  test("that is opaque is refused when introspection names another client, or says inactive", async () => {
    const issuer = await issuerOf({ introspects: true });
    issuer.answer("/userinfo", () => ({ status: 200, body: person }));
    issuer.answer("/introspect", async (request) => {
      const token = new URLSearchParams(await request.text()).get("token");
      const known = { mine: CLIENT_ID, theirs: "another-client" }[String(token)];
      return { status: 200, body: known ? { active: true, client_id: known } : { active: false } };
    });
    const identity = identityOf(issuer.url);
    expect((await identity.verifyBearer("mine"))?.subject).toBe("subject-1");
    expect(await identity.verifyBearer("theirs")).toBeNull();
    expect(await identity.verifyBearer("withdrawn")).toBeNull();
  });

  test("is asked about once within 30 seconds, and again after that", async () => {
    const issuer = await issuerOf();
    let status = 200;
    issuer.answer("/userinfo", () => ({ status, body: status === 200 ? person : {} }));
    let now = new Date();
    const identity = identityOf(issuer.url, () => now);
    await Promise.all([identity.verifyBearer("opaque"), identity.verifyBearer("opaque")]);
    expect(await identity.verifyBearer("opaque")).not.toBeNull();
    expect(count(issuer.calls, "/userinfo")).toBe(1);

    status = 401;
    now = new Date(now.getTime() + 30_000);
    expect(await identity.verifyBearer("opaque")).toBeNull();
    expect(count(issuer.calls, "/userinfo")).toBe(2);
  });
});

describe("a sign-in", () => {
  /** Completes a sign-in whose token endpoint answers with the result of `idTokenOf`. */
  async function signIn(issuer: Issuer, idTokenOf: (nonce: string) => Promise<string>) {
    const identity = identityOf(issuer.url);
    const { redirectUrl, stateCookieValue } = await identity.startSignIn({ returnTo: "/x" });
    const query = new URL(redirectUrl).searchParams;
    const idToken = await idTokenOf(query.get("nonce") ?? "");
    const tokens = { access_token: "opaque", token_type: "Bearer", id_token: idToken };
    issuer.answer("/token", () => ({ status: 200, body: tokens }));
    const callbackUrl = `http://localhost:4321/auth/callback?code=c&state=${query.get("state")}`;
    return identity.finishSignIn({ callbackUrl, stateCookieValue });
  }

  test("is refused when the ID token is signed by another key, or is for another client", async () => {
    const [issuer, impostor] = await Promise.all([issuerOf(), issuerOf()]);
    const forged = signIn(issuer, (nonce) => impostor.mint({ iss: issuer.url, nonce }));
    expect(await faultOf(forged)).toBe("invalid_response");
    const misdirected = signIn(issuer, (nonce) => issuer.mint({ aud: "another-client", nonce }));
    expect(await faultOf(misdirected)).toBe("invalid_response");
    expect(await faultOf(signIn(issuer, (nonce) => issuer.mint({ nonce })))).toBe("none");
  });

  test("takes the address from userinfo when the ID token has none, for the same subject only", async () => {
    const issuer = await issuerOf();
    const bare = (nonce: string) => issuer.mint({ nonce, email: undefined });
    issuer.answer("/userinfo", () => ({ status: 200, body: person }));
    expect((await signIn(issuer, bare)).claims.email).toBe("ada@example.com");
    issuer.answer("/userinfo", () => ({ status: 200, body: { ...person, sub: "subject-2" } }));
    expect(await faultOf(signIn(issuer, bare))).toBe("invalid_response");
    issuer.answer("/userinfo", () => ({ status: 200, body: { sub: person.sub } }));
    expect(await faultOf(signIn(issuer, bare))).toBe("email_missing");
  });
});

describe("an address with letters beyond ASCII", () => {
  // In Unicode the first lowercases to `k`, which would be another person's address.
  const addresses = ["\u212Aim@example.com", "kim@ex\u00E4mple.com", "k\u0131m@example.com"];

  test.each(addresses)(
    "%s is refused, whether an ID token or userinfo states it",
    async (email) => {
      const issuer = await issuerOf();
      const claims = { ...person, email };
      issuer.answer("/userinfo", () => ({ status: 200, body: claims }));
      const { verifyBearer } = identityOf(issuer.url);
      const faults = [verifyBearer(await issuer.mint({ email })), verifyBearer("opaque")];
      expect(await Promise.all(faults.map(faultOf))).toEqual([
        "email_not_supported",
        "email_not_supported",
      ]);
    },
  );

  test("proves nobody another person, at sign-in and as bearer, and the refusal says why", async () => {
    const issuer = await issuerOf();
    const api = await openTestApi({ OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: CLIENT_ID });
    const email = "\u212Aim@example.com";
    const body = { owner_email: "kim@example.com" };
    const { token } = (await api.send("POST", "/agent/register", { body })).body;
    const verify = { token: await issuer.mint({ email }), body: { token } };
    const refused = await api.send("POST", "/agent/verify", verify);
    expect([refused.status, refused.body.code]).toEqual([403, "not_the_owner"]);
    expect(refused.body.detail).toContain("ASCII");

    const site = (path: string, cookie = "") =>
      fetch(`${api.config.PUBLIC_BASE_URL}${path}`, { redirect: "manual", headers: { cookie } });
    const started = await site("/auth/sign-in");
    const asked = new URL(started.headers.get("location") ?? "").searchParams;
    const idToken = await issuer.mint({ email, nonce: asked.get("nonce") ?? "" });
    const tokens = { access_token: "opaque", token_type: "Bearer", id_token: idToken };
    issuer.answer("/token", () => ({ status: 200, body: tokens }));
    const cookie = started.headers.get("set-cookie")?.split(";")[0];
    const ended = await site(`/auth/callback?code=c&state=${asked.get("state")}`, cookie);
    expect(ended.status).toBe(400);
    expect(await ended.text()).toContain("cannot be used here");
    expect(ended.headers.get("set-cookie") ?? "").not.toContain("session");
    await api.close();
  });
});

describe("a provider that is away", () => {
  const unavailable = (outcome: Promise<unknown>) =>
    outcome.then(
      () => false,
      (error: unknown) => error instanceof IdentityUnavailableError,
    );

  test("keeps nothing from starting, fails each call by name, and is found when it is back", async () => {
    const first = await startIssuer();
    const token = await first.mint();
    await first.stop();
    const identity = identityOf(first.url);
    expect(await unavailable(identity.verifyBearer(token))).toBe(true);
    expect(await unavailable(identity.verifyBearer("opaque"))).toBe(true);
    expect(await unavailable(identity.startSignIn({ returnTo: "/" }))).toBe(true);

    const back = await issuerOf({ port: Number(new URL(first.url).port) });
    expect(await identity.verifyBearer(await back.mint())).not.toBeNull();
    expect((await identity.startSignIn({ returnTo: "/" })).redirectUrl).toStartWith(back.url);
  });

  test("is told from a refusal when userinfo, introspection or the keys fail", async () => {
    for (const status of [500, 503, 429]) {
      const issuer = await issuerOf({ introspects: true });
      const identity = identityOf(issuer.url);
      issuer.answer("/introspect", () => ({ status, body: {} }));
      expect(await unavailable(identity.verifyBearer("opaque"))).toBe(true);
      issuer.answer("/introspect", () => ({ status: 200, body: { active: true } }));
      issuer.answer("/userinfo", () => ({ status, body: {} }));
      expect(await unavailable(identity.verifyBearer("opaque"))).toBe(true);
      issuer.answer("/userinfo", () => ({ status: 200, body: person }));
      expect(await identity.verifyBearer("opaque")).not.toBeNull();
      issuer.answer("/jwks", () => ({ status, body: {} }));
      expect(await unavailable(identity.verifyBearer(await issuer.mint()))).toBe(true);
    }
  });

  const told = { "www-authenticate": 'Basic realm="tokens"' };
  const noToTheClient = [
    { status: 401, body: { error: "invalid_client" } },
    { status: 401, body: {}, headers: told },
    { status: 401, body: { error: "invalid_client" }, headers: told },
    { status: 400, body: { error: "unauthorized_client" } },
  ];
  const refusal = (outcome: Promise<unknown>) => outcome.then(String, String);
  const REFUSES_CLIENT = "Error: The identity provider refuses OIDC_CLIENT_ID";

  test.each([...noToTheClient, { status: 401, body: {} }, { status: 403, body: {} }])(
    "is told from a refusal of the token when introspection refuses the client: %j",
    async (answer) => {
      const issuer = await issuerOf({ introspects: true });
      issuer.answer("/userinfo", () => ({ status: 200, body: person }));
      issuer.answer("/introspect", () => answer);
      const identity = identityOf(issuer.url);
      expect(await refusal(identity.verifyBearer("opaque"))).toContain(REFUSES_CLIENT);
      // With the correct secret calls work immediately: the failure was not cached.
      issuer.answer("/introspect", () => ({ status: 200, body: { active: true } }));
      expect(await identity.verifyBearer("opaque")).not.toBeNull();
    },
  );

  test.each(noToTheClient)("is told from a failed sign-in: %j", async (answer) => {
    const issuer = await issuerOf();
    const identity = identityOf(issuer.url);
    const { redirectUrl, stateCookieValue } = await identity.startSignIn({ returnTo: "/x" });
    const state = new URL(redirectUrl).searchParams.get("state");
    const callbackUrl = `http://localhost:4321/auth/callback?code=c&state=${state}`;
    issuer.answer("/token", () => answer);
    const finished = identity.finishSignIn({ callbackUrl, stateCookieValue });
    expect(await refusal(finished)).toContain(REFUSES_CLIENT);
  });

  test("is retried within a call when its first answer fails", async () => {
    const issuer = await issuerOf();
    const path = "/.well-known/openid-configuration";
    const metadata = await (await fetch(issuer.url + path)).json();
    const statuses = [503, 200];
    issuer.answer(path, () => ({ status: statuses.shift() ?? 200, body: metadata }));
    expect(await identityOf(issuer.url).verifyBearer(await issuer.mint())).not.toBeNull();
  });
});

test("a provider by plain http is refused at the start, save on loopback where that is allowed", () => {
  const open = (issuer: string, allowed: boolean) => () =>
    openIdentity({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: "secret",
      PUBLIC_BASE_URL: "https://market.example",
      SESSION_SECRET: ["a-secret-of-this-test-that-is-long-enough"],
      ALLOW_INSECURE_LOOPBACK: allowed,
    });
  expect(open("http://issuer.example", true)).toThrow("must use https");
  expect(open("http://127.0.0.1.example", true)).toThrow("must use https");
  expect(open("http://127.0.0.1:4002", false)).toThrow("must use https");
  expect(open("http://127.0.0.1:4002", true)).not.toThrow();
  expect(open("https://issuer.example", false)).not.toThrow();
});
