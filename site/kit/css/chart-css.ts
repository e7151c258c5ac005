/** Styles of the charts: geometry is in SVG attributes, colour in these classes. */
export const chartCss = `
:root {
  --cat-1: light-dark(#062eaa, #2f61cb); --cat-2: light-dark(#e8650b, #fe671f);
  --cat-3: light-dark(#037177, #5dd7a1); --cat-4: light-dark(#3b0958, #df7ffe);
  --cat-5: light-dark(#8a5009, #f6df25); --cat-6: light-dark(#3e91fd, #c9ebfc);
  --cat-7: light-dark(#6c010b, #a9465d); --cat-8: light-dark(#909298, #8c969c);
  --seq-1: light-dark(#c6d9f3, #1d3a66); --seq-2: light-dark(#93b7e8, #2a5596);
  --seq-3: light-dark(#5b91d6, #4278c4); --seq-4: light-dark(#2b66b8, #72a5ec);
  --seq-5: light-dark(#123f7e, #b5d3ff);
  --bar: var(--seq-4); --track: light-dark(#e4e6e6, #2a323d);
  --line-strong: light-dark(#868a90, #6c7787);
  --land: light-dark(#dcded8, #29313b); --sea: light-dark(#f1f4f4, #10151b);
}
.chart-bar { fill: var(--bar); }
.chart-track { fill: var(--track); }
.chart-base { fill: none; stroke: var(--line-strong); vector-effect: non-scaling-stroke; }
.chart-grid { fill: none; stroke: var(--line); vector-effect: non-scaling-stroke; }
.chart-area { fill: var(--seq-4); opacity: .2; }
.chart-line {
  fill: none; stroke: var(--seq-4); stroke-width: 1.75; stroke-linejoin: round;
  stroke-linecap: round; vector-effect: non-scaling-stroke;
}
.map-sea { fill: var(--sea); }
.map-land { fill: var(--land); }
.map-dots { fill: none; stroke: var(--seq-4); stroke-linecap: round; stroke-width: 6; }

.thumb { display: block; height: 8.5rem; overflow: hidden; background: var(--sunken); }
.thumb-chart { display: block; width: 100%; height: 100%; }
.thumb-dots { stroke-width: 9; opacity: .8; }
.thumb-pictures { display: block; width: 100%; height: 100%; object-fit: cover; object-position: top left; }
.thumb-shares, .thumb-tables {
  list-style: none; margin: 0; height: 100%; padding: .75rem 1rem; display: grid;
  align-content: center; gap: .3rem; font-size: .8125rem; line-height: 1.3;
}
.thumb-shares svg { display: block; width: 100%; height: .35rem; }
.thumb-word { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.thumb-tables { grid-template-columns: repeat(3, minmax(0, 1fr)); }
.thumb-tables li {
  border: 1px solid var(--line-strong); border-radius: 6px; padding: .2rem .45rem;
  background: var(--surface); overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
}
.thumb-tables small { display: block; color: var(--muted); }
.thumb-text, .thumb-format { margin: 0; height: 100%; padding: .75rem 1rem; overflow: hidden; }
.thumb-text { font-family: var(--mono); font-size: .8125rem; line-height: 1.45; }
.thumb-format { display: grid; place-items: center; color: var(--muted); font-weight: 700; font-size: 1.25rem; }
@media (forced-colors: active) {
  .chart-bar { fill: CanvasText; }
  .chart-line, .map-dots { stroke: CanvasText; }
  .chart-track { fill: GrayText; }
}
`.trim();
