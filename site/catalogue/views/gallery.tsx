/** Pictures of the sample with their labels; one of them enlarged at an address of its own. */
import { counted } from "../../../market/counted.ts";
import { formatByteSize } from "../../../market/format.ts";
import { labelOf } from "../../../market/profile/picture-label.ts";
import type { Sample } from "../../../market/profile/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { PartLinks } from "../../kit/part-links.tsx";
import { Facts, Foreign } from "../../kit/parts.tsx";
import { TopValues } from "../charts/top-values.tsx";
import { picturePath } from "../facts.ts";
import { type ViewData, viewPath } from "./view-data.ts";

const labelsShownMax = 12;
const previewEdgePixels = 128;

type Picture = {
  /** Its row in the sample. */
  row: number;
  name: string;
  label: string | null;
  width: unknown;
  height: unknown;
  bytes: unknown;
};

type GalleryProps = ViewData & { sample: Sample };

export function Gallery(props: GalleryProps): JSX.Element {
  const { dataset, sample, profile, asked } = props;
  const all = picturesOf(sample);
  const labels = labelsOf(all);
  const shown = all.filter(({ label }) => asked.label === undefined || label === asked.label);
  const one = shown.find(({ row }) => row === asked.picture);
  const total = profile?.images?.count ?? all.length;
  return (
    <section class="view" id="pictures">
      <header>
        <h2>Pictures</h2>
        <span class="small muted" safe>
          {`${formatCount(all.length)} of ${counted(total, "picture")}, drawn at random`}
        </span>
      </header>
      {labels.length > 1 && (
        <nav aria-label="Labels">
          <ul class="chips">
            <LabelChip {...{ dataset, asked }} label={undefined} count={all.length} />
            {labels.map(([label, count]) => (
              <LabelChip {...{ dataset, asked, label, count }} />
            ))}
          </ul>
        </nav>
      )}
      {one === undefined ? (
        <Thumbnails {...{ dataset, asked, shown }} />
      ) : (
        <Enlarged {...{ dataset, asked, shown, one }} />
      )}
      <LabelCounts charts={props.charts} total={total} />
    </section>
  );
}

type Shared = Pick<ViewData, "dataset" | "asked">;

function LabelChip(props: Shared & { label: string | undefined; count: number }): JSX.Element {
  const { dataset, asked, label, count } = props;
  return (
    <li>
      <a
        href={viewPath(dataset.id, { ...asked, view: "pictures", label, picture: undefined })}
        aria-current={asked.label === label ? "true" : undefined}
        rel="nofollow"
      >
        <Foreign text={label ?? "All"} /> {formatCount(count)}
      </a>
    </li>
  );
}

function Thumbnails({ dataset, asked, shown }: Shared & { shown: Picture[] }): JSX.Element {
  return (
    <ul class="gallery">
      {shown.map(({ row, name, label }) => (
        <li>
          <a
            href={viewPath(dataset.id, { ...asked, view: "pictures", picture: row })}
            rel="nofollow"
          >
            <img
              src={picturePath(dataset.id, row)}
              alt={name}
              width="128"
              height="128"
              loading="lazy"
            />
            {label !== null && <Foreign text={label} />}
            <small>
              <Foreign text={baseName(name)} />
            </small>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Enlarged({
  dataset,
  asked,
  shown,
  one,
}: Shared & { shown: Picture[]; one: Picture }): JSX.Element {
  const at = shown.indexOf(one);
  const to = (picture: Picture | undefined) =>
    viewPath(dataset.id, { ...asked, view: "pictures", picture: picture?.row });
  const [before, after] = [shown[at - 1], shown[at + 1]];
  const { row, name, label, width, height, bytes } = one;
  return (
    <div class="stack-s">
      <img class="picture-large" src={picturePath(dataset.id, row)} alt={name} />
      <PartLinks
        of="Pictures"
        before={before === undefined ? null : { label: "Previous", href: to(before) }}
        after={after === undefined ? null : { label: "Next", href: to(after) }}
        shown={`${at + 1} of ${shown.length}`}
      >
        <a href={to(undefined)}>All pictures</a>
      </PartLinks>
      <Facts
        facts={[
          ["File", <Foreign text={name} />],
          label === null ? null : ["Label", <Foreign text={label} />],
          typeof width === "number" && typeof height === "number"
            ? ["Size", <span safe>{sizeText(width, height)}</span>]
            : null,
          typeof bytes === "number"
            ? ["File size", <span safe>{formatByteSize(bytes)}</span>]
            : null,
        ]}
      />
    </div>
  );
}

/** Previews have at most 128 pixels a side. */
function sizeText(width: number, height: number): string {
  const isReduced = Math.max(width, height) > previewEdgePixels;
  return `${width} × ${height} pixels${isReduced ? `, shown at ${previewEdgePixels}` : ""}`;
}

/** How many pictures of the whole archive have each label. */
function LabelCounts({ charts, total }: Pick<ViewData, "charts"> & { total: number }): JSX.Element {
  const labels = charts?.labels ?? [];
  if (labels.length < 2) return "";
  const values = labels
    .slice(0, labelsShownMax)
    .map(({ label, count }) => ({ value: label, count }));
  return (
    <>
      <h3>Labels of all pictures</h3>
      <TopValues values={values} total={total} distinct={labels.length} />
    </>
  );
}

/** The sample of an archive has the picture in its last column, as a data URL. */
function picturesOf({ columns, rows }: Sample): Picture[] {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const [name, width, height, bytes, thumbnail] = [
    "name",
    "width",
    "height",
    "bytes",
    "thumbnail",
  ].map(at);
  return rows.flatMap((row, index): Picture[] => {
    const cell = (column: number | undefined) => row[column ?? -1];
    if (typeof cell(thumbnail) !== "string") return [];
    const file = String(cell(name) ?? "");
    const facts = { width: cell(width), height: cell(height), bytes: cell(bytes) };
    return [{ row: index, name: file, label: labelOf(file), ...facts }];
  });
}

function labelsOf(pictures: readonly Picture[]): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { label } of pictures) {
    if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, labelsShownMax);
}

const baseName = (name: string): string => name.split("/").at(-1) ?? name;
