/**
 * The site's cookies. All are encrypted (A256GCM) with keys derived from SESSION_SECRET, one key
 * per purpose, so that a value of one kind never opens as another.
 */
import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { parseCookie, stringifySetCookie } from "cookie";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { z } from "zod";
import { firstThatOpens, isMadeByOneOf, type SecretList } from "./secrets/secret-list.ts";
import { hourSeconds } from "./time.ts";

/** How long a person stays signed in. */
export const SESSION_TTL_SECONDS = 12 * hourSeconds;
/**
 * How long a browser keeps the cookie of an expired session, which identifies the owner of an
 * entered form.
 */
export const LAPSED_SESSION_TTL_SECONDS = 12 * hourSeconds;
/** Time limit for the round trip to the identity provider. */
export const SIGN_IN_STATE_TTL_SECONDS = 600;
/** Browsers keep at most 4096 bytes of a cookie. */
export const COOKIE_VALUE_CHARACTERS_MAX = 4000;
const FORM_SALT_BYTES = 12;
/** A salt, a dot and a SHA-256, both in base64url. */
const FORM_TOKEN_CHARACTERS = 16 + 1 + 43;
const RETURN_TO_BYTES_MAX = 16 * 1024;
const COOKIE_HEADER_CHARACTERS_MAX = 16_384;

const sessionSchema = z.object({
  sessionId: z.uuid(),
  accountId: z.string().min(1),
  email: z.string(),
  emailVerified: z.boolean(),
});

const signInStateSchema = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  codeVerifier: z.string().min(1),
  returnTo: z.string().min(1),
});

/** The signed-in person; `email` is case-folded, as the provider stated it at sign-in. */
export type Session = z.infer<typeof sessionSchema>;

/** State that the site must keep while a person is at the identity provider. */
export type SignInState = z.infer<typeof signInStateSchema>;

export type CookieConfig = { PUBLIC_BASE_URL: string };
export type CookieKind = "session" | "signIn" | "keptForm";

const cookieNames: Record<CookieKind, string> = {
  session: "dm_session",
  signIn: "dm_sign_in",
  keptForm: "dm_kept_form",
};

/** The value of the session cookie. */
export function sealSession(
  secrets: SecretList,
  session: Session,
  ttlSeconds: number,
  now: Date,
): Promise<string> {
  return seal(keyFor(secrets[0], "session"), session, ttlSeconds, now);
}

/** The session in a cookie's value; null if it is missing, changed or expired. */
export async function openSession(
  secrets: SecretList,
  cookieValue: string | undefined,
  now: Date,
): Promise<Session | null> {
  const payload = await open({ secrets, purpose: "session" }, cookieValue, now);
  return sessionSchema.safeParse(payload).data ?? null;
}

/** Like {@link openSession}, also for an expired session, which grants no access. */
export async function openLapsedSession(
  secrets: SecretList,
  cookieValue: string | undefined,
  now: Date,
): Promise<Session | null> {
  const sealed = { secrets, purpose: "session" } as const;
  const payload = await open(sealed, cookieValue, now, LAPSED_SESSION_TTL_SECONDS);
  return sessionSchema.safeParse(payload).data ?? null;
}

/**
 * The value of the sign-in cookie; it lasts {@link SIGN_IN_STATE_TTL_SECONDS}. If the return
 * address is too long even when compressed, only its path is kept.
 */
export async function sealSignInState(
  secrets: SecretList,
  state: SignInState,
  now: Date,
): Promise<string> {
  const sealWith = (returnTo: string) =>
    seal(
      keyFor(secrets[0], "sign-in"),
      { ...state, returnTo: packed(returnTo) },
      SIGN_IN_STATE_TTL_SECONDS,
      now,
    );
  const sealed = await sealWith(state.returnTo);
  if (sealed.length <= COOKIE_VALUE_CHARACTERS_MAX) return sealed;
  return sealWith(state.returnTo.split("?")[0] ?? "/");
}

/** Compresses addresses, because an address in Chinese consists mostly of percent-encoding. */
const packed = (text: string) => brotliCompressSync(text).toString("base64url");
const unpacked = (text: string) =>
  brotliDecompressSync(Buffer.from(text, "base64url"), {
    maxOutputLength: RETURN_TO_BYTES_MAX,
  }).toString();

/** The value given to {@link sealSignInState}; null if it is missing, changed or expired. */
export async function openSignInState(
  secrets: SecretList,
  cookieValue: string | undefined,
  now: Date,
): Promise<SignInState | null> {
  const payload = await open({ secrets, purpose: "sign-in" }, cookieValue, now);
  const { data } = signInStateSchema.safeParse(payload);
  return data === undefined ? null : { ...data, returnTo: unpacked(data.returnTo) };
}

/** The session in a request's `Cookie` header, or null. */
export function readSession(
  config: CookieConfig & { SESSION_SECRET: SecretList },
  cookieHeader: string | null | undefined,
  now: Date,
): Promise<Session | null> {
  return openSession(config.SESSION_SECRET, readCookie(config, "session", cookieHeader), now);
}

/** On https, the `__Host-` prefix keeps other hosts of the domain from setting the cookie. */
export function cookieName(config: CookieConfig, kind: CookieKind): string {
  return isHttps(config) ? `__Host-${cookieNames[kind]}` : cookieNames[kind];
}

/** A `Set-Cookie` header: HttpOnly, SameSite=Lax, Path=/, and Secure on https. */
export function serializeCookie(
  config: CookieConfig,
  kind: CookieKind,
  value: string,
  maxAgeSeconds: number,
): string {
  return stringifySetCookie({
    name: cookieName(config, kind),
    value,
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isHttps(config),
  });
}

/** A `Set-Cookie` header that removes the cookie. */
export function clearCookie(config: CookieConfig, kind: CookieKind): string {
  return serializeCookie(config, kind, "", 0);
}

/** A cookie's value from a `Cookie` header, or undefined. */
export function readCookie(
  config: CookieConfig,
  kind: CookieKind,
  cookieHeader: string | null | undefined,
): string | undefined {
  if (!cookieHeader || cookieHeader.length > COOKIE_HEADER_CHARACTERS_MAX) return undefined;
  return parseCookie(cookieHeader)[cookieName(config, kind)];
}

/** The hidden field of a form: bound to one sign-in, so that no other session can forge it. */
export function formToken([secret]: SecretList, sessionCookieValue: string): string {
  // Another one in each answer, so that lengths of compressed answers reveal nothing (BREACH).
  const salt = randomBytes(FORM_SALT_BYTES).toString("base64url");
  return formTokenBy(secret, sessionCookieValue, salt);
}

/** Whether `given` is a {@link formToken} of this session; compared in constant time. */
export function isFormToken(
  secrets: SecretList,
  sessionCookieValue: string,
  given: string,
): boolean {
  const [salt = ""] = given.slice(0, FORM_TOKEN_CHARACTERS).split(".");
  return isMadeByOneOf(secrets, given, (secret) => formTokenBy(secret, sessionCookieValue, salt));
}

function formTokenBy(secret: string, sessionCookieValue: string, salt: string): string {
  const key = keyFor(secret, "form");
  const made = createHmac("sha256", key).update(`${salt}.${sessionCookieValue}`);
  return `${salt}.${made.digest("base64url")}`;
}

/**
 * Whether a browser sent this request from a page of this site. The browser's `Sec-Fetch-Site`
 * decides; without it `Origin` does. False without both.
 */
export function isFromThisSite(headers: Headers, publicBaseUrl: string): boolean {
  const fetchSite = headers.get("sec-fetch-site");
  if (fetchSite !== null) return fetchSite === "same-origin";
  return headers.get("origin") === new URL(publicBaseUrl).origin;
}

function isHttps(config: CookieConfig): boolean {
  return config.PUBLIC_BASE_URL.startsWith("https:");
}

type Purpose = "session" | "sign-in" | "form" | "kept-form";

export function keyFor(secret: string, purpose: Purpose): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", `dataset-market ${purpose} v1`, 32));
}

function seal(
  key: Uint8Array,
  payload: Record<string, string | boolean>,
  ttlSeconds: number,
  now: Date,
): Promise<string> {
  return new EncryptJWT(payload)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + ttlSeconds * 1000))
    .encrypt(key);
}

async function open(
  { secrets, purpose }: { secrets: SecretList; purpose: Purpose },
  value: string | undefined,
  now: Date,
  clockTolerance = 0,
): Promise<unknown> {
  if (!value || value.length > COOKIE_VALUE_CHARACTERS_MAX) return null;
  return firstThatOpens(secrets, (secret) =>
    openBy(keyFor(secret, purpose), { value, now, clockTolerance }),
  );
}

type Sealed = { value: string; now: Date; clockTolerance: number };

async function openBy(key: Uint8Array, { value, now, clockTolerance }: Sealed): Promise<unknown> {
  try {
    const opened = await jwtDecrypt(value, key, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
      requiredClaims: ["exp"],
      currentDate: now,
      clockTolerance,
    });
    return opened.payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
