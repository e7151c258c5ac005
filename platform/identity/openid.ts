/** The identity port on OpenID Connect: https://openid.net/specs/openid-connect-core-1_0.html */
import { createBearerCheck } from "./bearer.ts";
import type { Identity } from "./port.ts";
import { connectProvider, type ProviderConfig } from "./provider.ts";
import { finishSignIn, type SignInConfig, startSignIn } from "./sign-in.ts";

export type IdentityConfig = ProviderConfig & SignInConfig;

/**
 * Opens the identity provider without contacting it: discovery happens at first use, so that the
 * API can start while the provider is down. Throws for an issuer without https, unless it is on
 * loopback and `ALLOW_INSECURE_LOOPBACK` is set.
 */
export function openIdentity(config: IdentityConfig, now: () => Date = () => new Date()): Identity {
  const connect = connectProvider(config);
  return {
    startSignIn: async (request) => startSignIn(config, await connect(), request, now()),
    finishSignIn: (request) => finishSignIn(config, connect, request, now()),
    verifyBearer: createBearerCheck(config, connect, now),
  };
}
