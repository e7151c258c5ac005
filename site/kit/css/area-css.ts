/** Styles of the account area's own parts: navigation, attention, notifications. */
export const areaCss = `
.area { display: grid; gap: 1.25rem 2.25rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
.side { display: grid; gap: .15rem; border: 0; padding: 0 0 .5rem; color: inherit; background: none; }
.side-open { display: none; }
.side-link {
  display: flex; align-items: center; gap: .65rem; min-height: 2.6rem; padding: .3rem .75rem;
  border-radius: var(--r1); color: var(--text); font-weight: var(--medium); font-size: var(--fs-2); text-decoration: none;
  cursor: pointer; list-style: none;
}
.side-link::-webkit-details-marker { display: none; }
.side-link svg { width: 1.2rem; height: 1.2rem; flex: none; color: var(--muted); }
.side summary svg:last-child { margin-left: auto; width: 1rem; height: 1rem; }
.side summary .count + svg:last-child { margin-left: 0; }
.side [open] summary svg:last-child { transform: rotate(90deg); }
.side-link > span { white-space: nowrap; }
.side ul { list-style: none; margin: 0 0 .4rem; padding: 0; display: grid; gap: .05rem; }
.side li a {
  display: flex; align-items: center; justify-content: space-between; gap: .5rem; min-height: 2.6rem;
  padding: .2rem .75rem .2rem 2.6rem; border-radius: var(--r1); color: var(--text); font-size: var(--fs-1); text-decoration: none;
}
.side-link:hover, .side li a:hover { background: var(--sunken); color: var(--text); }
.side [aria-current] { background: var(--accent-soft); color: var(--accent-strong); font-weight: var(--medium); }
.side [aria-current] svg { color: inherit; }
.side .count { margin-left: auto; }
@media (max-width: 61.99rem) {
  @supports selector(:popover-open) {
    .side-open {
      display: flex; align-items: center; gap: .6rem; width: 100%; min-height: 2.75rem; padding: .3rem .75rem;
      border: 1px solid var(--line); border-radius: var(--r1); background: var(--surface); color: var(--text);
      font: inherit; font-size: var(--fs-1); text-align: left; cursor: pointer;
    }
    .side-open svg { width: 1rem; height: 1rem; flex: none; color: var(--muted); transform: rotate(90deg); }
    .side-open svg:last-child { margin-left: auto; }
    .side-open .count + svg { margin-left: 0; }
    .side-open .count { margin-left: auto; }
    .side {
      inset: 0 0 auto; width: auto; height: auto; max-height: calc(100dvh - 1.5rem); margin: .75rem; padding: .75rem;
      overflow: auto; border: 1px solid var(--line); border-radius: var(--r2); background: var(--surface);
    }
    .side:not(:popover-open) { display: none; }
    .side::backdrop { background: rgb(0 0 0 / .4); }
  }
}
@media (min-width: 62rem) {
  .area { grid-template-columns: 13.5rem minmax(0, 1fr); }
  .side { position: sticky; inset: 1.25rem auto auto; width: auto; height: auto; margin: 0; max-height: calc(100vh - 2.5rem); overflow: auto; }
  .side li a { min-height: 2.1rem; }
}
.checkout main { max-width: 71rem; padding-inline: var(--side); }
.bar-secure { display: inline-flex; align-items: center; gap: .45rem; margin-left: auto; }
.bar-secure svg { width: 1.1rem; height: 1.1rem; }
.checkout > main > .checkout { display: grid; gap: 1.5rem clamp(1.5rem, 5vw, 4rem); align-items: start; grid-template: "head" "summary" "form" / minmax(0, 1fr); }
.checkout-head { grid-area: head; }
.checkout-summary { grid-area: summary; }
.checkout-form { grid-area: form; }
.checkout-summary dl { grid-template-columns: 5rem minmax(0, 1fr); font-size: var(--fs-1); }
.checkout-summary dl, .receives dl { gap: .35rem 1rem; }
.checkout-summary dd + dt, .receives dd + dt { margin-top: 0; }
.checkout-summary .total { grid-template-columns: 1fr auto; border-top: 1px solid var(--line); padding-top: .85rem; }
.total dd { text-align: right; font-variant-numeric: tabular-nums; }
.total dd strong { font-size: var(--fs-5); line-height: 1.1; }
.button.big { min-height: 3rem; width: 100%; }
.when { list-style: none; margin: 0; padding: 0; display: grid; }
.when li { position: relative; display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: .2rem 1rem; padding: .55rem 0 .55rem 1.5rem; }
.when li::before {
  content: ""; position: absolute; left: 0; top: .95rem; width: .8rem; height: .8rem; border-radius: 50%;
  border: 3px solid var(--accent); background: var(--page);
}
.when li::after { content: ""; position: absolute; left: .35rem; top: 1.95rem; bottom: -.75rem; width: 2px; background: var(--line); }
.when li:last-child::before { border-color: var(--good); background: var(--good); }
.when li:last-child::after { display: none; }
.checkout .choices { gap: .6rem; width: 100%; }
.checkout .choice { border: 1px solid var(--line); border-radius: var(--r2); padding: .8rem 1rem; background: var(--surface); }
.checkout .choice:has(:checked) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
@media (min-width: 62rem) {
  .checkout > main > .checkout { grid-template: "head summary" auto "form summary" 1fr / minmax(0, 1fr) 24rem; }
  .checkout-summary { position: sticky; top: 1.25rem; }
}
@media (max-width: 34rem) { .when li { grid-template-columns: minmax(0, 1fr); } }
.stepper { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); counter-reset: step; }
.stepper li { display: grid; align-content: start; counter-increment: step; border-top: 4px solid var(--track); padding-top: .5rem; }
.stepper a { color: var(--text); font-weight: var(--medium); text-decoration: none; min-height: 1.6rem; }
.stepper a:hover { text-decoration: underline; }
.stepper a::before { content: counter(step) ". "; }
.stepper .done { border-color: var(--good); }
.stepper .error { border-color: var(--bad); }
.stepper .error .muted { color: var(--bad); }
.stepper li:has([aria-current]) { border-color: var(--accent); }
.stepper [aria-current] { color: var(--accent-strong); font-weight: var(--bold); }
@media (min-width: 40rem) { .sell-facts > :first-child { grid-row: span 2; } }
.sell { display: grid; gap: 1rem 1.5rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
.receives { background: var(--good-soft); border-radius: var(--r2); padding: 1rem 1.15rem; }
.receives > p > strong { font-size: var(--fs-4); color: var(--good); font-variant-numeric: tabular-nums; }
.receives dl { grid-template-columns: 1fr auto; font-size: var(--fs-1); }
.receives .muted, .receives dt { color: var(--text); }
.preview-text { white-space: pre-line; font-size: var(--fs-1); }
@media (min-width: 75rem) {
  .sell { grid-template-columns: minmax(0, 1fr) 21rem; }
  .sell-preview { position: sticky; top: 1.25rem; }
}
@media (max-width: 48rem) {
  .stepper { grid-auto-columns: auto; }
  .stepper li > span { display: none; }
  .stepper a:not([aria-current]) { font-size: 0; }
  .stepper a:not([aria-current])::before { content: counter(step); font-size: var(--fs-2); }
}
.receipt-jws { white-space: pre-wrap; overflow-wrap: anywhere; }
@media print { .side, .side-open, .bar, .foot, .actions { display: none; } .area { display: block; } }
.halves { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); align-items: start; }
.account .tiles { grid-template-columns: repeat(auto-fit, minmax(min(10.5rem, 100%), 1fr)); }
.account .tiles:has(> :nth-child(6):last-child) { grid-template-columns: repeat(auto-fit, minmax(min(15.5rem, 100%), 1fr)); }
@media (max-width: 62rem) {
  .account .tiles:has(> :nth-child(4):last-child) { grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); }
}
.todo, .notifications, .budgets { list-style: none; margin: 0; padding: 0; display: grid; }
.todo li {
  display: grid; grid-template-columns: 1.4rem minmax(0, 1fr) auto; gap: .1rem .85rem; align-items: center;
  padding: .75rem 0; border-top: 1px solid var(--line);
}
.todo li:first-child { border-top: 0; }
.todo li > svg { width: 1.3rem; height: 1.3rem; color: var(--accent); }
.todo .urgent > svg { color: var(--bad); }
.notifications { border: 1px solid var(--line); border-radius: var(--r3); background: var(--surface); overflow: hidden; }
.notifications li { display: grid; gap: .1rem; padding: .75rem 1.1rem .75rem 2rem; position: relative; }
.notifications li + li { border-top: 1px solid var(--line); }
.notifications .unread { background: var(--accent-soft); }
.notifications .unread > a { font-weight: var(--bold); }
.notifications .unread::before {
  content: ""; position: absolute; left: .9rem; top: 1.25rem; width: .55rem; height: .55rem;
  border-radius: 50%; background: var(--accent);
}
.budgets { gap: .9rem; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); }
.budgets li { display: grid; gap: .2rem; align-content: start; }
.budgets meter { width: 100%; }
@media (max-width: 40rem) {
  .todo li { grid-template-columns: 1.4rem minmax(0, 1fr); }
  .todo .button { grid-column: 2; justify-self: start; margin-top: .35rem; }
}
@media (forced-colors: active) {
  .side [aria-current] { outline: 2px solid Highlight; }
  .notifications .unread::before { background: CanvasText; }
}
`.trim();
