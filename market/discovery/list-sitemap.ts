import { countActiveListings, listActiveListings } from "../../db/queries/catalogue/sitemap.ts";
import type { Context } from "../context.ts";
import { agreeing, counted } from "../counted.ts";
import { MarketError } from "../errors.ts";
import { SITEMAP_ADDRESSES_MAX, sitemapIndexXml, sitemapXml } from "./sitemap.ts";
import { discoveryPaths as paths } from "./vocabulary.ts";

/**
 * `/sitemap.xml`: the site's pages and all datasets. Without `page`: one file if it fits, otherwise
 * the index of its pages, which are numbered from 1. Errors: route_not_found for an unknown page.
 */
export async function listSitemap(
  ctx: Context,
  page: number | undefined,
  addressesMax: number = SITEMAP_ADDRESSES_MAX,
): Promise<string> {
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  const total = await countActiveListings(ctx.db);
  const pages = Math.max(1, Math.ceil(total / addressesMax));
  if (page === undefined && pages > 1) {
    const numbers = Array.from({ length: pages }, (_, index) => index + 1);
    return sitemapIndexXml(
      numbers.map((number) => ({ url: `${baseUrl}${paths.sitemap}?page=${number}` })),
    );
  }
  const number = page ?? 1;
  if (number > pages)
    throw new MarketError(
      "route_not_found",
      `There ${agreeing(pages, "is", "are")} ${counted(pages, "page")}.`,
    );
  const rows = await listActiveListings(ctx.db, {
    limit: addressesMax,
    offset: (number - 1) * addressesMax,
  });
  const sitePages = ["/", paths.connect, paths.reference, paths.llmsText].map((path) => ({
    url: `${baseUrl}${path}`,
  }));
  const datasets = rows.map(({ id, updatedAt }) => ({
    url: `${baseUrl}/datasets/${id}`,
    modifiedAt: updatedAt,
  }));
  return sitemapXml(number === 1 ? [...sitePages, ...datasets] : datasets);
}
