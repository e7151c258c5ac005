/** Styles of the charts: geometry is in SVG attributes, colour in these classes. */
import { profileCss } from "./profile-css.ts";

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
.chart-filled { fill: var(--seq-4); fill-opacity: .2; }
.chart-wide { display: block; width: 100%; height: auto; max-width: 34rem; overflow: visible; }
@media (max-width: 30rem) { .chart-wide .chart-label { font-size: 17px; } }
.chart-label { fill: var(--muted); font-size: 11px; font-variant-numeric: tabular-nums; }
.chart-label.strong { fill: var(--text); font-weight: var(--bold); }
.chart-scroll { overflow-x: auto; max-width: 100%; }
.chart-scroll > svg { display: block; width: 100%; min-width: 40rem; height: auto; }
.seq-5 { fill: var(--seq-5); } .seq-4 { fill: var(--seq-4); }
.seq-3 { fill: var(--seq-3); } .seq-2 { fill: var(--seq-2); }
.part-1 { fill: var(--seq-4); } .part-2 { fill: var(--cat-2); } .part-3 { fill: var(--cat-3); }
.line-1 { stroke: var(--cat-1); } .line-2 { stroke: var(--cat-2); }
.line-3 { stroke: var(--cat-3); } .line-4 { stroke: var(--cat-4); }
.line-5 { stroke: var(--cat-5); } .line-6 { stroke: var(--cat-6); }
.line-7 { stroke: var(--cat-7); } .line-8 { stroke: var(--cat-8); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: var(--fs-1); color: var(--muted); }
.legend > span { display: inline-flex; gap: .4rem; align-items: center; }
.legend svg { width: .8rem; height: .8rem; flex: none; overflow: visible; }
.share { border-radius: var(--full); overflow: hidden; }
.share rect { fill: var(--bar); }
.share .track { fill: var(--track); }
.histogram .chart-base { stroke: var(--line-strong); stroke-width: 1; }
.shares-bar { display: block; width: 7.5rem; height: 1.125rem; }
.tops { list-style: none; margin: 0; padding: 0; display: grid; gap: .3rem; font-size: var(--fs-1); }
.tops li {
  display: grid; grid-template-columns: minmax(0, 11rem) minmax(3rem, 1fr) 4rem 5rem; gap: .75rem;
  align-items: center;
}
.tops li > :nth-child(n + 3) { text-align: right; font-variant-numeric: tabular-nums; }
.tops li > :last-child { color: var(--muted); }
.waterfall { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; font-size: var(--fs-1); }
.waterfall li {
  display: grid; grid-template-columns: 7rem minmax(6rem, 20rem) 2.5rem minmax(0, 1fr);
  gap: .25rem 1rem; align-items: center;
}
.waterfall svg, .waterfall-none {
  width: 100%; height: 16px; display: block;
  background: linear-gradient(var(--line), var(--line)) 0 50% / 100% 1px no-repeat;
}
.waterfall path { fill: var(--warn); }
.waterfall .all path { fill: var(--seq-2); }
.waterfall .sum path { fill: var(--seq-4); }
.waterfall strong { text-align: right; font-variant-numeric: tabular-nums; }
.waterfall .all, .waterfall .sum { font-weight: var(--bold); }
.waterfall small { font-size: inherit; color: var(--muted); font-weight: 400; }
.key-diagram text { font-size: 12px; }
.chart-scroll > .key-diagram { width: auto; min-width: 0; max-width: none; }
.key-box { fill: var(--page); stroke: var(--line-strong); }
.key-line { fill: none; stroke: var(--accent); stroke-width: 1.5; }
.places-map { display: block; width: 100%; height: auto; border-radius: var(--r2); }
.map-outline { fill: none; stroke: var(--seq-4); stroke-width: 1; stroke-linejoin: round; }
@media (max-width: 48rem) {
  .chart-scroll .chart-label { font-size: 14px; }
  .tops li { grid-template-columns: minmax(0, 8rem) minmax(2rem, 1fr) 3.8rem; }
  .tops li > :nth-child(4) { display: none; }
  .waterfall li { grid-template-columns: 6.5rem minmax(3rem, 1fr) 2.2rem; }
  .waterfall small { grid-column: 1 / -1; }
}
.map-sea { fill: var(--sea); }
.map-land { fill: var(--land); }
.map-dots { fill: none; stroke: var(--seq-4); stroke-linecap: round; stroke-width: 6; }
.dots-1 { stroke: var(--seq-2); stroke-width: 5; }
.dots-2 { stroke: var(--seq-3); stroke-width: 6; }
.dots-3 { stroke: var(--seq-4); stroke-width: 7.5; }
.dots-4 { stroke: var(--seq-5); stroke-width: 9; }

.thumb { display: block; height: 8.5rem; overflow: hidden; background: var(--sunken); }
.thumb-chart { display: block; width: 100%; height: 100%; }
.thumb-dots { stroke-width: 9; opacity: .8; }
.thumb-pictures { display: grid; height: 100%; grid-template: repeat(2, minmax(0, 1fr)) / repeat(3, minmax(0, 1fr)); }
.thumb-pictures img { display: block; width: 100%; height: 100%; object-fit: cover; }
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
.thumb-tables small { display: block; color: var(--muted); overflow: hidden; text-overflow: ellipsis; }
.thumb-text, .thumb-format { margin: 0; height: 100%; padding: .75rem 1rem; overflow: hidden; }
.thumb-text { font-family: var(--mono); font-size: .8125rem; line-height: 1.45; }
.thumb-format { display: grid; place-items: center; color: var(--muted); font-weight: 700; font-size: 1.25rem; }
@media (forced-colors: active) {
  .chart-bar { fill: CanvasText; }
  .chart-line, .map-dots, .map-outline, .key-line { stroke: CanvasText; }
  .waterfall path, .chart-label { fill: CanvasText; }
  .chart-track { fill: GrayText; }
}
${profileCss}
`.trim();
