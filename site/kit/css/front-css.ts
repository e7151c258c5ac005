/** Styles for the front page, and for datasets as cards. */
export const frontCss = `
.tiles-of-data {
  list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(23rem, 100%), 1fr));
}
.tile {
  position: relative; display: grid; grid-template-rows: auto 1fr; overflow: hidden;
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--r3);
  transition: border-color var(--fast);
}
.tile:hover { border-color: var(--line-strong); }
.tile > .thumb { border-bottom: 1px solid var(--line); }
.tile-body { display: grid; gap: .5rem; align-content: start; grid-template-rows: auto auto 1fr; padding: 1rem 1.1rem 1.1rem; }
.tile-link { color: var(--text); text-decoration: none; }
.tile-link:hover { color: var(--accent); }
.tile-link::after { content: ""; position: absolute; inset: 0; }
.tile h3 { font-size: var(--fs-3); }
.tile-foot { display: flex; justify-content: space-between; align-items: end; gap: 1rem; margin-top: .3rem; }
.tile-price { text-align: right; line-height: 1.25; font-variant-numeric: tabular-nums; }
.tile-price strong { display: block; font-size: var(--fs-3); }
.tile-price small { display: block; font-size: var(--fs-1); color: var(--muted); }
.tile-quality { display: grid; gap: .25rem; min-width: 7.5rem; font-size: var(--fs-1); color: var(--muted); }
.tile-quality b { color: var(--text); font-variant-numeric: tabular-nums; }
.tile-quality svg { display: block; width: 100%; height: 5px; border-radius: 9px; background: var(--track); }
.tile-score { fill: var(--good); }
.tile-quality.low .tile-score { fill: var(--warn); }

.hero {
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem 3.5rem; align-items: center;
  padding-block: clamp(.5rem, 1.5vw, 1.5rem) clamp(1.5rem, 2.5vw, 2.25rem);
}
.hero h1 { font-size: clamp(2.1rem, 1.2rem + 3vw, 3.4rem); letter-spacing: -.035em; line-height: 1.06; }
.hero-words { display: grid; gap: 1.1rem; align-content: start; grid-template-columns: minmax(0, 1fr); }
.hero .find { max-width: 38rem; flex-wrap: nowrap; }
.hero .find input[type="search"] { flex: 1 1 auto; min-height: 3.25rem; padding-inline: 1rem; font-size: var(--fs-3); border-radius: var(--r2); width: 100%; }
.hero .find .button { flex: none; white-space: nowrap; min-height: 3.25rem; padding-inline: 1.5rem; border-radius: var(--r2); }
.hero-tries { display: flex; flex-wrap: wrap; gap: .2rem .9rem; font-size: var(--fs-1); }
.hero-tries a { display: inline-flex; align-items: center; min-height: 1.6rem; text-decoration: none; }
.hero-tries a:hover { text-decoration: underline; }
.hero-tries span { display: inline-flex; align-items: center; }
@media (min-width: 62rem) { .hero { grid-template-columns: minmax(0, 1.08fr) minmax(0, 1fr); } }

.agent-run {
  background: var(--ink); color: var(--on-ink); border: 1px solid light-dark(#10161f, #2a323d);
  border-radius: var(--r3); overflow: hidden; box-shadow: 0 24px 60px -24px rgb(11 26 51 / .5);
}
.agent-run figcaption {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: .2rem 1rem; padding: .7rem 1.1rem;
  border-bottom: 1px solid rgb(255 255 255 / .12); font-size: var(--fs-1); color: var(--ink-muted);
}
.agent-run ol { list-style: none; margin: 0; padding: 1rem 1.1rem 1.25rem; display: grid; gap: .7rem; }
.agent-run li {
  display: grid; grid-template-columns: 4rem minmax(0, 1fr); gap: .2rem .9rem;
  font: var(--fs-1)/1.5 var(--mono); animation: agent-step .45s both;
}
.agent-run li > span { color: var(--ink-muted); }
.agent-run b { color: #9cc4ff; font-weight: 400; }
.agent-run .agent-good { color: #7fdcae; }
.agent-run li:nth-child(2) { animation-delay: .4s; }
.agent-run li:nth-child(3) { animation-delay: .9s; }
.agent-run li:nth-child(4) { animation-delay: 1.4s; }
.agent-run li:nth-child(5) { animation-delay: 2s; }
.agent-run li:nth-child(6) { animation-delay: 2.5s; }
@keyframes agent-step { from { opacity: 0; transform: translateY(6px); } }
@media (prefers-reduced-motion: reduce) { .agent-run li { animation: none; } }
@media print { .agent-run li { animation: none; } }

.front-part { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); padding-block: 2rem; }
.front-part > h2, .front-head h2 { font-size: var(--fs-5); letter-spacing: -.02em; }
.front-head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .3rem 1rem; }
.front-categories {
  list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem;
  grid-template-columns: repeat(2, minmax(0, 1fr));
}
.front-categories a {
  display: flex; gap: .75rem; align-items: center; height: 100%; padding: .85rem 1rem; color: var(--text);
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--r2); text-decoration: none;
}
.front-categories a:hover { border-color: var(--line-strong); }
.front-categories small { display: block; color: var(--muted); font-size: var(--fs-1); }
@media (min-width: 40rem) { .front-categories { grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); } }
.category-icon { width: 1.35rem; height: 1.35rem; flex: none; color: var(--accent); }

.escrow-line { list-style: none; margin: 0; padding: 0; display: grid; }
.escrow-line li { position: relative; padding: 0 0 1.1rem 2rem; }
.escrow-line li::before {
  content: ""; position: absolute; left: 0; top: .2rem; width: 1rem; height: 1rem; border-radius: 50%;
  border: 3px solid var(--accent); background: var(--surface);
}
.escrow-line li:last-child::before { border-color: var(--good); background: var(--good); }
.escrow-line li:not(:last-child)::after {
  content: ""; position: absolute; left: .45rem; top: 1.5rem; bottom: 0; width: 2px; background: var(--line);
}
.escrow-line p { margin-top: .2rem; font-size: var(--fs-1); color: var(--muted); text-wrap: pretty; }
@media (min-width: 48rem) {
  .escrow-line { grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); }
  .escrow-line li { padding: 1.75rem 1rem 0 0; }
  .escrow-line li:not(:last-child)::after { left: 1.25rem; right: .25rem; top: .65rem; bottom: auto; width: auto; height: 2px; }
}
.front-note { max-width: 52rem; padding: .3rem 0 .3rem 1rem; border-left: 3px solid var(--good); }
@media (min-width: 48rem) { .front-pair { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
.front-pair .card { align-content: start; }
@media (max-width: 48rem) {
  .front-part { padding-block: 1.5rem; }
  .agent-run li { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 30rem) {
  .hero .find { flex-direction: column; }
  .hero .suggestions { top: 3.25rem; }
}
@media (forced-colors: active) {
  .tile-score { fill: CanvasText; }
  .tile, .agent-run, .front-categories a { border: 1px solid; }
}

.suggestions {
  position: absolute; inset: 100% 0 auto; z-index: 8; margin: .3rem 0 0; padding: .35rem;
  max-height: 60vh; overflow: auto; background: var(--raised); border: 1px solid var(--line-strong);
  border-radius: var(--r2); box-shadow: 0 12px 32px rgb(0 0 0 / .2);
}
.suggestions a {
  display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; padding: .45rem .6rem;
  border-radius: var(--r1); color: var(--text); text-decoration: none;
}
.suggestions small { flex: none; color: var(--muted); font-size: var(--fs-1); }
.suggestions [aria-selected="true"], .suggestions a:hover { background: var(--accent-soft); }
.find { position: relative; }
`.trim();
