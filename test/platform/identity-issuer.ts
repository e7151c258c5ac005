/** An identity provider that can be made to lie, to be old, to be slow or to be unreachable. */
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export const CLIENT_ID = "market-under-test";

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
type Respond = (request: Request, url: URL) => Answer | Promise<Answer>;

export type Issuer = {
  url: string;
  /** The requested paths, in order. */
  calls: string[];
  /** Replaces the answer of one path, or adds one. */
  answer(path: string, respond: Respond): void;
  /** A token signed by this issuer's key; `claims` and `header` overrule the defaults. */
  mint(claims?: JWTPayload, header?: Record<string, string>): Promise<string>;
  /** The public key as a shared secret, to confuse a verifier about the algorithm. */
  publicKeyText: string;
  stop(): Promise<void>;
};

/** Starts the issuer on a loopback port; `port` restores an earlier address. */
export async function startIssuer(options: { port?: number; introspects?: boolean } = {}) {
  const answers = new Map<string, Respond>();
  const calls: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    fetch: async (request) => {
      const requested = new URL(request.url);
      calls.push(requested.pathname);
      const respond = answers.get(requested.pathname);
      if (respond === undefined) return new Response("not found", { status: 404 });
      const { status, body, headers } = await respond(request, requested);
      return Response.json(body, { status, headers });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const key = await makeKey("first");
  const base = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
  };
  const metadata = options.introspects
    ? { ...base, introspection_endpoint: `${url}/introspect` }
    : base;
  answers.set("/.well-known/openid-configuration", () => ({ status: 200, body: metadata }));
  answers.set("/jwks", () => ({ status: 200, body: { keys: [key.jwk] } }));
  const issuer: Issuer = {
    url,
    calls,
    answer: (path, respond) => answers.set(path, respond),
    mint: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const payload = {
        ...{ iss: url, aud: CLIENT_ID, sub: "subject-1", iat: now, exp: now + 600 },
        ...{ email: "Ada@Example.com", email_verified: true },
        ...claims,
      };
      const { privateKey, kid } = key;
      return new SignJWT(payload)
        .setProtectedHeader({ alg: "RS256", kid, ...header })
        .sign(privateKey);
    },
    publicKeyText: JSON.stringify(key.jwk),
    stop: () => server.stop(true),
  };
  return issuer;
}

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return {
    privateKey,
    kid,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" },
  };
}
