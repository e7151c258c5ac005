/**
 * The identity port: people sign in at an OpenID Connect provider, which the rest of the code knows
 * only by this file. `openid.ts` implements it.
 */

/** Where the provider sends the browser back to; registered there as the redirect URI. */
export const CALLBACK_PATH = "/auth/callback";

export type IdentityClaims = {
  issuer: string;
  /** Unique and never reassigned within the issuer. */
  subject: string;
  /** In ASCII and lower case. */
  email: string;
  emailVerified: boolean;
};

export type StartSignIn = { returnTo: string; chooseAccount?: boolean };
export type StartedSignIn = { redirectUrl: string; stateCookieValue: string };
export type FinishSignIn = { callbackUrl: string; stateCookieValue: string | undefined };
export type FinishedSignIn = { claims: IdentityClaims; returnTo: string };
export type VerifyBearer = (token: string) => Promise<IdentityClaims | null>;

/** Every function throws `IdentityUnavailableError` while the provider cannot be reached. */
export type Identity = {
  /** Starts a sign-in: send the browser to `redirectUrl` and store the value in its cookie. */
  startSignIn(request: StartSignIn): Promise<StartedSignIn>;
  /** Completes it with the address to which the provider sent the browser. Throws `SignInError`. */
  finishSignIn(request: FinishSignIn): Promise<FinishedSignIn>;
  /**
   * The person of an ID token or access token of this client; null if it is not valid. Throws
   * `SignInError` (`email_not_supported`).
   */
  verifyBearer: VerifyBearer;
};

/** For the operator's log; people only see that sign-in is unavailable at the moment. */
const unavailableMessages = {
  no_answer: "The identity provider does not answer.",
  refuses_client: "The identity provider refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET.",
};

/** The provider does not answer, or is unable to: the same call may work later. */
export class IdentityUnavailableError extends Error {
  constructor(cause: unknown, why: keyof typeof unavailableMessages) {
    super(unavailableMessages[why], { cause });
    this.name = "IdentityUnavailableError";
  }
}

export type SignInFault =
  /** The person or the provider declined. */
  | "denied"
  /** The cookie of this sign-in is missing, expired or from another sign-in. */
  | "state_mismatch"
  /** The provider states no e-mail address for this person. */
  | "email_missing"
  /** The address has non-ASCII letters. */
  | "email_not_supported"
  /** The provider's answer is not valid: replayed code, wrong nonce, bad signature. */
  | "invalid_response";

/** A failed sign-in; a new one may succeed. */
export class SignInError extends Error {
  readonly fault: SignInFault;

  constructor(fault: SignInFault, cause?: unknown) {
    super(`The sign-in failed: ${fault}.`, { cause });
    this.name = "SignInError";
    this.fault = fault;
  }
}
