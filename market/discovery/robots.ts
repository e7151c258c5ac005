import type { Service } from "../service.ts";
import { discoveryPaths as paths } from "./vocabulary.ts";

/** `/robots.txt` (RFC 9309): crawlers may read the catalogue, but no personal pages. */
export function robotsText({ baseUrl }: Service): string {
  return [
    "User-agent: *",
    "Disallow: /account",
    "Disallow: /admin",
    "Disallow: /approve/",
    "Disallow: /auth/",
    "Disallow: /storage/",
    "Disallow: /unsubscribe/",
    "Allow: /",
    "",
    `Sitemap: ${baseUrl}${paths.sitemap}`,
    "",
  ].join("\n");
}
