/** How pages answer: the headers of every page, and those of each kind. */
import { createHash } from "node:crypto";
import {
  type CachedAnswer,
  matchedTag,
  type Rendered,
  respond,
  toAnswer,
} from "../../platform/http-answer.ts";
import { streamOf } from "../../platform/stream-of.ts";
import { type Theme, themeOf } from "../../platform/theme.ts";
import { daySeconds } from "../../platform/time.ts";
import { readScript, type ScriptName, scriptNames } from "../scripts/read-script.ts";
import { accountCss } from "./css/account-css.ts";
import { areaCss } from "./css/area-css.ts";
import { catalogueCss } from "./css/catalogue-css.ts";
import { chartCss } from "./css/chart-css.ts";
import { datasetCss } from "./css/dataset-css.ts";
import { fontFace, siteFont } from "./css/font.ts";
import { frontCss } from "./css/front-css.ts";
import { resultsCss } from "./css/results-css.ts";
import { siteCss } from "./css/site-css.ts";
import { tokensCss } from "./css/tokens-css.ts";
import { siteIcon } from "./site-icon.ts";
import { themed } from "./theme.ts";

const SECURITY_HEADERS = {
  "content-security-policy": contentSecurityPolicy({}),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // `no-referrer` would make browsers send `Origin: null` with our own forms.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const PRIVATE_HEADERS = { "cache-control": "no-store", "x-robots-tag": "noindex" };
/** The visitor's theme is in a cookie. */
const PUBLIC_HEADERS = { "cache-control": "public, max-age=60", vary: "cookie" };
const ASSET_TTL_SECONDS = 365 * daySeconds;

type Asset = { body: string | Uint8Array<ArrayBuffer>; contentType: string; hash: string };
type AssetName = "site.css" | "icon.svg" | "inter.woff2" | ScriptName;

const assets = makeAssets();
export const assetNames = Object.keys(assets) as AssetName[];

type PrivatePageOptions = {
  status?: number;
  headers?: [string, string][];
  /** Other origins to which the answers of the page's forms may redirect. */
  formOrigins?: readonly string[];
  /** False for a page that must not run even the site's own scripts. */
  scripts?: boolean;
  /** Other origins to which the page's scripts may send requests. */
  connectOrigins?: readonly string[];
};

/** A page that depends on the reader: never cached, never indexed. */
export async function privatePage(
  html: JSX.Element,
  { status = 200, headers = [], ...policy }: PrivatePageOptions = {},
): Promise<Response> {
  const own = { ...PRIVATE_HEADERS, "content-security-policy": contentSecurityPolicy(policy) };
  return withHeaders(new Response(await html, { status }), own, headers);
}

/** A file for the signed-in person to save. */
export function privateDownload(
  chunks: (string | Uint8Array<ArrayBuffer>)[],
  { fileName, contentType }: { fileName: string; contentType: string },
): Response {
  const response = new Response(new Blob(chunks));
  const disposition = `attachment; filename="${fileName}"`;
  const own = { ...PRIVATE_HEADERS, "content-disposition": disposition };
  const answer = withHeaders(response, own, []);
  answer.headers.set("content-type", contentType);
  return answer;
}

/**
 * The same for text that is generated while it is sent: one piece at a time, and none in advance.
 */
export function privateStream(
  pieces: AsyncGenerator<string>,
  file: { fileName: string; contentType: string },
): Response {
  const body = streamOf(encoded(pieces));
  const disposition = `attachment; filename="${file.fileName}"`;
  const own = { ...PRIVATE_HEADERS, "content-disposition": disposition };
  const answer = withHeaders(new Response(body), own, []);
  answer.headers.set("content-type", file.contentType);
  return answer;
}

async function* encoded(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

/** A page that is the same for all visitors. */
export async function publicPage(html: JSX.Element): Promise<Response> {
  return withHeaders(new Response(await html), PUBLIC_HEADERS, []);
}

/** `alsoOf`: another file whose changes also invalidate the page. */
type Rendering = Rendered & { alsoOf?: string | undefined };

/** Pages that are cached until their listing changes. */
export type HeldPages = {
  answer(listingId: string, name: string, render: () => Promise<Rendering>): Promise<CachedAnswer>;
};

export const PAGE_CONTENT_TYPE = "text/html; charset=utf-8";

/** A page of {@link HeldPages} in the visitor's theme, with its ETag, or 304 if the client has it. */
export async function cachedPage(
  request: Request,
  held: HeldPages,
  [listingId, name]: [listingId: string, name: string],
  render: () => Promise<Rendering>,
): Promise<Response> {
  const theme = themeOf(request.headers);
  const plain = () => held.answer(listingId, name, render);
  const answer =
    theme === null
      ? await plain()
      : await held.answer(listingId, `${name} ${theme}`, async () =>
          inThemeOf(await plain(), theme),
        );
  return respond(request, answer, SECURITY_HEADERS);
}

/** A finished page that is the same for all visitors of a theme, with its ETag. */
export function taggedPage(request: Request, answer: CachedAnswer): Response {
  const theme = themeOf(request.headers);
  const shown = theme === null ? answer : toAnswer(inThemeOf(answer, theme));
  return respond(request, shown, SECURITY_HEADERS);
}

function inThemeOf({ bytes, contentType, freshUntil }: CachedAnswer, theme: Theme): Rendering {
  return { body: themed(new TextDecoder().decode(bytes), theme), contentType, freshUntil };
}

/** 303: the browser continues with GET, whatever the method was. */
export function redirectTo(location: string, cookies: string[] = []): Response {
  const setCookies = cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  const response = new Response(null, { status: 303, headers: { location } });
  return withHeaders(response, { ...PRIVATE_HEADERS }, setCookies);
}

/** The address of an asset. It changes with the content, so browsers may cache it forever. */
export function assetPath(name: AssetName): string {
  return addressOf(name, assets[name]);
}

/**
 * An asset, or 304 if the client has it. Browsers revalidate an address of another version each
 * time.
 */
export function sendAsset(name: AssetName, request: Request): Response {
  const { body, contentType, hash } = assets[name];
  const isVersioned = new URL(request.url).searchParams.get("v") === hash;
  const headers = {
    etag: `"${hash}"`,
    vary: "accept-encoding",
    "cache-control": isVersioned ? `public, max-age=${ASSET_TTL_SECONDS}, immutable` : "no-cache",
    "x-content-type-options": "nosniff",
  };
  const held = matchedTag(request.headers.get("if-none-match"), headers.etag);
  if (held !== null)
    return new Response(null, { status: 304, headers: { ...headers, etag: held } });
  return new Response(body, { headers: { ...headers, "content-type": contentType } });
}

type Policy = Pick<PrivatePageOptions, "formOrigins" | "scripts" | "connectOrigins">;

/**
 * Allows only our own style sheet, font, pictures and scripts, and forms to this site. Chrome also
 * applies `form-action` to the redirect after a form, hence `formOrigins`.
 */
function contentSecurityPolicy(policy: Policy): string {
  const { formOrigins = [], scripts = true, connectOrigins = [] } = policy;
  const ofScripts = ["script-src 'self'", ["connect-src 'self'", ...connectOrigins].join(" ")];
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    ...(scripts ? ofScripts : []),
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
  if (response.status !== 303) headers.set("content-type", PAGE_CONTENT_TYPE);
  for (const [name, value] of more) headers.append(name, value);
  return response;
}

function makeAssets(): Record<AssetName, Asset> {
  const font = asset(siteFont, "font/woff2");
  const face = fontFace(addressOf("inter.woff2", font));
  const css = [
    face,
    tokensCss,
    siteCss,
    accountCss,
    areaCss,
    catalogueCss,
    chartCss,
    datasetCss,
    frontCss,
    resultsCss,
  ].join("\n");
  const scripts = scriptNames.map((name): [ScriptName, Asset] => [
    name,
    asset(readScript(name), "text/javascript; charset=utf-8"),
  ]);
  return {
    "inter.woff2": font,
    "site.css": asset(css, "text/css; charset=utf-8"),
    "icon.svg": asset(siteIcon, "image/svg+xml"),
    ...(Object.fromEntries(scripts) as Record<ScriptName, Asset>),
  };
}

function addressOf(name: AssetName, { hash }: Asset): string {
  return `/assets/${name}?v=${hash}`;
}

function asset(body: Asset["body"], contentType: string): Asset {
  return {
    body,
    contentType,
    hash: createHash("sha256").update(body).digest("base64url").slice(0, 16),
  };
}
