import type { DatasetItem } from "../../market/catalogue/schemas.ts";
import { counted } from "../../market/counted.ts";

const starsMax = 5;

/** One review's stars as signs, with text for screen readers. */
export function Stars({ stars }: { stars: number }): JSX.Element {
  return (
    <span class="stars">
      <span aria-hidden="true">{"★".repeat(stars) + "☆".repeat(starsMax - stars)}</span>
      <span class="unseen">{`${stars} of ${starsMax} stars`}</span>
    </span>
  );
}

/** For example "4.25 of 5, 8 reviews"; null without reviews. */
export function ratingText({ mean, count }: DatasetItem["rating"]): string | null {
  if (mean === null) return null;
  return `${mean.toFixed(2).replace(/\.?0+$/, "")} of ${starsMax}, ${counted(count, "review")}`;
}
