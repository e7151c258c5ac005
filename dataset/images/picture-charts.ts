/** What pages draw of an archive of pictures. */
import { PICTURE_LABELS_MAX, type ProfileCharts } from "../../market/profile/charts.ts";
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
  { sheet, paid }: { sheet: unknown; paid: boolean },
): ProfileCharts {
  const shown = rows.filter((row) => row.at(-1) !== null).length;
  const thumbnail = { kind: "pictures", shown, count: pictures.length } as const;
  const labels = paid ? [] : labelsOf(pictures);
  return {
    thumbnail: sheet === null ? null : thumbnail,
    ...(labels.length > 1 ? { labels } : {}),
  };
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
