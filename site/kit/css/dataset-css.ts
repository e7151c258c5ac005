/** Styles of a dataset's pages: head, tabs, price and grid of rows. */
export const datasetCss = `
.dataset-head {
  display: flex; flex-wrap: wrap; gap: var(--s3) var(--s6); align-items: flex-start; justify-content: space-between;
  padding-bottom: var(--s3);
}
.dataset-head > .stack-s { flex: 1 1 24rem; gap: .55rem; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); }
.facts {
  list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; color: var(--muted);
  font-size: var(--fs-1);
}
.facts li { display: inline-flex; align-items: center; gap: .35rem; }
.facts .icon { width: 1rem; height: 1rem; }
.score { display: flex; align-items: center; gap: .65rem; color: inherit; text-decoration: none; line-height: 1.35; }
.dial circle { fill: none; stroke-width: 4.5; }
.dial-track { stroke: var(--track); }
.dial-arc { stroke: var(--good); stroke-linecap: round; }
.dial text { font: 640 14px var(--font); fill: var(--text); }

.tabs {
  position: sticky; top: 0; z-index: 5; display: flex; gap: .25rem; overflow-x: auto; scrollbar-width: none;
  margin-inline: calc(-1 * var(--side)); padding-inline: var(--side);
  background: var(--page); border-bottom: 1px solid var(--line);
}
.tabs a {
  padding: .7rem .85rem .6rem; border-bottom: 3px solid transparent; color: var(--muted); font-weight: var(--medium);
  text-decoration: none; white-space: nowrap;
}
.tabs a:hover { color: var(--text); }
.tabs a[aria-current] { color: var(--text); border-color: var(--accent); }
.tabs a:focus-visible { outline-offset: -3px; }
.studio { display: grid; gap: var(--s5) 1.75rem; grid-template-columns: minmax(0, 1fr); align-items: start; padding-top: 1.25rem; }
.rail { display: grid; gap: var(--s3); grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); align-items: start; }
.rail-part { display: contents; }
.offer { display: grid; gap: .6rem; padding: 1.1rem 1.15rem; }
.card.offer h2 { font-size: var(--fs-1); font-weight: var(--bold); letter-spacing: 0; color: var(--muted); }
.offer .price { font-size: var(--fs-5); font-weight: var(--bold); letter-spacing: -.02em; line-height: 1.1; }
.offer .price .small { font-size: var(--fs-1); font-weight: 400; letter-spacing: 0; }
.offer dl { grid-template-columns: auto 1fr; gap: .2rem 1rem; font-size: var(--fs-1); }
.offer dd { text-align: right; margin: 0; }
.rail > .rail-part:first-child > .offer { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.terms { list-style: none; margin: 0; padding: 0; display: grid; gap: .35rem; }
.terms li { display: flex; gap: .5rem; align-items: flex-start; }
.terms .icon { width: 1rem; height: 1rem; margin-top: .12rem; }
.terms .yes .icon { color: var(--good); }
.terms .condition .icon, .terms .ask .icon { color: var(--warn); }
.terms .no .icon { color: var(--bad); }
.hash-line { display: grid; gap: .4rem; justify-items: start; overflow-wrap: anywhere; }
.rail-links { display: flex; flex-wrap: wrap; gap: .4rem 1rem; }
.rail-links a { text-decoration: none; }
.rail-links a:hover { text-decoration: underline; }
.bottom {
  position: sticky; bottom: 0; z-index: 6; display: flex; gap: .75rem; align-items: center; line-height: 1.3;
  margin: var(--s5) calc(-1 * var(--side)) calc(-1 * var(--s7)); padding: .6rem var(--side);
  background: var(--surface); border-top: 1px solid var(--line);
}
.bottom > div { flex: 1; }
@media (min-width: 64rem) {
  .studio { grid-template-columns: minmax(0, 1fr) 19.5rem; }
  .rail { position: sticky; top: 4rem; grid-template-columns: minmax(0, 1fr); max-height: calc(100vh - 5rem); overflow-y: auto; scrollbar-width: thin; padding: 1px; }
  .bottom { display: none; }
}
@media (max-width: 34rem) { .offer dl { grid-template-columns: auto 1fr; } .offer dd + dt { margin-top: 0; } }
.toolbar { display: flex; flex-wrap: wrap; gap: .5rem .6rem; align-items: center; }
.rows-search { position: relative; flex: 1 1 14rem; max-width: 22rem; }
.rows-search input { width: 100%; padding-right: 2.75rem; }
.rows-search button {
  position: absolute; inset: .25rem .25rem .25rem auto; display: grid; place-items: center; width: 2.25rem; padding: 0;
  border: 0; border-radius: var(--r1); background: none; color: var(--muted); cursor: pointer;
}
.rows-search button:hover { background: var(--sunken); color: var(--text); }
.picker { position: relative; }
.picker summary { list-style: none; }
.picker summary::-webkit-details-marker { display: none; }
.picker form {
  position: absolute; z-index: 4; top: calc(100% + .4rem); left: 0; width: max-content; max-width: min(22rem, 90vw);
  padding: .8rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: var(--r2);
  box-shadow: 0 12px 32px rgb(0 0 0 / .2);
}
.picker ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .35rem; max-height: 18rem; overflow: auto; font-size: var(--fs-1); }
.picker label { display: flex; gap: .5rem; align-items: center; min-height: 1.6rem; }
.picker input[type="checkbox"], .wide-choice input { width: 1.05rem; height: 1.05rem; margin: 0; flex: none; }
.wide-choice { display: none; gap: .5rem; align-items: center; min-height: 1.75rem; margin-left: auto; cursor: pointer; }
@media (min-width: 64rem) {
  .wide-choice { display: inline-flex; }
  .studio:has(#wide:checked) { grid-template-columns: minmax(0, 1fr); }
  .studio:has(#wide:checked) .rail { position: static; max-height: none; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); }
}
.tab { gap: var(--s3); }
.grid-frame { background: var(--surface); border: 1px solid var(--line); border-radius: var(--r2); overflow: hidden; }
.grid-frame .scroll { max-height: none; border: 0; border-radius: 0; background: none; }
table.rows { border-collapse: separate; border-spacing: 0; width: max-content; min-width: 100%; font-size: var(--fs-1); }
.scroll table.rows th, .scroll table.rows td {
  padding: var(--cell-y) .75rem; max-width: 13rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  border-top: 0; border-bottom: 1px solid var(--line);
}
table.rows tbody tr:last-child > * { border-bottom: 0; }
table.rows tbody tr:hover > * { background: var(--sunken); }
table.rows tbody tr:target > * { background: var(--accent-soft); }
table.rows td > div { min-width: 0; }
.scroll table.rows thead th { position: static; background: var(--surface); vertical-align: top; border-left: 1px solid var(--line); font-weight: 400; }
.scroll table.rows thead th:first-child { border-left: 0; }
.scroll table.rows .row-no { position: sticky; left: 0; z-index: 1; min-width: 0; background: var(--surface); color: var(--muted); text-align: right; font-weight: 400; }
.row-no a { color: inherit; text-decoration: none; }
.row-no a:hover { text-decoration: underline; }
.column-head { display: grid; grid-template-columns: minmax(0, 1fr); gap: .35rem; width: 9.25rem; line-height: 1.3; }
.column-head > a { display: flex; gap: .35rem; align-items: center; min-width: 0; color: var(--text); font-weight: var(--bold); text-decoration: none; }
.column-head > a bdi { overflow: hidden; text-overflow: ellipsis; }
.column-head > a:hover { text-decoration: underline; }
.column-head .icon { width: .95rem; height: .95rem; color: var(--muted); }
.missing { display: grid; gap: .2rem; }
.missing svg { width: 100%; height: 3px; background: var(--track); }
.missing path { stroke: var(--warn); stroke-width: 3; }
.missing a, .range a { color: inherit; }
.missing:not(.muted) { color: var(--warn); }
.range { display: flex; justify-content: space-between; gap: .5rem; font-size: .75rem; color: var(--muted); }
.range > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.column-head .histogram { width: 100%; height: 36px; }
.column-head .histogram path { stroke: var(--bar); }
.column-head .histogram a:hover path { stroke: var(--cat-2); }
.segments { width: 100%; height: 18px; margin-block: 9px; background: var(--track); }
.segments path { fill: none; stroke-width: 18; }
.seq-5 { stroke: var(--seq-5); } .seq-4 { stroke: var(--seq-4); } .seq-3 { stroke: var(--seq-3); } .seq-2 { stroke: var(--seq-2); }
.grid-foot {
  display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  padding: .6rem .85rem; border-top: 1px solid var(--line);
}
.drawer { background: var(--surface); border: 1px solid var(--line); border-radius: var(--r2); }
.drawer > summary { padding: .6rem 1rem; font-weight: var(--medium); }
.drawer > :not(summary) { padding: 0 1rem 1rem; }
.sql-form textarea { width: 100%; font: 400 var(--fs-1)/1.5 var(--mono); }
.follow { display: flex; align-items: center; flex-wrap: wrap; gap: .3rem .7rem; }
.letters.full li { max-width: none; }
.tops.star-counts { max-width: 26rem; }
.tops.star-counts li { grid-template-columns: 4.5rem minmax(3rem, 1fr) 2.5rem; }
.snippets { display: flex; flex-wrap: wrap; gap: .4rem; border: 0; margin: 0; padding: 0; min-width: 0; position: relative; }
.snippets > input { position: absolute; opacity: 0; min-height: 0; width: 1px; height: 1px; }
.snippets > label {
  display: inline-flex; align-items: center; min-height: 2rem; padding: .2rem .8rem; border: 1px solid var(--line);
  border-radius: var(--full); background: var(--surface); font-size: var(--fs-1); cursor: pointer;
}
.snippets > input:checked + label { background: var(--accent-soft); color: var(--accent-strong); border-color: transparent; font-weight: var(--medium); }
.snippets > input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
.snippets > div { display: none; order: 1; flex: 1 1 100%; min-width: 0; padding-top: .6rem; }
.snippets > input:checked + label + div { display: block; }
@media (forced-colors: active) { .snippets > input:checked + label { outline: 2px solid Highlight; } }
@media print {
  .toolbar, .drawer { display: none; } .snippets > div { display: block; }
  .grid-frame .scroll { overflow: visible; }
  table.rows { width: 100%; table-layout: fixed; font-size: .55rem; }
  .scroll table.rows th, .scroll table.rows td { max-width: none; padding: .1rem .25rem; white-space: normal; overflow-wrap: anywhere; }
  .column-head { width: auto; } .column-head .range { display: block; font-size: inherit; }
}
@media (forced-colors: active) { .tabs a[aria-current] { outline: 2px solid Highlight; outline-offset: -3px; } }
@media print { .tabs, .bottom, .rail-links { display: none; } .studio { grid-template-columns: minmax(0, 1fr); } }
`.trim();
