/**
 * People's bearer tokens: an ID token of this client, or an access token issued to it. Anything
 * else is refused before the network is used.
 */
import { createHash } from "node:crypto";
import {
  decodeJwt,
  decodeProtectedHeader,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from "jose";
import { fetchUserInfo, skipSubjectCheck, tokenIntrospection } from "openid-client";
import { readClaims } from "./claims.ts";
import { assertRefused, assertRefusedByIntrospection } from "./outcome.ts";
import type { IdentityClaims, VerifyBearer } from "./port.ts";
import type { Provider } from "./provider.ts";

const TOKEN_CHARACTERS_MAX = 8192;
/** RFC 6750's b68token; anything else in a header is not a bearer token. */
const TOKEN_SHAPE = /^[A-Za-z0-9\-._~+/]+=*$/;
/**
 * Asymmetric algorithms only: with a shared-secret algorithm, the published key would become the
 * secret.
 */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
/** Header types of ID tokens and access tokens; others, such as logout tokens, are refused. */
const TOKEN_TYPES = ["jwt", "at+jwt", "application/at+jwt"];
const CLOCK_TOLERANCE_SECONDS = 30;
/** How long a token may still be accepted after the provider has withdrawn it. */
const ANSWER_TTL_SECONDS = 30;
const ANSWERS_MAX = 1000;

export type BearerConfig = { OIDC_ISSUER: string; OIDC_CLIENT_ID: string };

/**
 * Creates the check. It returns null for every invalid token, and throws {@link
 * IdentityUnavailableError} if validity cannot be determined at the moment.
 */
export function createBearerCheck(
  config: BearerConfig,
  connect: () => Promise<Provider>,
  now: () => Date,
): VerifyBearer {
  const userInfo = keepAnswers(now, (token) => askProvider(config, connect, token));
  return async (token) => {
    if (token.length > TOKEN_CHARACTERS_MAX || !TOKEN_SHAPE.test(token)) return null;
    if (token.split(".").length !== 3) return userInfo(token);
    if (!couldBeOurs(config, token, now())) return null;
    const provider = await connect();
    const payload = await verifySignature(provider, token, now());
    if (payload === null || !isIssuedToClient(config, payload)) return null;
    if (!isIdToken(config, token, payload)) return userInfo(token);
    return readClaims(provider.metadata.issuer, payload);
  };
}

/** Reads the unverified token, so that agents' own tokens cost no call to the provider. */
function couldBeOurs(config: BearerConfig, token: string, now: Date): boolean {
  try {
    const header = decodeProtectedHeader(token);
    const payload = decodeJwt(token);
    const expired = (payload.exp ?? 0) + CLOCK_TOLERANCE_SECONDS <= now.getTime() / 1000;
    if (expired || !isIssuer(config, payload.iss)) return false;
    return ALGORITHMS.includes(header.alg ?? "") && TOKEN_TYPES.includes(typeOf(header));
  } catch {
    return false;
  }
}

/** Compares addresses rather than texts: a slash after the host does not matter. */
function isIssuer(config: BearerConfig, issuer: string | undefined): boolean {
  return URL.parse(issuer ?? "")?.href === new URL(config.OIDC_ISSUER).href;
}

async function verifySignature(
  provider: Provider,
  token: string,
  now: Date,
): Promise<JWTPayload | null> {
  try {
    const verified = await jwtVerify(token, provider.keys, {
      issuer: provider.metadata.issuer,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "iat", "sub"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    });
    return verified.payload;
  } catch (error) {
    assertRefused(error);
    return null;
  }
}

/** A token names its client as `azp` or `client_id`; an ID token for one client only as `aud`. */
function isIssuedToClient(config: BearerConfig, payload: JWTPayload): boolean {
  const named = [payload.azp, payload.client_id].filter((value) => value !== undefined);
  if (named.length > 0) return named.every((value) => value === config.OIDC_CLIENT_ID);
  const audience = [payload.aud ?? []].flat();
  return audience.length === 1 && audience[0] === config.OIDC_CLIENT_ID;
}

function isIdToken(config: BearerConfig, token: string, payload: JWTPayload): boolean {
  const isAccessToken = typeOf(decodeProtectedHeader(token)).endsWith("at+jwt");
  return !isAccessToken && [payload.aud ?? []].flat().includes(config.OIDC_CLIENT_ID);
}

function typeOf(header: ProtectedHeaderParameters): string {
  return (header.typ ?? "jwt").toLowerCase();
}

/**
 * The provider states whom an access token belongs to and, if it supports that, for which client it
 * is.
 */
async function askProvider(
  config: BearerConfig,
  connect: () => Promise<Provider>,
  token: string,
): Promise<IdentityClaims | null> {
  const provider = await connect();
  const { client, metadata } = provider;
  if (metadata.userinfo_endpoint === undefined) return null;
  if (!(await passesIntrospection(config, provider, token))) return null;
  const userInfo = await fetchUserInfo(client, token, skipSubjectCheck).catch((error: unknown) => {
    assertRefused(error);
    return null;
  });
  return userInfo && readClaims(metadata.issuer, userInfo);
}

/** Passes if the provider has no introspection; userinfo then shows whether the token is active. */
async function passesIntrospection(
  config: BearerConfig,
  { client, metadata }: Provider,
  token: string,
): Promise<boolean> {
  if (metadata.introspection_endpoint === undefined) return true;
  try {
    const told = await tokenIntrospection(client, token);
    return told.active && (told.client_id ?? config.OIDC_CLIENT_ID) === config.OIDC_CLIENT_ID;
  } catch (error) {
    assertRefusedByIntrospection(error);
    return false;
  }
}

type Answer = { claims: Promise<IdentityClaims | null>; expiresAtMs: number };

/** Caches answers briefly by the token's hash; concurrent calls share one request. */
function keepAnswers(now: () => Date, ask: VerifyBearer): VerifyBearer {
  const answers = new Map<string, Answer>();
  return (token) => {
    const key = createHash("sha256").update(token).digest("base64");
    const kept = answers.get(key);
    if (kept !== undefined && kept.expiresAtMs > now().getTime()) return kept.claims;
    answers.delete(key);
    const claims = ask(token);
    answers.set(key, { claims, expiresAtMs: now().getTime() + ANSWER_TTL_SECONDS * 1000 });
    claims.catch(() => answers.delete(key));
    const [oldest] = answers.keys();
    if (answers.size > ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
    return claims;
  };
}
