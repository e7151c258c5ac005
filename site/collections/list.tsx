import type { CollectionView } from "../../market/collection/schemas.ts";
import { counted } from "../../market/counted.ts";
import { Foreign } from "../kit/parts.tsx";

/** Public collections, each with its number of datasets and followers. */
export function CollectionList({ collections }: { collections: CollectionView[] }): JSX.Element {
  return (
    <ul class="tiles-of-data">
      {collections.map(({ id, title, description, ...one }) => (
        <li class="card stack-s">
          <h3>
            <a href={`/collections/${id}`}>
              <Foreign text={title} />
            </a>
          </h3>
          {description !== null && (
            <p class="clamp small">
              <Foreign text={description.slice(0, 240)} />
            </p>
          )}
          <p class="small muted" safe>
            {`${counted(one.datasets_on_sale, "dataset")} · ${counted(one.followers, "follower")}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
