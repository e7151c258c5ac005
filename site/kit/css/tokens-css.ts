/**
 * The design tokens: the only list of colours, sizes and spaces. `light-dark()` follows the system;
 * `data-theme` on the root element, set from the visitor's choice, overrides it.
 */
export const tokensCss = `
:root {
  color-scheme: light dark;

  --page: light-dark(#f6f7f9, #0e1116);
  --surface: light-dark(#fff, #151a21);
  --raised: light-dark(#fff, #1c232c);
  --sunken: light-dark(#edeff3, #0a0d11);
  --line: light-dark(#dfe3e8, #2a323d);
  --line-strong: light-dark(#868a90, #6c7787);
  --text: light-dark(#14181f, #e8ecf1);
  --muted: light-dark(#575d66, #a4aebb);
  --ink: light-dark(#10161f, #070a0e);
  --on-ink: #e8ecf1;
  --ink-muted: #9fb0c3;

  --accent: light-dark(#1a57b6, #82b4ff);
  --accent-strong: light-dark(#123f88, #abccff);
  --accent-soft: light-dark(#e7eefa, #15294a);
  --on-accent: light-dark(#fff, #061a38);
  --good: light-dark(#0f6b43, #6fd3a3);
  --good-soft: light-dark(#e1f3ea, #10301f);
  --warn: light-dark(#8a4b00, #f2b95c);
  --warn-soft: light-dark(#fdf0da, #38270c);
  --bad: light-dark(#a61f26, #ff9c9c);
  --bad-soft: light-dark(#fbe8e8, #3c1719);

  /* Categories: at least 3:1 on the surface, and apart for every kind of sight. Use in this order. */
  --cat-1: light-dark(#062eaa, #2f61cb);
  --cat-2: light-dark(#e8650b, #fe671f);
  --cat-3: light-dark(#037177, #5dd7a1);
  --cat-4: light-dark(#3b0958, #df7ffe);
  --cat-5: light-dark(#8a5009, #f6df25);
  --cat-6: light-dark(#3e91fd, #c9ebfc);
  --cat-7: light-dark(#6c010b, #a9465d);
  --cat-8: light-dark(#909298, #8c969c);
  /* From little to much. */
  --seq-1: light-dark(#c6d9f3, #1d3a66);
  --seq-2: light-dark(#93b7e8, #2a5596);
  --seq-3: light-dark(#5b91d6, #4278c4);
  --seq-4: light-dark(#2b66b8, #72a5ec);
  --seq-5: light-dark(#123f7e, #b5d3ff);
  --bar: var(--seq-4);
  --track: light-dark(#e4e6e6, #2a323d);
  --land: light-dark(#dcded8, #29313b);
  --sea: light-dark(#f1f4f4, #10151b);

  /* More families would be looked up before the first paint, once per size and weight. */
  --font: "Inter Variable", system-ui, sans-serif;
  --mono: ui-monospace, monospace;
  --fs-1: .8125rem; --fs-2: .9375rem; --fs-3: 1.0625rem; --fs-4: 1.25rem; --fs-5: 1.75rem;
  --fs-6: clamp(2rem, 1.2rem + 2.6vw, 2.75rem);
  --medium: 550; --bold: 640;

  --s1: .25rem; --s2: .5rem; --s3: .75rem; --s4: 1rem; --s5: 1.5rem; --s6: 2rem; --s7: 3rem; --s8: 5rem;
  --r1: 6px; --r2: 10px; --r3: 14px; --full: 99px;
  --fast: 120ms ease-out;
  --control: 2.5rem; --cell-y: .5rem;
  --page-width: 90rem; --side: clamp(1rem, 2.4vw, 2rem);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
`.trim();
