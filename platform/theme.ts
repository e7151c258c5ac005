/** The colour scheme that a visitor chose. A cookie keeps it; without one the system decides. */
import { parseCookie, stringifySetCookie } from "cookie";
import { daySeconds } from "./time.ts";

export type Theme = "light" | "dark";

const cookieName = "theme";
const COOKIE_TTL_SECONDS = 365 * daySeconds;

/** The chosen scheme; null: the system's. */
export function themeOf(headers: Headers): Theme | null {
  const cookies = headers.get("cookie");
  if (cookies === null || !cookies.includes(`${cookieName}=`)) return null;
  const value = parseCookie(cookies)[cookieName];
  return value === "light" || value === "dark" ? value : null;
}

/** A `Set-Cookie` header. Scripts may read and write the cookie, too. */
export function themeCookie(theme: Theme | null, isSecure: boolean): string {
  return stringifySetCookie({
    name: cookieName,
    value: theme ?? "",
    maxAge: theme === null ? 0 : COOKIE_TTL_SECONDS,
    sameSite: "lax",
    path: "/",
    secure: isSecure,
  });
}
