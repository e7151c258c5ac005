/** Links to the sections of a long page, with the same names as their headings. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import { hasRelations } from "./correlations.tsx";

/** The data that decides which sections the page has. */
type Page = {
  dataset: Pick<DatasetDetail, "tables">;
  profile: Profile | null;
  sample: unknown;
  related?: { joinable: readonly unknown[] };
  reviews?: unknown;
};

type Jump = { id: string; label: string; isThere: (page: Page) => boolean };

/** In the order of the page on a phone. */
const jumps: Jump[] = [
  { id: "about", label: "About", isThere: () => true },
  { id: "tables", label: "Tables", isThere: ({ dataset }) => dataset.tables.length > 1 },
  { id: "columns", label: "Columns", isThere: ({ profile }) => profile !== null },
  {
    id: "sample",
    label: "Sample",
    isThere: ({ sample }) => sample !== null && sample !== "away",
  },
  {
    id: "relations",
    label: "Keys and relations",
    isThere: ({ profile }) => profile !== null && hasRelations(profile),
  },
  { id: "versions", label: "Versions", isThere: () => true },
  {
    id: "related",
    label: "Related",
    isThere: ({ related }) => related !== undefined && related.joinable.length > 0,
  },
  { id: "reviews", label: "Reviews", isThere: ({ reviews }) => reviews !== undefined },
  { id: "use", label: "How to use it", isThere: () => true },
  { id: "quality", label: "Quality", isThere: ({ profile }) => profile !== null },
];

export function Jumps({ page }: { page: Page }): JSX.Element {
  return (
    <nav aria-label="On this page">
      <ul class="jumps">
        {jumps
          .filter(({ isThere }) => isThere(page))
          .map(({ id, label }) => (
            <li>
              <a href={`#${id}`}>{label}</a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
