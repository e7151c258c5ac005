/** A search as a feed (Atom, RFC 4287), to follow new results without an account. */

import { escapeXml } from "../../../market/discovery/sitemap.ts";
import type { SearchHit } from "../../../market/search/hit-schemas.ts";
import { SITE_NAME } from "../../kit/layout.tsx";
import { offerText, shapeFacts } from "../facts.ts";

export const ATOM_CONTENT_TYPE = "application/atom+xml; charset=utf-8";

const summaryCharsMax = 500;

export type Feed = {
  title: string;
  /** The address of the feed and of the page with the same search. */
  address: string;
  page: string;
  hits: SearchHit[];
  now: Date;
};

export function atomFeed({ title, address, page, hits, now }: Feed): string {
  const updated = hits[0]?.updated_at ?? now.toISOString();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element("title", `${title} · ${SITE_NAME}`),
    element("id", address),
    link("self", address),
    link("alternate", page),
    element("updated", updated),
    ...hits.map(entry),
    "</feed>",
    "",
  ].join("\n");
}

function entry(hit: SearchHit): string {
  const address = hit.links.self ?? "";
  const facts = [offerText(hit), ...shapeFacts(hit)].join(", ");
  return [
    "<entry>",
    element("title", hit.title),
    element("id", `urn:uuid:${hit.id}`),
    link("alternate", address),
    element("published", hit.published_at),
    element("updated", hit.updated_at),
    `<author>${element("name", hit.seller.name)}</author>`,
    `<category term="${escapeXml(hit.category)}"/>`,
    element("summary", `${facts}. ${hit.description.slice(0, summaryCharsMax)}`),
    "</entry>",
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(withoutControls(text))}</${name}>`;
}

const link = (rel: string, address: string): string =>
  `<link rel="${rel}" href="${escapeXml(address)}"/>`;

/** XML 1.0 allows no control characters except tabs and line breaks, not even escaped ones. */
function withoutControls(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, " ");
}
