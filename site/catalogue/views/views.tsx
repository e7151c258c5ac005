/** The views that a dataset's data has besides the table, and the switch between them. */
import { Icon, type IconName } from "../../kit/icons.tsx";
import { Gallery } from "./gallery.tsx";
import { KeysView } from "./keys-view.tsx";
import { areDegrees, MapView } from "./map-view.tsx";
import { SeriesView } from "./series-view.tsx";
import { longestTexts, TextView } from "./text-view.tsx";
import { type ViewData, type ViewName, viewPath } from "./view-data.ts";

type View = {
  name: ViewName;
  label: string;
  icon: IconName;
  isThere(data: ViewData): boolean;
  /** Whether the data is shown this way first, rather than as a table. */
  opensFirst(data: ViewData): boolean;
  show(data: ViewData): JSX.Element;
};

const never = () => false;

const views: readonly View[] = [
  {
    name: "pictures",
    label: "Pictures",
    icon: "image",
    isThere: ({ profile, sample }) => profile?.images !== undefined && isRead(sample),
    opensFirst: () => true,
    show: (data) => (isRead(data.sample) ? <Gallery {...data} sample={data.sample} /> : ""),
  },
  {
    name: "map",
    label: "Map",
    icon: "map",
    isThere: ({ charts, profile }) =>
      charts?.places !== undefined ||
      (profile !== null && profile.bounds !== null && areDegrees(profile.bounds)),
    // The table of a GeoJSON file has its geometries as unreadable text.
    opensFirst: ({ profile }) => profile?.columns.some(({ type }) => type === "geometry") ?? false,
    show: (data) => <MapView {...data} />,
  },
  {
    name: "series",
    label: "Over time",
    icon: "chart",
    isThere: ({ charts }) => charts?.series !== undefined,
    opensFirst: never,
    show: (data) => <SeriesView {...data} />,
  },
  {
    name: "tables",
    label: "Connections",
    icon: "table",
    isThere: ({ charts }) => (charts?.references ?? []).length > 0,
    opensFirst: never,
    show: (data) => <KeysView {...data} />,
  },
  {
    name: "text",
    label: "Read",
    icon: "text",
    isThere: ({ profile, sample }) =>
      (profile?.documents ?? []).length > 0 || (longestTexts(profile) !== null && isRead(sample)),
    opensFirst: never,
    show: (data) => <TextView {...data} />,
  },
];

function isRead(sample: ViewData["sample"]): sample is Exclude<typeof sample, null | "away"> {
  return sample !== null && sample !== "away" && sample.rows.length > 0;
}

/** The view to show; null for the table. An address may ask for `table` by name. */
export function viewShown(data: ViewData): ViewName | null {
  const able = views.filter((view) => view.isThere(data));
  const { view, picture } = data.asked;
  if (view === "table") return null;
  const wanted = able.find(
    ({ name }) => name === (view ?? (picture === undefined ? "" : "pictures")),
  );
  if (wanted !== undefined) return wanted.name;
  return able.find((one) => one.opensFirst(data))?.name ?? null;
}

export function ChosenView({ data, name }: { data: ViewData; name: ViewName }): JSX.Element {
  return views.find((view) => view.name === name)?.show(data) ?? "";
}

type SwitchProps = { data: ViewData /** Null: the table. */; shown: ViewName | null };

/** Links to the table and to each view; nothing if the table is the only one. */
export function ViewSwitch({ data, shown }: SwitchProps): JSX.Element {
  const able = views.filter((view) => view.isThere(data));
  if (able.length === 0) return "";
  const table = { name: "table", label: "Table", icon: "rows" } as const;
  return (
    <nav class="seg" aria-label="Views of the data">
      {[table, ...able].map(({ name, label, icon }) => (
        <a
          href={viewPath(data.dataset.id, { table: data.asked.table, view: name })}
          aria-current={(shown ?? "table") === name ? "true" : undefined}
          rel="nofollow"
        >
          <Icon name={icon} />
          {label}
        </a>
      ))}
    </nav>
  );
}
