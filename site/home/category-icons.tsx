/** A small drawing for each category, next to its name and hidden from screen readers. */
import type { CategoryId } from "../../db/vocabulary/listing.ts";

const paths: Record<CategoryId, string> = {
  geographic: "m2.5 4.5 4-1.5 5 2 4-1.5v10l-4 1.5-5-2-4 1.5zM6.5 3v10m5-8v10",
  pricing: "M2.5 9.2V3.5q0-1 1-1h5.7l6.3 6.3q.7.7 0 1.4l-5.3 5.3q-.7.7-1.4 0zM6 6v.1",
  sensor: "M7 10V4a2 2 0 0 1 4 0v6a3.5 3.5 0 1 1-4 0z",
  images:
    "M4 3.5h10q1.5 0 1.5 1.5v8q0 1.5-1.5 1.5H4q-1.5 0-1.5-1.5V5q0-1.5 1.5-1.5zM3 13l4-3.5 2.5 2 2.5-2.5 3.5 3.5M6.5 7v.1",
  text: "M3 4h12M3 7.5h12M3 11h12M3 14.5h7",
  financial: "M2.5 3v12.5h13M5 12l3-4 2.5 2.5L15 5",
  scientific: "M7 2.5v5L3 14q-.6 1.5 1 1.5h10q1.6 0 1-1.5l-4-6.5v-5M5.5 2.5h7M5 11.5h8",
  social: "M9 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3.5 15.5c.5-3 2.5-4.5 5.5-4.5s5 1.5 5.5 4.5",
  retail: "M2 3h2l1.5 8.5h8L15 6H4.5M6.5 14.5v.1M12.5 14.5v.1",
  other: "M4 9v.1M9 9v.1M14 9v.1",
};

export function CategoryIcon({ id }: { id: CategoryId }): JSX.Element {
  return (
    <svg
      class="category-icon"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[id]} />
    </svg>
  );
}
