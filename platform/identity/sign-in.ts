/** A person's sign-in in a browser: authorization code with PKCE, state and nonce. */
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import type { SecretList } from "../secrets/secret-list.ts";
import { openSignInState, type SignInState, sealSignInState } from "../session.ts";
import { readClaims } from "./claims.ts";
import { assertRefused } from "./outcome.ts";
import {
  CALLBACK_PATH,
  type FinishedSignIn,
  type FinishSignIn,
  type IdentityClaims,
  SignInError,
  type StartedSignIn,
  type StartSignIn,
} from "./port.ts";
import type { Provider } from "./provider.ts";

export type SignInConfig = { PUBLIC_BASE_URL: string; SESSION_SECRET: SecretList };
type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Creates the provider's address and the value of the sign-in cookie. */
export async function startSignIn(
  config: SignInConfig,
  provider: Provider,
  request: StartSignIn,
  now: Date,
): Promise<StartedSignIn> {
  const codeVerifier = randomPKCECodeVerifier();
  const state = randomState();
  const nonce = randomNonce();
  const url = buildAuthorizationUrl(provider.client, {
    redirect_uri: config.PUBLIC_BASE_URL + CALLBACK_PATH,
    scope: "openid email",
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state,
    nonce,
    // `login` is the only value that every provider must support.
    ...(request.chooseAccount ? { prompt: "login" } : {}),
  });
  const remembered = { state, nonce, codeVerifier, returnTo: request.returnTo };
  return {
    redirectUrl: url.href,
    stateCookieValue: await sealSignInState(config.SESSION_SECRET, remembered, now),
  };
}

/** Exchanges the code. Throws {@link SignInError} or {@link IdentityUnavailableError}. */
export async function finishSignIn(
  config: SignInConfig,
  connect: () => Promise<Provider>,
  request: FinishSignIn,
  now: Date,
): Promise<FinishedSignIn> {
  const remembered = await openSignInState(config.SESSION_SECRET, request.stateCookieValue, now);
  if (remembered === null) throw new SignInError("state_mismatch");
  const callback = new URL(request.callbackUrl, config.PUBLIC_BASE_URL);
  if (callback.searchParams.get("state") !== remembered.state) {
    throw new SignInError("state_mismatch");
  }
  const provider = await connect();
  // Only the query is used: behind a proxy, the request's own address is an internal one.
  const redirected = new URL(config.PUBLIC_BASE_URL + CALLBACK_PATH + callback.search);
  const tokens = await exchangeCode(provider, redirected, remembered);
  return { claims: await claimsOf(provider, tokens), returnTo: remembered.returnTo };
}

async function exchangeCode(
  provider: Provider,
  redirected: URL,
  remembered: SignInState,
): Promise<Tokens> {
  try {
    return await authorizationCodeGrant(provider.client, redirected, {
      expectedState: remembered.state,
      expectedNonce: remembered.nonce,
      pkceCodeVerifier: remembered.codeVerifier,
      idTokenExpected: true,
    });
  } catch (error) {
    assertRefused(error);
    const denied = error instanceof AuthorizationResponseError && error.error === "access_denied";
    throw new SignInError(denied ? "denied" : "invalid_response", error);
  }
}

/** Strict providers omit the e-mail from the ID token and return it only from userinfo. */
async function claimsOf(provider: Provider, tokens: Tokens): Promise<IdentityClaims> {
  const idToken = tokens.claims();
  if (idToken === undefined) throw new SignInError("invalid_response");
  const direct = readClaims(provider.metadata.issuer, idToken);
  if (direct !== null) return direct;
  const userInfo = await fetchUserInfo(provider.client, tokens.access_token, idToken.sub).catch(
    (error: unknown) => {
      assertRefused(error);
      throw new SignInError("invalid_response", error);
    },
  );
  const fetched = readClaims(provider.metadata.issuer, userInfo);
  if (fetched === null) throw new SignInError("email_missing");
  return fetched;
}
