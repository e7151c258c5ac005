/** The site's icons as inline SVG, which needs no further requests. */
const paths = {
  check: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M7 7l10 10M17 7L7 17",
  alert: "M12 4.5v9.5M12 19v.1",
  search: "M10.5 4.5a6 6 0 1 0 0 12a6 6 0 0 0 0-12M15 15l5 5",
  menu: "M4.5 7h15M4.5 12h15M4.5 17h15",
  arrow: "M9 6l6 6-6 6",
  warning: "M12 4.5L21 19.5H3zM12 10.5v4M12 17v.1",
} as const;

export type IconName = keyof typeof paths;

/** A small drawing next to a text with the same meaning; hidden from screen readers. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2.2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
