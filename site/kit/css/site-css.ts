/** Styles that all pages share. Both colour schemes meet WCAG AA. */
import { barCss } from "./bar-css.ts";

export const siteCss = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: var(--page); color: var(--text);
  font: 400 var(--fs-2)/1.5 var(--font); font-feature-settings: "cv11", "ss03";
  overflow-wrap: anywhere;
}
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); }
strong, b { font-weight: var(--bold); }
th, td, dd, time { font-variant-numeric: tabular-nums; }
.icon {
  width: 1.125rem; height: 1.125rem; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6;
  stroke-linecap: round; stroke-linejoin: round;
}
input, select, textarea {
  font: inherit; color: var(--text); background: var(--surface); border: 1px solid var(--line-strong);
  border-radius: var(--r1); min-height: var(--control); padding: .4rem .75rem;
}
input::placeholder, textarea::placeholder { color: var(--muted); opacity: 1; }
input[type="search"]::-webkit-search-cancel-button { display: none; }
input[type="checkbox"], input[type="radio"] { min-height: 0; accent-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h1, h2, h3 { line-height: 1.2; margin: 0; font-weight: var(--bold); text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.2vw, var(--fs-5)); letter-spacing: -.02em; }
h2 { font-size: var(--fs-4); letter-spacing: -.012em; }
.card h2 { font-size: var(--fs-3); }
h3 { font-size: var(--fs-2); }
p { margin: 0; }
code, pre { font-family: var(--mono); font-size: .875em; }

main { width: 100%; max-width: 46rem; margin: 0 auto; padding: 0 var(--side); }
.wide main { max-width: 60rem; }
${barCss}
.link {
  padding: .25rem 0; border: 0; background: none; color: var(--accent); font: inherit;
  text-decoration: underline; text-underline-offset: .18em; cursor: pointer;
}
.link:hover { color: var(--accent-strong); }

main { flex: 1; padding-block: clamp(1.75rem, 5vw, 3.25rem); }
.stack { display: grid; align-content: start; gap: 1.4rem; grid-template-columns: minmax(0, 1fr); }
.stack-s { display: grid; align-content: start; gap: .6rem; grid-template-columns: minmax(0, 1fr); }
.lead { font-size: var(--fs-3); color: var(--muted); max-width: 42rem; text-wrap: pretty; }
.muted { color: var(--muted); }
.small { font-size: var(--fs-1); }

.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--r3);
  padding: clamp(1.15rem, 4vw, 1.75rem);
}
.agent-name { font-size: var(--fs-4); font-weight: var(--bold); }
.agent-head { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .8rem; }
.badge {
  display: inline-flex; align-items: center; gap: .3rem; padding: .08rem .55rem; border-radius: var(--full);
  font-size: var(--fs-1); font-weight: var(--medium); background: var(--accent-soft); color: var(--accent-strong);
}
.badge.verified { background: var(--good-soft); color: var(--good); }
.badge.rejected, .badge.revoked { background: var(--bad-soft); color: var(--bad); }
.badge.pending { background: var(--warn-soft); color: var(--warn); }
dl { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: .45rem 1rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
.rule { border: 0; border-top: 1px solid var(--line); margin: 0; }

.points { list-style: none; margin: 0; padding: 0; display: grid; gap: .45rem; }
.points li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr); gap: .6rem; }
.points svg { width: 1.25rem; height: 1.25rem; margin-top: .18rem; }
.can svg { color: var(--good); }
.cannot svg { color: var(--muted); }
.notice {
  display: grid; grid-template-columns: 1.4rem minmax(0, 1fr); gap: .75rem;
  border-radius: var(--r2); padding: .9rem 1.1rem; background: var(--warn-soft);
}

.notice svg { width: 1.4rem; height: 1.4rem; margin-top: .08rem; color: var(--warn); }

.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: .5rem; min-height: var(--control);
  padding: .4rem 1rem; border: 1px solid transparent; border-radius: var(--r1);
  font: var(--medium) var(--fs-2)/1.2 var(--font); text-align: center; text-decoration: none; cursor: pointer;
  transition: background var(--fast), border-color var(--fast);
}
.button.primary { background: var(--accent); color: var(--on-accent); }
.button.primary:hover { background: var(--accent-strong); color: var(--on-accent); }
.button.plain { background: var(--surface); border-color: var(--line-strong); color: var(--text); }
.button.plain:hover { background: var(--sunken); }
.button.big { min-height: 3rem; padding-inline: 1.4rem; }
.button.full { width: 100%; }
.button.danger { background: var(--surface); border-color: var(--bad); color: var(--bad); }
.button.danger:hover { background: var(--bad-soft); }

.mark { width: 3rem; height: 3rem; border-radius: 50%; display: grid; place-items: center; }
.mark svg { width: 1.6rem; height: 1.6rem; }
.mark.good { background: var(--good-soft); color: var(--good); }
.mark.bad { background: var(--bad-soft); color: var(--bad); }
.mark.warn { background: var(--warn-soft); color: var(--warn); }

.figures { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; }
.figures dl { display: flex; flex-direction: column-reverse; gap: 0; }
.figures dd { font-size: var(--fs-5); font-weight: var(--bold); line-height: 1.2; font-variant-numeric: tabular-nums; }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); }
.task { display: grid; gap: 1rem 1.75rem; grid-template-columns: minmax(0, 1fr); align-items: center; }
@media (min-width: 48rem) { .task { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }
.steps { align-content: start; margin: 0; padding: 0 0 0 1.3rem; display: grid; gap: .35rem; }
.steps li::marker { color: var(--muted); font-variant-numeric: tabular-nums; }
pre {
  margin: 0; padding: .9rem 1rem; border-radius: var(--r2); white-space: pre-wrap;
  background: var(--sunken); border: 1px solid var(--line); line-height: 1.55;
}
.snippet { margin: 0; display: grid; gap: .3rem; grid-template-columns: minmax(0, 1fr); }
.snippet code { user-select: all; }
pre[data-copy] { position: relative; }
.copy {
  min-height: 1.6rem; padding: .1rem .55rem; border: 1px solid var(--line); border-radius: var(--r1);
  background: var(--surface); color: var(--accent); font: var(--medium) var(--fs-1)/1.3 var(--font);
  cursor: pointer; user-select: none; -webkit-user-select: none;
}
.copy:hover { border-color: var(--muted); color: var(--accent-strong); }
pre > .copy { position: absolute; top: -.8rem; right: .6rem; }
code + .copy { margin-left: .4rem; }
.hash-line > .copy { margin-left: 0; }
@media (scripting: enabled) { .snippet figcaption { padding-right: 4.5rem; } }
@media print { .copy { display: none; } }
.folded { padding-block: .6rem; }
summary { cursor: pointer; min-height: 2rem; }
@media (max-width: 34rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd + dt { margin-top: .6rem; }
  .actions .button { flex: 1 1 100%; }
  pre { font-size: var(--fs-1); }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; }
}
@media (forced-colors: active) {
  .button, .card, .badge, .notice, .bar-menu-ways { border: 1px solid; }
  .button.primary { border-width: 2px; }
}
`.trim();
