/** What a view of a dataset is drawn from, and the parts of the address that it reads. */
import { TABLE_NAME_CHARS_MAX } from "../../../market/catalogue/limits.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { firstCharacters } from "../../../market/characters.ts";
import type { ProfileCharts } from "../../../market/profile/charts.ts";
import type { Profile, Sample } from "../../../market/profile/schemas.ts";
import { datasetPath } from "../facts.ts";

export type ViewName = "pictures" | "map" | "series" | "tables" | "text";

export type ViewData = {
  dataset: Pick<DatasetDetail, "id" | "tables" | "row_count">;
  profile: Pick<Profile, "columns" | "bounds" | "images" | "documents"> | null;
  /** `away`: the store cannot return it at the moment. */
  sample: Sample | null | "away";
  /** Those of the shown table. */
  charts: ProfileCharts | null;
  asked: AskedView;
};

/** What the address asks for; invalid values count as absent. */
export type AskedView = {
  /** The shown table; undefined: the default table. */
  table: string | undefined;
  view: string | undefined;
  /** Only pictures with this label. */
  label: string | undefined;
  /** The enlarged picture, as a row of the sample, from 0. */
  picture: number | undefined;
};

const labelCharsMax = 100;

export function readAskedView(query: URLSearchParams): AskedView {
  const picture = query.get("picture") ?? "";
  return {
    table: firstCharacters(query.get("table") ?? "", TABLE_NAME_CHARS_MAX) || undefined,
    view: query.get("view") ?? undefined,
    label: query.get("label")?.slice(0, labelCharsMax) || undefined,
    picture: /^\d{1,3}$/.test(picture) ? Number(picture) : undefined,
  };
}

export function viewPath(datasetId: string, asked: Partial<AskedView>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${datasetPath(datasetId)}${query.size === 0 ? "" : `?${query}`}`;
}
