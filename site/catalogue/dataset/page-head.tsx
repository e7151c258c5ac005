/** The metadata of a dataset's page for search engines and other sites. */
import { describeForSearchEngines } from "../../../market/catalogue/schema-org.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { categories } from "../../../market/vocabulary.ts";
import { SITE_NAME } from "../../kit/layout.tsx";
import { Script } from "../../scripts/script.tsx";
import { cardHeight, cardWidth } from "../card/dataset-card.ts";
import { type TabId, tabPath } from "./tabs.tsx";

/** `tab`: null for a preview, whose dataset has no public address yet. */
type Props = { dataset: DatasetDetail; baseUrl: string; tab: TabId | null };

export function PageHead({ dataset, baseUrl, tab }: Props): JSX.Element {
  const { self, croissant: croissantUrl } = dataset.links;
  const described = JSON.stringify(
    describeForSearchEngines(dataset, { name: SITE_NAME, url: baseUrl }),
  );
  return (
    <>
      <link rel="canonical" href={tab === null ? self : baseUrl + tabPath(dataset.id, tab)} />
      <link rel="alternate" type="application/json" href={self} />
      {croissantUrl !== undefined && (
        <link rel="alternate" type="application/ld+json" href={croissantUrl} />
      )}
      {feedsOf(dataset).map(({ title, href }) => (
        <link rel="alternate" type="application/atom+xml" title={title} href={href} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:title" content={dataset.title} />
      <meta property="og:description" content={dataset.description.slice(0, 200)} />
      <meta property="og:url" content={self} />
      <meta property="og:image" content={`${self}/card.png`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(cardWidth)} />
      <meta property="og:image:height" content={String(cardHeight)} />
      <meta property="og:image:alt" content={`${dataset.title}: what it holds and costs`} />
      <meta name="twitter:card" content="summary_large_image" />
      <Script name="copy.js" />
      {/* Search engines read it on the page that the other tabs belong to. */}
      {(tab === null || tab === "data") && (
        <script type="application/ld+json">{inScript(described)}</script>
      )}
    </>
  );
}

/** The feeds of the dataset's category and of its seller. */
function feedsOf({ category, seller }: DatasetDetail): { title: string; href: string }[] {
  const name = categories.find(({ id }) => id === category)?.name ?? category;
  return [
    { title: `New in ${name}`, href: `/datasets.atom?category=${category}` },
    { title: `New by ${seller.name}`, href: `/datasets.atom?seller=${seller.id}` },
  ];
}

/** Escapes `<`, which could end the element. JSON reads the escape as the same character. */
function inScript(json: string): string {
  return json.replaceAll("<", "\\u003c");
}
