/** What pages draw of a table, from its shown profile, its sample and the rows sampled for figures. */
import type { ProfileCharts } from "../../../market/profile/charts.ts";
import type { Profile, Sample } from "../../../market/profile/schemas.ts";
import type { TableScan } from "../../measure/scan-table.ts";
import { placesChartOf } from "./places.ts";
import { seriesOf } from "./series.ts";
import { thumbnailOf } from "./thumbnail.ts";

/** `profile` and `sample` as they are shown: of a paid table, without what its budget withholds. */
export function describeCharts(
  scan: TableScan,
  { profile, sample }: { profile: Profile; sample: Sample },
  paid: boolean,
): ProfileCharts {
  const series = seriesOf(scan, profile, paid);
  const places = placesChartOf(scan, profile, sample, paid);
  const drawn = { ...(series && { series }), ...(places && { places }) };
  return { thumbnail: thumbnailOf(profile, sample, drawn), ...drawn };
}
