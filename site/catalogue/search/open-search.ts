/** The description with which browsers search here from their address bar (OpenSearch 1.1). */
import { escapeXml } from "../../../market/discovery/sitemap.ts";
import { SITE_NAME } from "../../kit/layout.tsx";

export const OPEN_SEARCH_CONTENT_TYPE = "application/opensearchdescription+xml; charset=utf-8";

export function openSearchXml(baseUrl: string): string {
  const page = `${baseUrl}/datasets?query={searchTerms}`;
  const feed = `${baseUrl}/datasets.atom?query={searchTerms}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    // At most 16 characters.
    "<ShortName>Datasets</ShortName>",
    `<Description>${escapeXml(`Search ${SITE_NAME}`)}</Description>`,
    "<InputEncoding>UTF-8</InputEncoding>",
    `<Image height="16" width="16" type="image/svg+xml">${escapeXml(baseUrl)}/assets/icon.svg</Image>`,
    `<Url type="text/html" template="${escapeXml(page)}"/>`,
    `<Url type="application/atom+xml" template="${escapeXml(feed)}"/>`,
    "</OpenSearchDescription>",
    "",
  ].join("\n");
}
