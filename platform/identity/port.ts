/**
 * The identity port: people sign in at an OpenID Connect provider, and this is all that the
 * marketplace knows of it. `openid.ts` implements it.
 */

/** Where the provider sends the browser back to; registered there as the redirect URI. */
export const CALLBACK_PATH = "/auth/callback";

export type IdentityClaims = {
  issuer: string;
  /** Unique and never reassigned within the issuer. */
  subject: string;
  /** In ASCII, its letters in lower case. */
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
  /** Begins a sign-in: send the browser to `redirectUrl` and keep the value in its cookie. */
  startSignIn(request: StartSignIn): Promise<StartedSignIn>;
  /** Ends it with the address the provider sent the browser to. Throws `SignInError`. */
  finishSignIn(request: FinishSignIn): Promise<FinishedSignIn>;
  /**
   * The person of an ID token or access token of this client; null when it is not valid. Throws
   * `SignInError` (`email_not_supported`).
   */
  verifyBearer: VerifyBearer;
};

/** What stands in the log for the operator; people are told that it cannot be done for now. */
const unavailableMessages = {
  no_answer: "The identity provider does not answer.",
  refuses_client: "The identity provider refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET.",
};

/** The provider does not answer, or answers that it cannot: the same call may work later. */
export class IdentityUnavailableError extends Error {
  constructor(cause: unknown, why: keyof typeof unavailableMessages) {
    super(unavailableMessages[why], { cause });
    this.name = "IdentityUnavailableError";
  }
}

export type SignInFault =
  /** The person, or the provider, said no. */
  | "denied"
  /** The cookie of this sign-in is missing, expired or of another sign-in. */
  | "state_mismatch"
  /** The provider states no e-mail address for this person. */
  | "email_missing"
  /** The address has letters beyond ASCII. */
  | "email_not_supported"
  /** The provider's answer does not hold: replayed code, wrong nonce, bad signature. */
  | "invalid_response";

/** A sign-in that did not succeed; a new one may. */
export class SignInError extends Error {
  readonly fault: SignInFault;

  constructor(fault: SignInFault, cause?: unknown) {
    super(`The sign-in failed: ${fault}.`, { cause });
    this.name = "SignInError";
    this.fault = fault;
  }
}
