/** People sign in at an OpenID Connect provider; this is all that the marketplace knows of it. */
import { createBearerCheck, type VerifyBearer } from "./identity/bearer.ts";
import { connectProvider, type ProviderConfig } from "./identity/provider.ts";
import {
  type FinishedSignIn,
  type FinishSignIn,
  finishSignIn,
  type SignInConfig,
  type StartedSignIn,
  type StartSignIn,
  startSignIn,
} from "./identity/sign-in.ts";

export type { IdentityClaims } from "./identity/claims.ts";
export { IdentityUnavailableError, SignInError, type SignInFault } from "./identity/errors.ts";
export { CALLBACK_PATH } from "./identity/sign-in.ts";

export type IdentityConfig = ProviderConfig & SignInConfig;

/** Every function throws `IdentityUnavailableError` while the provider cannot be reached. */
export type Identity = {
  /** Begins a sign-in: send the browser to `redirectUrl` and keep the value in its cookie. */
  startSignIn(request: StartSignIn): Promise<StartedSignIn>;
  /** Ends it with the address the provider sent the browser to. Throws `SignInError`. */
  finishSignIn(request: FinishSignIn): Promise<FinishedSignIn>;
  /** The person of an ID token or access token of this client; null when it is not valid. */
  verifyBearer: VerifyBearer;
};

/**
 * Opens the identity provider without asking it anything: discovery happens at the first use, so
 * that the API starts while the provider is down. Throws on an issuer that is not https, unless
 * it is on loopback and `ALLOW_INSECURE_LOOPBACK` is set.
 */
export function openIdentity(config: IdentityConfig, now: () => Date = () => new Date()): Identity {
  const connect = connectProvider(config);
  return {
    startSignIn: async (request) => startSignIn(config, await connect(), request, now()),
    finishSignIn: (request) => finishSignIn(config, connect, request, now()),
    verifyBearer: createBearerCheck(config, connect, now),
  };
}
