/** A dataset as a card: the data first, then its title, facts, score and price. */
import type { DatasetItem } from "../../../market/catalogue/schemas.ts";
import type { Thumbnail as ThumbnailData } from "../../../market/profile/charts.ts";
import { Foreign } from "../../kit/parts.tsx";
import { Thumbnail } from "../charts/thumbnail.tsx";
import { datasetPath, shapeFacts } from "../facts.ts";
import { Price, Quality } from "./price.tsx";

/** By the id of their dataset. */
export type Thumbnails = ReadonlyMap<string, ThumbnailData>;

type Props = { datasets: DatasetItem[]; thumbnails: Thumbnails; now: Date };

export function DatasetTiles({ datasets, thumbnails, now }: Props): JSX.Element {
  return (
    <ul class="tiles-of-data">
      {datasets.map((dataset) => (
        <li class="tile">
          <div class="thumb">
            <Thumbnail thumbnail={thumbnails.get(dataset.id) ?? null} dataset={dataset} />
          </div>
          <div class="tile-body">
            <h3>
              <a class="tile-link" href={datasetPath(dataset.id)}>
                <Foreign text={dataset.title} />
              </a>
            </h3>
            <p class="small muted">
              <Foreign text={dataset.seller.name} />
              <span safe>
                {shapeFacts(dataset)
                  .map((fact) => ` · ${fact}`)
                  .join("")}
              </span>
            </p>
            <div class="tile-foot">
              <Quality score={dataset.quality_score} />
              <Price {...{ dataset, now }} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
