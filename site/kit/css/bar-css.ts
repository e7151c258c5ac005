/** Styles for the bar at the top and the footer, from 320 to 1920 pixels. */
export const barCss = `
.bar { position: relative; background: var(--surface); border-bottom: 1px solid var(--line); }
.bar-in {
  display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1.5rem; width: 100%; max-width: var(--page-width);
  min-height: 3.75rem; margin: 0 auto; padding: .5rem var(--side);
}
.brand {
  display: inline-flex; flex: none; align-items: center; gap: .6rem; min-height: 2.5rem;
  font-weight: var(--bold); letter-spacing: -.01em; color: var(--text); text-decoration: none; white-space: nowrap;
}
.brand:hover { color: var(--text); }
.brand svg { display: block; fill: var(--on-accent); }
.brand svg > :first-child { fill: var(--accent); }
.bar-search { flex: 1 1 12rem; min-width: 0; max-width: 36rem; }
.bar-search form { position: relative; }
.bar-search input { width: 100%; padding-right: 2.75rem; }
.bar-search button {
  position: absolute; inset: .25rem .25rem .25rem auto; display: grid; place-items: center; width: 2.25rem; padding: 0;
  border: 0; border-radius: var(--r1); background: none; color: var(--muted); cursor: pointer;
}
.bar-search button:hover { background: var(--sunken); color: var(--text); }
.bar-ways { display: none; flex: none; align-items: center; gap: 1rem; margin-left: auto; }
.bar-links { display: flex; align-items: center; gap: .15rem .25rem; }
.bar-links a:not(.button) {
  display: inline-flex; align-items: center; min-height: 2.25rem; padding-inline: .7rem; border-radius: var(--r1);
  color: var(--text); white-space: nowrap; text-decoration: none;
}
.bar-links a:not(.button):hover { background: var(--sunken); }
.bar-links .button { margin-left: .4rem; }
.bar-menu { flex: none; margin-left: auto; }
.bar-menu > summary {
  display: grid; place-items: center; min-height: 2.5rem; padding: .3rem .8rem; list-style: none;
  border: 1px solid var(--line-strong); border-radius: var(--r1); font-weight: var(--medium);
}
.bar-menu > summary::-webkit-details-marker { display: none; }
.bar-menu-ways {
  position: absolute; inset: 100% 0 auto; z-index: 9; display: grid; gap: .3rem; padding: .4rem var(--side) .8rem;
  background: var(--raised); border-bottom: 1px solid var(--line); box-shadow: 0 12px 32px rgb(0 0 0 / .2);
}
.bar-menu .bar-links { display: grid; gap: 0; }
.bar-menu .bar-links a:not(.button) { min-height: 2.75rem; padding-inline: 0; }
.bar-menu .bar-links .button { margin: .3rem 0; }
.bar-menu .viewer {
  justify-content: space-between; min-height: 2.75rem; border-top: 1px solid var(--line); padding-top: .4rem;
}
.viewer { display: flex; align-items: center; gap: .9rem; }
.viewer-name { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-decoration: none; }
.bar-ways .viewer-name { max-width: min(12rem, 100vw - 62rem); }
.viewer .link { flex: none; }
.bar-bell {
  position: relative; display: grid; flex: none; place-items: center; width: 2.5rem; height: 2.5rem; margin-left: auto;
  border-radius: var(--r1); color: var(--text);
}
.bar-bell:hover { background: var(--sunken); color: var(--text); }
.bar-bell .count {
  position: absolute; top: -.1rem; left: 50%; padding-inline: .35rem; line-height: 1.3; white-space: nowrap;
}
.bar-bell + .bar-menu { margin-left: 0; }
@media (max-width: 43.99rem) {
  .bar-search { order: 3; flex-basis: 100%; max-width: none; }
  .bar:has(~ main .find[action="/datasets"]) .bar-search { display: none; }
}
@media (max-width: 24rem) {
  .bar-in { gap: .5rem; }
  .brand { gap: .45rem; }
  .bar-bell { margin-right: .7rem; }
}
@media (max-width: 22rem) {
  .bar:has(.bar-bell) .brand-name { position: absolute; clip-path: inset(50%); }
}
@media (min-width: 70rem) {
  .bar-ways { display: flex; }
  .bar-menu { display: none; }
  .bar-bell { margin-left: 0; }
}

.foot { border-top: 1px solid var(--line); font-size: var(--fs-1); color: var(--muted); }
.foot-in {
  display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 2rem; width: 100%; max-width: var(--page-width);
  margin: 0 auto; padding: 1.1rem var(--side);
}
.foot nav { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; }
.foot a { display: inline-flex; align-items: center; min-height: 1.6rem; color: inherit; text-decoration: none; }
.foot a:hover { text-decoration: underline; }
.theme { display: flex; align-items: center; gap: .5rem; margin-left: auto; }
.theme select { min-height: 2rem; padding: .15rem .5rem; font-size: var(--fs-1); }
@media (scripting: enabled) { .theme .button { display: none; } }
@media (max-width: 48rem) { .theme { margin-left: 0; } }
`.trim();
