/** Configures oidc-provider as the marketplace's OAuth 2.1 authorisation server. */
import { createHmac } from "node:crypto";
import type { Client, Configuration, KoaContextWithOIDC } from "oidc-provider";
import { findConnectionByGrant } from "../../db/queries/connections/connections.ts";
import { deleteOauthRecordsOfGrant } from "../../db/queries/oauth/records.ts";
import { connectionScopes } from "../../db/vocabulary/connection.ts";
import { tokenPrefixes } from "../../market/connection/access-token.ts";
import {
  OAUTH_ACCESS_TOKEN_TTL_MINUTES,
  OAUTH_CLIENT_DOCUMENT_BYTES_MAX,
  OAUTH_CODE_TTL_SECONDS,
  OAUTH_CONSENT_TTL_MINUTES,
  OAUTH_GRANT_TTL_DAYS,
  OAUTH_REFRESH_REPEAT_SECONDS,
  OAUTH_REFRESH_TOKEN_TTL_DAYS,
} from "../../market/connection/limits.ts";
import { connectionRefusal } from "../../market/connection/rules.ts";
import type { Context } from "../../market/context.ts";
import {
  clientAuthMethods,
  clientSigningAlgorithms,
  oauthPaths as paths,
  resourceNamed,
} from "../../market/discovery/authorization-server.ts";
import { describeService } from "../../market/service.ts";
import { dpopAlgorithms } from "../../platform/dpop/algorithms.ts";
import { daySeconds, hourSeconds, minuteSeconds } from "../../platform/time.ts";
import { createAdapters } from "./adapter.ts";
import { createDocumentFetch, type DocumentOptions } from "./client-documents.ts";
import { errors, interactionPolicy, Provider } from "./oidc-provider.ts";
import { cookieKeys, rotationKey, signingKeys } from "./secrets.ts";

/** The bounds for caching a client's document, whatever its own headers say. */
const documentSecondsMin = minuteSeconds;
const documentSecondsMax = daySeconds;

export const cookieNames = {
  session: "dm_oauth_session",
  interaction: "dm_consent",
  resume: "dm_consent_return",
} as const;

export function createProvider(ctx: Context, documents: DocumentOptions): Provider {
  const provider = new Provider(ctx.config.PUBLIC_BASE_URL, {
    ...surface(ctx),
    adapter: createAdapters(ctx),
    interactions: {
      policy: [consentPrompt()],
      url: (_ctx, { uid }) => `${paths.consent}/${uid}`,
    },
    features: features(ctx),
    findAccount: async (_ctx, accountId, token) => {
      await refuseReuse(ctx, token);
      const isGood = token === undefined || (await isConnected(ctx, token));
      return isGood ? { accountId, claims: () => ({ sub: accountId }) } : undefined;
    },
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    rotateRefreshToken,
    renderError: (koa, out) => {
      koa.type = "json";
      koa.body = out;
    },
    fetch: createDocumentFetch(documents),
    fetchResponseBodyLimits: {
      "client_id metadata document": OAUTH_CLIENT_DOCUMENT_BYTES_MAX,
      jwks_uri: OAUTH_CLIENT_DOCUMENT_BYTES_MAX,
      sector_identifier_uri: OAUTH_CLIENT_DOCUMENT_BYTES_MAX,
    },
  });
  nameTokens(provider, rotationKey(ctx.config.SESSION_SECRET));
  return provider;
}

/** Offers only the code flow with S256 and refresh tokens. */
function surface({ config }: Context): Configuration {
  const isSecure = config.PUBLIC_BASE_URL.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax", secure: isSecure, signed: true } as const;
  return {
    clientAuthMethods: [...clientAuthMethods],
    clientDefaults: { token_endpoint_auth_method: "none", id_token_signed_response_alg: "EdDSA" },
    enabledJWA: {
      clientAuthSigningAlgValues: [...clientSigningAlgorithms],
      idTokenSigningAlgValues: ["EdDSA"],
      dPoPSigningAlgValues: [...dpopAlgorithms],
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: {
      keys: cookieKeys(config.SESSION_SECRET),
      names: cookieNames,
      short: cookie,
      long: cookie,
    },
    jwks: { keys: signingKeys(config.SESSION_SECRET) },
    pkce: { required: () => true },
    responseTypes: ["code"],
    scopes: [],
    claims: { openid: ["sub"] },
    routes: {
      authorization: paths.authorization,
      token: paths.token,
      registration: paths.registration,
      revocation: paths.revocation,
      introspection: paths.introspection,
      jwks: paths.jwks,
    },
    ttl: {
      AccessToken: OAUTH_ACCESS_TOKEN_TTL_MINUTES * minuteSeconds,
      AuthorizationCode: OAUTH_CODE_TTL_SECONDS,
      Grant: OAUTH_GRANT_TTL_DAYS * daySeconds,
      IdToken: hourSeconds,
      Interaction: OAUTH_CONSENT_TTL_MINUTES * minuteSeconds,
      RefreshToken: OAUTH_REFRESH_TOKEN_TTL_DAYS * daySeconds,
      Session: hourSeconds,
    },
  };
}

function features(ctx: Context): Configuration["features"] {
  const off = { enabled: false };
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      cacheDuration: { min: documentSecondsMin, max: documentSecondsMax },
    },
    registration: { enabled: true, issueRegistrationAccessToken: () => false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client: Client, token) => token.clientId === client.clientId,
    },
    introspection: {
      enabled: true,
      // A client may introspect only its own tokens; a refused request reads as "not active".
      allowedPolicy: async (_ctx, client: Client, token) =>
        token.clientId === client.clientId && (await isConnected(ctx, token)),
    },
    resourceIndicators: resourceIndicators(ctx),
    claimsParameter: off,
    clientCredentials: off,
    deviceFlow: off,
    devInteractions: off,
    // No nonces: a proof lives for minutes and is used once.
    dPoP: { enabled: true, requireNonce: () => false, allowReplay: false },
    pushedAuthorizationRequests: off,
    rpInitiatedLogout: off,
    userinfo: off,
  };
}

/** A token is either for the API or for the MCP endpoint (RFC 8707), never for both. */
function resourceIndicators({ config }: Context) {
  const service = describeService(config);
  const scope = connectionScopes.join(" ");
  return {
    enabled: true,
    // A client that names no resource is an MCP host of the protocol's first revisions.
    defaultResource: async (_ctx: KoaContextWithOIDC, _client: Client, oneOf?: readonly string[]) =>
      oneOf?.[0] ?? service.mcpUrl,
    useGrantedResource: async () => true,
    getResourceServerInfo: async (_ctx: KoaContextWithOIDC, resource: string) => {
      const audience = resourceNamed(service, resource);
      if (audience === null) throw new errors.InvalidTarget("this resource does not exist here");
      return { scope, audience, accessTokenFormat: "opaque" as const };
    },
  };
}

/**
 * Every refresh rotates the token. The resource is checked before the old token is used up: a
 * client that names a resource without a grant can retry, and does not count as a thief who sends a
 * token twice.
 */
function rotateRefreshToken({ oidc }: KoaContextWithOIDC): boolean {
  const [asked] = [oidc.params?.resource].flat();
  const isGranted =
    asked === undefined || oidc.entities.RefreshToken?.resourceIndicators.has(`${asked}`);
  if (!isGranted) throw new errors.InvalidTarget("this resource was not granted");
  return true;
}

/** Always asks for consent, so that a person sees each program, even one that returns. */
function consentPrompt() {
  const { Check, Prompt } = interactionPolicy;
  const isAsked = new Check("consent", "a person has to consent", "interaction_required", (koa) =>
    koa.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  return new Prompt({ name: "consent", requestable: true }, isAsked);
}

/** A grant is valid only as long as its connection. */
async function isConnected(ctx: Context, token: object): Promise<boolean> {
  const grantId = "grantId" in token ? token.grantId : undefined;
  if (typeof grantId !== "string") return false;
  const found = await findConnectionByGrant(ctx.db, grantId);
  if (found === null) return false;
  return connectionRefusal(found.connection, found.account, ctx.now()) === null;
}

/**
 * Ends the grant if a refresh token returns after the time for repeats: the token or its answer was
 * stolen. The provider would end it as well, but without an explanation.
 */
async function refuseReuse({ db }: Context, token: object | undefined): Promise<void> {
  const { kind, consumed, grantId }: { kind?: unknown; consumed?: unknown; grantId?: unknown } =
    token ?? {};
  if (kind !== "RefreshToken" || consumed === undefined) return;
  if (typeof grantId === "string") await deleteOauthRecordsOfGrant(db, grantId);
  throw new errors.CustomOIDCProviderError(
    "invalid_grant",
    `this refresh token was used before, more than ${OAUTH_REFRESH_REPEAT_SECONDS} seconds ago; somebody else ` +
      "may have it, so that all tokens of this connection have ended: have its person connect the program again",
  );
}

/**
 * Gives tokens a recognisable prefix, so that leaked ones can be found. A refresh derives its new
 * tokens from the token that it uses up. A repeat therefore gets the same tokens from any process,
 * even after a crash, and nothing is stored.
 */
function nameTokens(provider: Provider, key: Buffer): void {
  for (const kind of ["AccessToken", "RefreshToken"] as const) {
    const model: { generateTokenId(): string } = Object(provider[kind].prototype);
    const random = model.generateTokenId;
    model.generateTokenId = function named(this: { jkt?: string }) {
      // Always called: it also sets the token's format.
      const unique = random.call(this);
      const used = usedToken(this.jkt);
      return `${tokenPrefixes[kind]}${used === null ? unique : follower(key, [kind, ...used])}`;
    };
  }

  /**
   * The refresh token that this request uses up, its parameters and the key of its proof; null
   * without one.
   */
  function usedToken(jkt = ""): string[] | null {
    const { oidc } = Provider.ctx ?? {};
    const used = oidc?.entities.RotatedRefreshToken?.jti;
    if (used === undefined) return null;
    return [used, String(oidc?.params?.scope ?? ""), String(oidc?.params?.resource ?? ""), jkt];
  }
}

function follower(key: Buffer, [kind, used, ...asked]: [string, ...string[]]): string {
  // The next refresh token is the same, whichever access token was requested.
  const parts = kind === "RefreshToken" ? [kind, used] : [kind, used, ...asked];
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
}
