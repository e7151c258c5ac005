/** The site's icons as inline SVG, which needs no further requests. */
const paths = {
  alert: "M9 3.4v7.1M9 14.2v.1",
  arrow: "m6.8 4.5 4.5 4.5-4.5 4.5",
  bell: "M4.5 12.5V8a4.5 4.5 0 0 1 9 0v4.5l1 1h-11zM7.5 15.5a1.6 1.6 0 0 0 3 0",
  calendar:
    "M4.5 4h9A1.5 1.5 0 0 1 15 5.5v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 3 13.5v-8A1.5 1.5 0 0 1 4.5 4zM3 7.5h12M6.5 2.5v3m5-3v3",
  chart: "M2.5 3v12.5h13M5 12l3-4 2.5 2.5L15 5",
  check: "m3.5 9.5 3.5 3.5 7.5-8",
  clock: "M9 2.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M9 5.5V9l2.5 1.5",
  code: "m6 5-4 4 4 4m6-8 4 4-4 4",
  cross: "m5 5 8 8m0-8-8 8",
  file: "M5 2.5h5.5L14 6v9.5H5zM10 2.5v4h4",
  image:
    "M4 3.5h10A1.5 1.5 0 0 1 15.5 5v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 13V5A1.5 1.5 0 0 1 4 3.5M6.5 6.1a1.2 1.2 0 1 0 0 2.4a1.2 1.2 0 0 0 0-2.4M3 13l4-3.5 2.5 2 2.5-2.5 3.5 3.5",
  info: "M9 2.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M9 8.5v4M9 5.8v.1",
  lock: "M5.5 8h7A1.5 1.5 0 0 1 14 9.5v4a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 4 13.5v-4A1.5 1.5 0 0 1 5.5 8M6 8V6a3 3 0 0 1 6 0v2",
  map: "m2.5 4.5 4-1.5 5 2 4-1.5v10l-4 1.5-5-2-4 1.5zM6.5 3v10m5-8v10",
  number: "M7 3 5.5 15M12.5 3 11 15M3.5 7h12M2.5 11h12",
  rows: "M3 5h12M3 9h12M3 13h12",
  search: "M8 3a5 5 0 1 0 0 10a5 5 0 0 0 0-10m4 9 4 4",
  shield: "M9 2 3.5 4v5c0 3.5 2.5 5.5 5.5 7 3-1.5 5.5-3.5 5.5-7V4zM6.5 9l2 2 3.2-3.8",
  star: "m9 2.5 2 4.2 4.6.6-3.4 3.2.9 4.6L9 12.8l-4.1 2.3.9-4.6L2.4 7.3 7 6.7z",
  table:
    "M4 3.5h10A1.5 1.5 0 0 1 15.5 5v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 13V5A1.5 1.5 0 0 1 4 3.5M2.5 7.5h13M7 7.5v7",
  tag: "M3 3h6l6.5 6.5-6 6L3 9zM6.3 5.5a.8.8 0 1 0 0 1.6a.8.8 0 0 0 0-1.6",
  text: "M3 4.5h12M3 9h12M3 13.5h7",
  user: "M9 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3.5 15.5c.5-3 2.5-4.5 5.5-4.5s5 1.5 5.5 4.5",
  warning: "m9 3.4 6.8 11.2H2.2zM9 7.9v3M9 12.7v.1",
  cart: "M2 3h2l1.5 8.5h8L15 6H4.5M6.5 14.4v.1m6 0v.1",
  home: "M3 8.5 9 3l6 5.5V15H3z",
  message: "M3 3.5h12v8.5H8l-3.5 3V12H3z",
  settings:
    "M9 6.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5M9 2v2.5m0 9V16m7-7h-2.5m-9 0H2m12-5-1.8 1.8M5.8 12.2 4 14m10 0-1.8-1.8M5.8 5.8 4 4",
  gavel: "m8 3 5 5-2.5 2.5-5-5zM8 8l-5.5 5.5M9 15.5h6.5",
  budget: "M10 2 4 10.5h4.5L8 16l6-8.5H9.5z",
} as const;

export type IconName = keyof typeof paths;

/** A small drawing next to a text with the same meaning; hidden from screen readers. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 18 18" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** Drawings that a page repeats, to be used by {@link IconUse}. Stands once before the first use. */
export function IconSymbols({ names }: { names: readonly IconName[] }): JSX.Element {
  return (
    <svg class="unseen" aria-hidden="true">
      {names.map((name) => (
        <symbol id={`icon-${name}`} viewBox="0 0 18 18">
          <path d={paths[name]} />
        </symbol>
      ))}
    </svg>
  );
}

/** As {@link Icon}, from the page's {@link IconSymbols}. */
export function IconUse({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
