/** What pages draw of an archive of pictures. */
import { CARD_PICTURES_MAX, PICTURE_LABELS_MAX } from "../../market/profile/chart-limits.ts";
import type { ProfileCharts } from "../../market/profile/charts.ts";
import { labelOf } from "../../market/profile/picture-label.ts";
import type { Sample } from "../../market/profile/schemas.ts";
import type { NamedPicture } from "./table.ts";

/**
 * The labels are those of all pictures of a free archive. A paid one has no more than its sample
 * shows, because names are part of the file.
 */
export function pictureCharts(
  pictures: readonly Pick<NamedPicture, "name">[],
  { rows }: Sample,
  { paid }: { paid: boolean },
): ProfileCharts {
  const shown = rows.flatMap((row, index) => (row.at(-1) === null ? [] : [index]));
  const thumbnail = { kind: "pictures", rows: spread(shown), count: pictures.length } as const;
  const labels = paid ? [] : labelsOf(pictures);
  return {
    thumbnail: shown.length === 0 ? null : thumbnail,
    ...(labels.length > 1 ? { labels } : {}),
  };
}

/** Some of the rows from the first to the last: neighbours are often of one folder. */
function spread(rows: readonly number[]): number[] {
  const step = Math.max(1, rows.length / CARD_PICTURES_MAX);
  const many = Math.min(rows.length, CARD_PICTURES_MAX);
  return Array.from({ length: many }, (_, index) => rows[Math.floor(index * step)] ?? 0);
}

/** None if pictures have no folder, or more folders than a person would choose from. */
function labelsOf(
  pictures: readonly Pick<NamedPicture, "name">[],
): NonNullable<ProfileCharts["labels"]> {
  const counts = new Map<string, number>();
  for (const { name } of pictures) {
    const label = labelOf(name);
    if (label === null) return [];
    counts.set(label, (counts.get(label) ?? 0) + 1);
    if (counts.size > PICTURE_LABELS_MAX) return [];
  }
  const found = [...counts].map(([label, count]) => ({ label, count }));
  return found.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, "en"));
}
