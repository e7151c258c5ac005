/** The connection to the identity provider: discovered at first use and then cached. */
import { setTimeout as delay } from "node:timers/promises";
import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from "openid-client";
import { assertRefused } from "./outcome.ts";
import { IdentityUnavailableError } from "./port.ts";

export type ProviderConfig = {
  OIDC_ISSUER: string;
  OIDC_CLIENT_ID: string;
  OIDC_CLIENT_SECRET: string;
  ALLOW_INSECURE_LOOPBACK: boolean;
};

export type Provider = {
  client: Configuration;
  metadata: ServerMetadata;
  keys: JWTVerifyGetKey;
};

const REQUEST_TIMEOUT_SECONDS = 5;
/** Delays before the second and the third attempt. */
const DISCOVERY_RETRY_DELAYS_MS = [100, 400];

/**
 * Returns a function that provides the connection. Failures are not cached: the next call tries
 * again. It throws {@link IdentityUnavailableError} while the provider cannot be reached.
 */
export function connectProvider(config: ProviderConfig): () => Promise<Provider> {
  refusePlainHttp(new URL(config.OIDC_ISSUER), config);
  let pending: Promise<Provider> | undefined;
  return () => {
    pending ??= discoverWithRetry(config).catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}

async function discoverWithRetry(config: ProviderConfig): Promise<Provider> {
  for (const delayMs of DISCOVERY_RETRY_DELAYS_MS) {
    try {
      return await discover(config);
    } catch {
      await delay(delayMs);
    }
  }
  return discover(config).catch((error: unknown) => {
    assertRefused(error);
    throw new IdentityUnavailableError(error, "no_answer");
  });
}

async function discover(config: ProviderConfig): Promise<Provider> {
  const client = await discovery(
    new URL(config.OIDC_ISSUER),
    config.OIDC_CLIENT_ID,
    undefined,
    authentication(config.OIDC_CLIENT_SECRET),
    {
      timeout: REQUEST_TIMEOUT_SECONDS,
      // Without the second function, the library relies on TLS and does not verify the ID token's
      // signature.
      execute: [
        ...(config.ALLOW_INSECURE_LOOPBACK ? [allowInsecureRequests] : []),
        enableNonRepudiationChecks,
      ],
    },
  );
  const metadata = client.serverMetadata();
  if (metadata.jwks_uri === undefined) throw new Error("The provider publishes no jwks_uri.");
  const keysUrl = new URL(metadata.jwks_uri);
  refusePlainHttp(keysUrl, config);
  return {
    client,
    metadata,
    keys: createRemoteJWKSet(keysUrl, { timeoutDuration: REQUEST_TIMEOUT_SECONDS * 1000 }),
  };
}

/** Basic is OpenID Connect's default; posting the secret supports providers without it. */
function authentication(clientSecret: string): ClientAuth {
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = methods.includes("client_secret_basic") ? basic : post;
    return authenticate(server, client, body, headers);
  };
}

function refusePlainHttp(url: URL, config: ProviderConfig): void {
  if (url.protocol === "https:") return;
  if (config.ALLOW_INSECURE_LOOPBACK && isLoopback(url.hostname)) return;
  throw new Error(`The identity provider must use https, unlike ${url.origin}.`);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
