/**
 * The site's only style sheet, served as an asset. Both colour schemes meet WCAG AA. It names no
 * font: browsers look up each font that is not installed, once per size and weight, before the
 * first paint.
 */
import { barCss } from "./bar-css.ts";

export const siteCss = `
:root {
  color-scheme: light dark;
  --page: #f4f6f8; --surface: #fff; --sunken: #eef1f4; --line: #d5dbe2;
  --text: #17212b; --muted: #55626f;
  --accent: #0f5f8c; --accent-strong: #0a4a6e; --on-accent: #fff; --accent-soft: #e3f0f8;
  --good: #17663a; --good-soft: #e2f3e8;
  --bad: #a32020; --bad-soft: #fbe9e9;
  --warn: #7a4b00; --warn-soft: #fdf1da;
  --mono: ui-monospace, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f151b; --surface: #172029; --sunken: #10171e; --line: #2c3946;
    --text: #e7edf3; --muted: #a0afbd;
    --accent: #6db9e8; --accent-strong: #93cdf1; --on-accent: #06202f; --accent-soft: #143247;
    --good: #7fd6a2; --good-soft: #12301f;
    --bad: #ff9d9d; --bad-soft: #3a1a1c;
    --warn: #f2c46d; --warn-soft: #35280f;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--accent); text-underline-offset: .18em; }
a:hover { color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h1, h2, h3 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: clamp(1.55rem, 1.2rem + 1.6vw, 2.05rem); letter-spacing: -.015em; }
h2, h3 { font-size: 1.05rem; }
p { margin: 0; }
code, pre { font-family: var(--mono); font-size: .9em; }

.foot-in, main { width: 100%; max-width: 44rem; margin: 0 auto; padding: 0 1.25rem; }
.foot-in { max-width: 80rem; }
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
.lead { font-size: 1.05rem; color: var(--muted); max-width: 42rem; text-wrap: pretty; }
.muted { color: var(--muted); }
.small { font-size: .9rem; }

.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: 14px;
  padding: clamp(1.15rem, 4vw, 1.75rem);
}
.agent-name { font-size: 1.3rem; font-weight: 700; }
.agent-head { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .8rem; }
.badge {
  padding: .1rem .65rem; border-radius: 99px; font-size: .85rem; font-weight: 700;
  background: var(--accent-soft); color: var(--accent-strong);
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
  border-radius: 12px; padding: .9rem 1.1rem; background: var(--warn-soft);
}

.notice svg { width: 1.4rem; height: 1.4rem; margin-top: .08rem; color: var(--warn); }

.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.9rem;
  padding: .55rem 1.4rem; border: 1px solid transparent; border-radius: 10px;
  font: inherit; font-weight: 700; text-align: center; text-decoration: none; cursor: pointer;
}
.button.primary { background: var(--accent); color: var(--on-accent); }
.button.primary:hover { background: var(--accent-strong); color: var(--on-accent); }
.button.plain { background: var(--surface); border-color: var(--line); color: var(--text); }
.button.plain:hover { border-color: var(--muted); }
.button.danger { background: var(--surface); border-color: var(--bad); color: var(--bad); }
.button.danger:hover { background: var(--bad-soft); }

.mark { width: 3rem; height: 3rem; border-radius: 50%; display: grid; place-items: center; }
.mark svg { width: 1.6rem; height: 1.6rem; }
.mark.good { background: var(--good-soft); color: var(--good); }
.mark.bad { background: var(--bad-soft); color: var(--bad); }
.mark.warn { background: var(--warn-soft); color: var(--warn); }

.figures { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; }
.figures dl { display: flex; flex-direction: column-reverse; gap: 0; }
.figures dd { font-size: 1.8rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); }
.task { display: grid; gap: 1rem 1.75rem; grid-template-columns: minmax(0, 1fr); align-items: center; }
@media (min-width: 48rem) { .task { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }
.steps { align-content: start; margin: 0; padding: 0 0 0 1.3rem; display: grid; gap: .35rem; }
.steps li::marker { color: var(--muted); font-variant-numeric: tabular-nums; }
pre {
  margin: 0; padding: .9rem 1rem; border-radius: 10px; white-space: pre-wrap;
  background: var(--sunken); border: 1px solid var(--line); line-height: 1.55;
}
.snippet { margin: 0; display: grid; gap: .3rem; grid-template-columns: minmax(0, 1fr); }
.snippet code { user-select: all; }
pre[data-copy] { position: relative; }
.copy {
  min-height: 1.6rem; padding: .1rem .55rem; border: 1px solid var(--line); border-radius: 7px;
  background: var(--surface); color: var(--accent); font: 700 .85rem/1.3 system-ui, sans-serif;
  cursor: pointer; user-select: none; -webkit-user-select: none;
}
.copy:hover { border-color: var(--muted); color: var(--accent-strong); }
pre > .copy { position: absolute; top: -.8rem; right: .6rem; }
code + .copy { margin-left: .4rem; }
@media (scripting: enabled) { .snippet figcaption { padding-right: 4.5rem; } }
@media print { .copy { display: none; } }
.folded { padding-block: .6rem; }
summary { cursor: pointer; min-height: 2rem; }
.jumps { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; }
.jumps a { display: inline-block; min-height: 1.6rem; }
.foot { border-top: 1px solid var(--line); font-size: .9rem; color: var(--muted); }
.foot-in { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .2rem 2.5rem; padding-block: 1rem; }
.foot nav { display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; }
.foot a { min-height: 1.6rem; }

@media (max-width: 34rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd + dt { margin-top: .6rem; }
  .actions .button { flex: 1 1 100%; }
  pre { font-size: .85rem; }
}
@media (forced-colors: active) {
  .button, .card, .badge, .notice, .bar-menu-ways { border: 1px solid; }
  .button.primary { border-width: 2px; }
}
`.trim();
