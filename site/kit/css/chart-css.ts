/** Styles of the charts: geometry is in SVG attributes, colour in these classes. */
export const chartCss = `
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
