/** The tabs of a dataset's page. Each is an address of its own. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { datasetPath } from "../facts.ts";

const tabs = [
  { id: "data", label: "Data", path: "" },
  { id: "profile", label: "Profile", path: "/profile" },
  { id: "use", label: "Use", path: "/use" },
  { id: "versions", label: "Versions", path: "/versions" },
  { id: "reviews", label: "Reviews", path: "/reviews" },
  { id: "about", label: "About", path: "/about" },
] as const;

export type TabId = (typeof tabs)[number]["id"];

export function tabPath(datasetId: string, tab: TabId): string {
  return datasetPath(datasetId) + (tabs.find(({ id }) => id === tab)?.path ?? "");
}

/** `table`: the shown one, which the tabs about columns keep. */
type TabsProps = { dataset: DatasetDetail; current: TabId; table: string | undefined };

export function Tabs({ dataset, current, table }: TabsProps): JSX.Element {
  const query = table === undefined ? "" : `?table=${encodeURIComponent(table)}`;
  return (
    <nav class="tabs" aria-label="Parts of this dataset">
      {tabs.map(({ id, label }) => (
        <a
          href={tabPath(dataset.id, id) + (id === "data" || id === "profile" ? query : "")}
          aria-current={id === current ? "page" : undefined}
          safe
        >
          {id === "reviews" && dataset.rating.count > 0
            ? `${label} (${formatCount(dataset.rating.count)})`
            : label}
        </a>
      ))}
    </nav>
  );
}
