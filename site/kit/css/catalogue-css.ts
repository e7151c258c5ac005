/** Styles for the catalogue: cards, facets, charts and wide tables. */
export const catalogueCss = `
.catalogue main { max-width: var(--page-width); }
.catalogue main { padding-block: var(--s5) var(--s7); }

.find { display: flex; flex-wrap: wrap; gap: .6rem; }
.find input[type="search"] {
  flex: 1 1 16rem; min-width: 0;
}
.operations { list-style: none; margin: 0; padding: 0; display: grid; gap: .35rem; }
.operations a { display: inline-block; min-height: 1.6rem; }
.price { font-size: var(--fs-5); font-weight: var(--bold); line-height: 1.2; font-variant-numeric: tabular-nums; white-space: nowrap; }
.seller-logo { object-fit: contain; border-radius: var(--r1, 6px); background: #fff; vertical-align: middle; flex: none; }
.seller-logo.large { width: 4rem; height: 4rem; }
.seller-logo.small { width: 1.5rem; height: 1.5rem; }
.by-seller { display: inline-flex; align-items: center; gap: .4rem; }
.clamp { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.dots { display: flex; flex-wrap: wrap; gap: .1rem .9rem; list-style: none; margin: 0; padding: 0; }
mark { background: var(--warn-soft); color: inherit; border-radius: 3px; padding-inline: .1em; font-weight: var(--bold); }
.examples { list-style: none; margin: 0; padding: 0; display: grid; gap: .8rem; }
.examples li { display: grid; gap: .1rem; justify-items: start; }
.tags { display: flex; flex-wrap: wrap; gap: .35rem; list-style: none; margin: 0; padding: 0; }
.tags a, .tags span {
  display: inline-flex; align-items: center; min-height: 1.7rem; padding: 0 .65rem; border-radius: var(--full);
  background: var(--sunken); border: 1px solid var(--line); color: var(--text); text-decoration: none; font-size: var(--fs-1);
}
.tags a:hover { border-color: var(--muted); }
.parts { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .3rem .8rem; }
.parts dd { display: flex; justify-content: flex-end; }

.crumbs { font-size: var(--fs-1); }
.hash { font-size: var(--fs-1); user-select: all; -webkit-user-select: all; }
.versions { list-style: none; margin: 0; padding: 0; }
.histogram { display: block; width: 10rem; max-width: 100%; height: 2.75rem; }
.histogram path { stroke: var(--accent); }
.histogram a:hover path { stroke: var(--accent-strong); }
.share { width: 100%; height: .5rem; display: block; }
.share rect { fill: var(--accent); }
.share .track { fill: var(--line); }
figure { margin: 0; }
.scroll {
  position: relative; overflow: auto; max-height: 32rem; background: var(--surface);
  border: 1px solid var(--line); border-radius: var(--r3);
}
.scroll table { width: max-content; min-width: 100%; font-size: var(--fs-1); }
.scroll th, .scroll td { padding: .4rem .7rem; max-width: 22rem; }
.scroll thead th { position: sticky; top: 0; z-index: 1; }
@media (min-width: 52.01rem) { .values { min-width: 14rem; } }
/* Read aloud and copied as the word; drawn as a sign. */
td.none { color: var(--muted); font-size: 0; }
td.none::before { content: "∅" / ""; font-size: var(--fs-1); }
.prose { overflow-wrap: anywhere; display: grid; gap: .7rem; }
.prose ul, .prose ol { margin: 0; padding-left: 1.3rem; }
.prose table { width: auto; }
.prose blockquote { margin: 0; padding-left: .9rem; border-left: 3px solid var(--line); color: var(--muted); }
.prose h3, .prose h4, .prose h5, .prose h6 { font-size: 1rem; }
@media (forced-colors: active) {
  .histogram path { stroke: CanvasText; }
  .share rect { fill: CanvasText; }
  .share .track { fill: GrayText; }
  .tags a, .scroll { border: 1px solid; }
}
@media print {
  :root, :root[data-theme] { color-scheme: light; }
  body { background: none; }
  .bar-ways, .bar-menu, .bar-search, .side, .menu, .facets, .find, .foot, .pager, .sorts, .crumbs, .actions, .row-actions,
  .results details, .filters, .skip, .button { display: none; }
  .bar-in, main, .catalogue main, .account main { max-width: none; padding-inline: 0; }
  .area, .results { grid-template-columns: minmax(0, 1fr); }
  .card, .hit, .tiles li, .letters li, tr { break-inside: avoid; }
  h1, h2, h3 { break-after: avoid; }
  .scroll { max-height: none; overflow: visible; border: 0; }
  .scroll table { width: 100%; table-layout: fixed; font-size: .68rem; }
  .scroll th, .scroll td { padding: .2rem .3rem; max-width: none; white-space: normal; }
  .scroll thead th { position: static; }
  thead { display: table-header-group; }
}
`.trim();
