/** `/sitemap.xml` (sitemaps.org 0.9): one file if it fits, otherwise an index of pages. */

/**
 * The protocol allows 50,000 addresses per file. Fewer keep a page below 2 MB and fast to build.
 */
export const SITEMAP_ADDRESSES_MAX = 10_000;

export type SitemapEntry = { url: string; modifiedAt?: Date };

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function sitemapXml(entries: SitemapEntry[]): string {
  return render("urlset", "url", entries);
}

export function sitemapIndexXml(pages: SitemapEntry[]): string {
  return render("sitemapindex", "sitemap", pages);
}

function render(root: string, item: string, entries: SitemapEntry[]): string {
  const items = entries.map(({ url, modifiedAt }) => {
    const modified =
      modifiedAt === undefined ? "" : `<lastmod>${modifiedAt.toISOString()}</lastmod>`;
    return `<${item}><loc>${escapeXml(url)}</loc>${modified}</${item}>\n`;
  });
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return `${head}<${root} ${namespace}>\n${items.join("")}</${root}>\n`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text, and attributes in either kind of quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
