/** Styles for search results: filters on the left, and datasets as a list. */
export const resultsCss = `
.results { display: grid; gap: 1rem 2rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
.narrowing > summary { list-style: none; justify-self: start; }
.narrowing > summary::-webkit-details-marker { display: none; }
.narrowing[open] > summary { margin-bottom: .75rem; }
@media (min-width: 60rem) { .results { grid-template-columns: 15.5rem minmax(0, 1fr); } }
@supports selector(::details-content) {
  @media (min-width: 60rem) {
    .narrowing > summary { display: none; }
    .narrowing::details-content { content-visibility: visible; block-size: auto; }
  }
}

.facets { display: grid; }
.facets details, .more-filters { border-bottom: 1px solid var(--line); padding-block: .3rem .5rem; }
.facets summary {
  display: flex; justify-content: space-between; align-items: center; min-height: 2.5rem; list-style: none;
  font-weight: var(--bold);
}
.facets summary::-webkit-details-marker { display: none; }
.facets summary .icon { width: 1rem; height: 1rem; color: var(--muted); transform: rotate(90deg); }
.facets [open] > summary .icon { transform: rotate(-90deg); }
.facets ul { list-style: none; margin: 0; padding: 0 0 .2rem; }
.facets li a {
  display: grid; grid-template-columns: 1.05rem minmax(0, 1fr) auto; gap: .6rem; align-items: center;
  min-height: 1.9rem; padding-block: .2rem; color: var(--text); font-size: var(--fs-1); text-decoration: none;
}
.facets li a:hover { color: var(--accent); }
.facets li a[aria-current] { font-weight: var(--bold); }
.facets li small { color: var(--muted); font-size: inherit; font-variant-numeric: tabular-nums; font-weight: 400; }
.facets li a::before {
  content: ""; display: grid; place-items: center; width: 1.05rem; height: 1.05rem; border: 1px solid var(--line-strong);
  border-radius: 4px; background: var(--surface); font-size: .8rem; line-height: 1;
}
.facets li a[aria-current]::before { content: "✓" / ""; background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.more-filters { padding-top: .6rem; }
.more-filters > summary { font-weight: var(--bold); }

.price-range { padding-block: .1rem .4rem; }
.price-range svg { display: block; width: 100%; height: 34px; border-bottom: 1px solid var(--line-strong); }
.price-range path { fill: var(--seq-3); }
.price-range a:hover path { fill: var(--seq-4); }
.price-axis { display: flex; justify-content: space-between; margin-bottom: .4rem; font-size: var(--fs-1); color: var(--muted); }
.price-range form {
  display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr) auto; gap: .4rem; align-items: center;
}
.price-range input { width: 100%; min-height: 2.1rem; padding: .2rem .5rem; }
.small-button { min-height: 2.1rem; padding: .2rem .75rem; font-size: var(--fs-1); }

.chips { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; }
.chips a:not(.clear) {
  display: inline-flex; align-items: center; gap: .35rem; min-height: 2rem; padding: .1rem .75rem;
  border-radius: var(--full); background: var(--accent-soft); color: var(--accent-strong);
  font-size: var(--fs-1); font-weight: var(--medium); text-decoration: none;
}
.chips a:not(.clear):hover { text-decoration: line-through; }
nav .chips a:hover { text-decoration: underline; }
.chips a[aria-current] { background: var(--accent); color: var(--on-accent); }
.chips .icon { width: .9rem; height: .9rem; }
.chips .clear { display: inline-flex; align-items: center; min-height: 2rem; padding-inline: .4rem; font-size: var(--fs-1); }

.results-bar { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1rem; }
.sorts { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin-left: auto; font-size: var(--fs-1); }
.sorts select { min-height: 2.1rem; padding: .15rem .5rem; }
@media (scripting: enabled) { .sorts .button { display: none; } }
.seller-about { max-width: 46rem; white-space: pre-line; }
.tries { list-style: none; margin: 0; padding: 0; display: grid; gap: .35rem; }

.hits { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr); }
.hit {
  position: relative; display: grid; grid-template-columns: minmax(0, 1fr); overflow: hidden;
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--r3);
  content-visibility: auto; contain-intrinsic-size: auto 9rem;
}
.hit:hover { border-color: var(--line-strong); }
.hit > .thumb { height: 6.5rem; border-bottom: 1px solid var(--line); }
.hit-words { display: grid; gap: .4rem; align-content: center; padding: .95rem 1.15rem; grid-template-columns: minmax(0, 1fr); }
.hit h2 { font-size: var(--fs-3); }
.hit .badge { vertical-align: .1em; }
.hit .facts { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1rem; font-size: var(--fs-1); color: var(--muted); }
.hit .facts li { display: inline-flex; align-items: center; gap: .35rem; }
.hit .facts .icon { width: 1rem; height: 1rem; }
.hit .facts a { position: relative; color: inherit; min-height: 1.6rem; display: inline-flex; align-items: center; }
.hit-end { display: flex; justify-content: space-between; align-items: end; gap: .75rem; padding: 0 1.15rem 1rem; }
.hit-end .tile-price { text-align: left; }
@media (min-width: 48rem) {
  .hit { grid-template-columns: 11.5rem minmax(0, 1fr) 12rem; }
  .hit > .thumb { height: 100%; min-height: 8.5rem; border-bottom: 0; border-right: 1px solid var(--line); }
  .hit-end { display: grid; grid-template-columns: minmax(0, 1fr); align-content: center; justify-items: end; padding: .95rem 1.15rem .95rem 0; }
  .hit-end .tile-price { text-align: right; }
}
mark { background: light-dark(#fff0b8, #4a3b06); color: inherit; border-radius: 3px; padding-inline: .15em; font-weight: inherit; }
@media (forced-colors: active) {
  .hit, .chips a { border: 1px solid; }
  .facets [aria-current], .chips [aria-current] { outline: 2px solid Highlight; }
  .price-range path { fill: CanvasText; }
}
@media print { .hit { content-visibility: visible; } }
`.trim();
