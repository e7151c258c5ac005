/** Styles for the bar at the top: one line from 320 to 1920 pixels. */
export const barCss = `
.bar { position: relative; background: var(--surface); border-bottom: 1px solid var(--line); }
.bar-in {
  display: flex; align-items: center; gap: 1.25rem; width: 100%; max-width: 80rem;
  margin: 0 auto; padding: .6rem 1.25rem;
}
.brand {
  display: inline-flex; flex: none; align-items: center; gap: .6rem; min-height: 2.5rem;
  font-weight: 700; color: var(--text); text-decoration: none; white-space: nowrap;
}
.brand svg { display: block; }
.bar-search { flex: 1 1 12rem; min-width: 0; max-width: 28rem; }
.bar-search form { position: relative; }
.bar-search input {
  width: 100%; min-height: 2.5rem; padding: .3rem 2.6rem .3rem .8rem; font: inherit; font-size: .95rem;
  color: var(--text); background: var(--sunken); border: 1px solid var(--muted); border-radius: 10px;
}
.bar-search input::-webkit-search-cancel-button { display: none; }
.bar-search button {
  position: absolute; inset: 0 0 0 auto; display: grid; place-items: center; width: 2.6rem; padding: 0;
  border: 0; border-radius: 10px; background: none; color: var(--muted); cursor: pointer;
}
.bar-search button:hover { color: var(--accent); }
.bar-search button svg { width: 1.2rem; height: 1.2rem; }
.bar-ways { display: none; flex: none; align-items: center; gap: 1.5rem; margin-left: auto; }
.bar-links { display: flex; gap: 1.1rem; font-size: .95rem; }
.bar-links a { display: inline-flex; align-items: center; min-height: 2rem; white-space: nowrap; text-decoration: none; }
.bar-links a:hover { text-decoration: underline; }
.bar-menu { flex: none; margin-left: auto; }
.bar-menu summary {
  display: grid; place-items: center; width: 2.75rem; height: 2.75rem; margin: -.15rem -.5rem -.15rem 0;
  border-radius: 8px; list-style: none;
}
.bar-menu summary::-webkit-details-marker { display: none; }
.bar-menu summary svg { width: 1.5rem; height: 1.5rem; }
.bar-menu-ways {
  position: absolute; inset: 100% 0 auto; z-index: 3; display: grid; gap: .3rem; padding: .4rem 1.25rem .8rem;
  background: var(--surface); border-bottom: 1px solid var(--line); box-shadow: 0 8px 16px rgb(0 0 0 / .12);
}
.bar-menu .bar-links { display: grid; gap: 0; }
.bar-menu .bar-links a { min-height: 2.75rem; }
.bar-menu .viewer {
  justify-content: space-between; min-height: 2.75rem; border-top: 1px solid var(--line); padding-top: .4rem;
}
.viewer { display: flex; align-items: center; gap: .9rem; font-size: .9rem; }
.viewer-name { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.bar-ways .viewer-name { max-width: 10rem; }
.viewer .link { flex: none; }
@media (max-width: 43.99rem) {
  .bar-in { gap: .75rem; }
  .bar:not(:has(~ main .find[action="/datasets"])) .brand-name {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  }
  .bar:has(~ main .find[action="/datasets"]) .bar-search { display: none; }
}
@media (max-width: 24rem) { .brand { gap: .45rem; font-size: .95rem; } }
@media (min-width: 70rem) {
  .bar-ways { display: flex; }
  .bar-menu { display: none; }
}
`.trim();
