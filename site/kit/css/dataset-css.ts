/** Styles of a dataset's pages: head, tabs, the price beside them, the grid of rows. */
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
@media (forced-colors: active) { .tabs a[aria-current] { outline: 2px solid Highlight; outline-offset: -3px; } }
@media print { .tabs, .bottom, .rail-links { display: none; } .studio { grid-template-columns: minmax(0, 1fr); } }
`.trim();
