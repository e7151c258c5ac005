/** A form or registration of an OAuth client. */
export const OAUTH_BODY_BYTES_MAX = 16 * 1024;

/** A client ID metadata document. */
export const OAUTH_CLIENT_DOCUMENT_BYTES_MAX = 8192;

/** The time to fetch one. */
export const OAUTH_CLIENT_DOCUMENT_SECONDS_MAX = 3;

// A client's `client_name`.
export const OAUTH_CLIENT_NAME_CHARS_MAX = 100;

/** A client's `redirect_uris`. */
export const OAUTH_REDIRECT_URIS_MAX = 30;

// One of them.
export const OAUTH_REDIRECT_URI_CHARS_MAX = 1000;

/** The time to sign in and consent. */
export const OAUTH_CONSENT_TTL_MINUTES = 60;

/** An authorization code. */
export const OAUTH_CODE_TTL_SECONDS = 60;

/** An access token. */
export const OAUTH_ACCESS_TOKEN_TTL_MINUTES = 60;

/** How far a DPoP proof's `iat` may be from the server's time. */
export const DPOP_PROOF_SECONDS_MAX = 300;

/** A DPoP proof. */
export const DPOP_PROOF_CHARS_MAX = 4096;

/** How long a used refresh token gets the same answer again. */
export const OAUTH_REFRESH_REPEAT_SECONDS = 30;

/** A refresh token; each use gives a new one. */
export const OAUTH_REFRESH_TOKEN_TTL_DAYS = 30;

/** A consent, however often its tokens are refreshed. */
export const OAUTH_GRANT_TTL_DAYS = 365;

/** A registered client without a grant. */
export const OAUTH_CLIENT_UNUSED_DAYS = 7;

/** A registered client after its last token. */
export const OAUTH_CLIENT_IDLE_DAYS = 90;

/** Connected programs of an account. */
export const CONNECTIONS_PER_ACCOUNT_MAX = 100;

// A connected program's shown name; longer ones are cut.
export const CLIENT_NAME_CHARS_MAX = 80;
