/** Styles of a dataset's Profile tab and of the views of its data. */
export const profileCss = `
.view {
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--r3);
  padding: 1.15rem; display: grid; gap: .9rem; min-width: 0; align-content: start;
}
.view > header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; align-items: baseline; }
.know {
  list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; counter-reset: finding;
  grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr));
}
.know li {
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--r2);
  padding: 1rem; display: grid; gap: .4rem; align-content: start; counter-increment: finding;
}
.know strong::before { content: counter(finding) ". "; }
.columns { background: var(--surface); border: 1px solid var(--line); border-radius: var(--r2); }
.column + .column { border-top: 1px solid var(--line); }
.column > summary, .column-row {
  display: grid; align-items: center; gap: .2rem 1rem; padding: .4rem 1rem; min-height: 3rem;
  grid-template-columns: minmax(8rem, 1.5fr) 7rem 8rem 8rem 7rem minmax(6rem, 1fr);
  color: var(--text); text-decoration: none;
}
.column > summary { list-style: none; cursor: pointer; }
.column > summary::-webkit-details-marker { display: none; }
.column > summary b::before { content: "▸ "; color: var(--muted); }
.column[open] > summary b::before { content: "▾ "; }
.column > summary:hover, .column-row:hover { background: var(--sunken); }
.column .histogram { width: 7.5rem; height: 1.75rem; }
.column .badge { justify-self: start; }
.column-row { grid-template-columns: minmax(8rem, 1.5fr) 7rem 8rem minmax(6rem, 1fr); }
.column-missing { display: flex; gap: .6rem; align-items: center; white-space: nowrap; }
.column-missing .share { width: 3.6rem; flex: none; }
.column-body {
  padding: .5rem 1rem 1.25rem 2rem; display: grid; gap: 1rem 2rem;
  grid-template-columns: minmax(0, 1.4fr) minmax(0, 1fr);
}
.figures-list { align-content: start; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; }
.figures-list > * { padding: .3rem 0; border-bottom: 1px solid var(--line); }
.figures-list dd { text-align: right; font-variant-numeric: tabular-nums; }
.pairs li { grid-template-columns: minmax(0, 18rem) minmax(3rem, 1fr) 4rem 7rem; }
.seg {
  display: inline-flex; border: 1px solid var(--line); border-radius: var(--r1);
  background: var(--surface); overflow: auto; max-width: 100%; justify-self: start;
}
.seg a {
  display: flex; gap: .4rem; align-items: center; padding: .4rem .75rem; color: var(--muted);
  white-space: nowrap; font-size: var(--fs-1); font-weight: var(--medium); text-decoration: none;
}
.seg a + a { border-left: 1px solid var(--line); }
.seg a:hover { background: var(--sunken); }
.seg a[aria-current] { background: var(--accent-soft); color: var(--accent-strong); }
.seg .icon { width: 1rem; height: 1rem; }
.gallery {
  list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem;
  grid-template-columns: repeat(auto-fill, minmax(max(7rem, 14%), 1fr));
}
.gallery a { display: grid; gap: .25rem; color: var(--text); font-size: var(--fs-1); text-decoration: none; overflow-wrap: anywhere; }
.gallery img, .picture-large {
  width: 100%; aspect-ratio: 1; object-fit: contain; border-radius: var(--r1);
  background: var(--sunken); border: 1px solid var(--line);
}
.picture-large { max-width: 32rem; }
.gallery small { color: var(--muted); }
.reading { display: grid; gap: 1rem; max-width: 44rem; }
.reading article { display: grid; gap: .4rem; }
.reading p { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 60rem) {
  .column > summary, .column-row { grid-template-columns: minmax(0, 1fr) auto; }
  .column-body { grid-template-columns: minmax(0, 1fr); padding-left: 1rem; }
  .column-distinct { display: none; }
}
@media (max-width: 48rem) { .pairs li { grid-template-columns: minmax(0, 9rem) minmax(2rem, 1fr) 3.8rem; } }
`.trim();
