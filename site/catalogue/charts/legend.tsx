/** What the colours of a chart stand for. */
import { Foreign } from "../../kit/parts.tsx";
import { shortName } from "./marks.ts";

/** `mark`: `line` for a stroke in the class, `area` for a filled one. */
export type LegendItem = { name: string; mark: "line" | "area"; class: string };

export function Legend({ items }: { items: readonly LegendItem[] }): JSX.Element {
  return (
    <figcaption class="legend">
      {items.map((item) => (
        <span>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            {item.mark === "line" ? (
              <path class={item.class} d="M0 5h10" />
            ) : (
              <rect class={item.class} width="10" height="10" />
            )}
          </svg>
          <Foreign text={shortName(item.name)} />
        </span>
      ))}
    </figcaption>
  );
}
