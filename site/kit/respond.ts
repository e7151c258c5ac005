/** How pages answer: the headers that every page carries, and the ones of each kind. */
import { createHash } from "node:crypto";
import { daySeconds } from "../../platform/time.ts";
import { accountCss } from "./account-css.ts";
import { siteCss } from "./site-css.ts";
import { siteIcon } from "./site-icon.ts";

const SECURITY_HEADERS = {
  "content-security-policy": contentSecurityPolicy([]),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // `no-referrer` would make browsers send `Origin: null` with our own forms.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const PRIVATE_HEADERS = { "cache-control": "no-store", "x-robots-tag": "noindex" };
const PUBLIC_HEADERS = { "cache-control": "public, max-age=60" };
const ASSET_TTL_SECONDS = 365 * daySeconds;

type Asset = { body: string; contentType: string; hash: string };
type AssetName = "site.css" | "icon.svg";

const assets: Record<AssetName, Asset> = {
  "site.css": asset(`${siteCss}\n${accountCss}`, "text/css; charset=utf-8"),
  "icon.svg": asset(siteIcon, "image/svg+xml"),
};

type PrivatePageOptions = {
  status?: number;
  headers?: [string, string][];
  /** Origins to which the answer of the page's forms may send the browser. */
  formOrigins?: readonly string[];
};

/** A page that depends on who looks at it: never stored, never indexed. */
export async function privatePage(
  html: JSX.Element,
  { status = 200, headers = [], formOrigins = [] }: PrivatePageOptions = {},
): Promise<Response> {
  const own = { ...PRIVATE_HEADERS, "content-security-policy": contentSecurityPolicy(formOrigins) };
  return withHeaders(new Response(await html, { status }), own, headers);
}

/** A page that is the same for everybody. */
export async function publicPage(html: JSX.Element): Promise<Response> {
  return withHeaders(new Response(await html), { ...PUBLIC_HEADERS }, []);
}

/** 303: the browser goes on with a GET, whatever it came with. */
export function redirectTo(location: string, cookies: string[] = []): Response {
  const setCookies = cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  const response = new Response(null, { status: 303, headers: { location } });
  return withHeaders(response, { ...PRIVATE_HEADERS }, setCookies);
}

/** The address of an asset; it changes with the content, so that browsers may keep it for good. */
export function assetPath(name: AssetName): string {
  return `/assets/${name}?v=${assets[name].hash}`;
}

/** An asset, or 304 for who has it. An address of another version is checked again each time. */
export function sendAsset(name: AssetName, request: Request): Response {
  const { body, contentType, hash } = assets[name];
  const isVersioned = new URL(request.url).searchParams.get("v") === hash;
  const headers = {
    etag: `"${hash}"`,
    "content-type": contentType,
    "cache-control": isVersioned ? `public, max-age=${ASSET_TTL_SECONDS}, immutable` : "no-cache",
    "x-content-type-options": "nosniff",
  };
  if (request.headers.get("if-none-match") === `"${hash}"`) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(body, { headers });
}

/**
 * Nothing but our own style sheet and pictures; no script at all; forms only to this site. Chrome
 * also holds `form-action` against the redirect that answers a form, hence `formOrigins`.
 */
function contentSecurityPolicy(formOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ["form-action 'self'", ...formOrigins].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function withHeaders(
  response: Response,
  own: Record<string, string>,
  more: [string, string][],
): Response {
  const { headers } = response;
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...own })) {
    headers.set(name, value);
  }
  if (response.status !== 303) headers.set("content-type", "text/html; charset=utf-8");
  for (const [name, value] of more) headers.append(name, value);
  return response;
}

function asset(body: string, contentType: string): Asset {
  return {
    body,
    contentType,
    hash: createHash("sha256").update(body).digest("base64url").slice(0, 16),
  };
}
