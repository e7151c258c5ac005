/**
 * Styles that began in the account area and now serve every page: tables, filters, pagers, steps.
 */
const blockRules = `
  .sheet :is(table, tbody, tr, tbody th, td) { display: block; }
  .sheet thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .sheet tr { padding: .9rem 1.1rem; }
  .sheet tr + tr { border-top: 1px solid var(--line); }
  .sheet tbody tr > * { border: 0; }
  .sheet tbody tr > th { padding: 0 0 .45rem; font-size: var(--fs-3); }
  .sheet td time { white-space: normal; }
  .sheet td > div { min-width: 0; }
  .sheet tbody tr > td {
    display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .75rem; padding: .22rem 0;
    text-align: left; white-space: normal;
  }
  .sheet td::before { content: attr(data-label); color: var(--muted); }
  .sheet tbody tr > td.row-acts { grid-template-columns: minmax(0, 1fr); padding-top: .6rem; }
  .sheet td.row-acts::before { display: none; }
  .sheet td:has(> div:empty) { display: none; }
  .number .lines { justify-items: start; }
  .sheet .badge { white-space: normal; border-radius: var(--r2); }
`;

/** Rows become blocks where the table has no room, which depends on its columns (`table.tsx`). */
const tableAsBlocks = `@media screen {
  @container tight (max-width: 29rem) {${blockRules}}
  @container few (max-width: 45rem) {${blockRules}}
  @container sheet (max-width: 42rem) {${blockRules}}
  @container many (max-width: 51rem) {${blockRules}}
}`;

export const accountCss = `
.account main { max-width: var(--page-width); }
.account main { padding-block: var(--s5) var(--s7); }
.count {
  padding: 0 .5rem; border-radius: var(--full); font-size: var(--fs-1); font-weight: var(--bold);
  background: var(--warn-soft); color: var(--warn);
}
.page-head {
  display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between;
  gap: .9rem 1.5rem;
}
.page-head > .stack-s { flex: 1 1 18rem; }
.stack-m { display: grid; align-content: start; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.badge { white-space: nowrap; }
.badge.good { background: var(--good-soft); color: var(--good); }
.badge.bad { background: var(--bad-soft); color: var(--bad); }
.badge.warn { background: var(--warn-soft); color: var(--warn); }
.badge.plain { background: var(--sunken); color: var(--muted); }
.notice.good { background: var(--good-soft); }
.notice.good svg { color: var(--good); }
.notice.bad { background: var(--bad-soft); }
.notice.bad svg { color: var(--bad); }
.notice h2 { font-size: 1rem; }
.notice ul { margin: 0; padding-left: 1.1rem; }
.error-summary { grid-template-columns: minmax(0, 1fr); border: 1px solid var(--bad); }
.error-summary a { color: var(--bad); }

.sheet {
  container: sheet / inline-size; overflow: auto hidden;
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--r3);
}
.sheet.few { container-name: few; }
.card .sheet.few { container-name: tight; }
.sheet.many { container-name: many; }
.card .sheet :is(th, td) { padding-inline: .7rem; }
.card .sheet tbody th { min-width: 7rem; }
table { width: 100%; border-collapse: collapse; font-size: var(--fs-2); line-height: 1.45; }
th, td { padding: .8rem .9rem; text-align: left; vertical-align: top; }
th:first-child, td:first-child { padding-left: 1.25rem; }
th:last-child, td:last-child { padding-right: 1.25rem; }
thead th {
  padding-block: .6rem; font-size: var(--fs-1); font-weight: var(--bold); color: var(--muted);
  background: var(--sunken); border-bottom: 1px solid var(--line); white-space: nowrap;
}
tbody th { font-weight: var(--bold); }
tbody th .small, tbody th small { font-weight: 400; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
.number { text-align: right; }
td.number, .money { font-variant-numeric: tabular-nums; white-space: nowrap; }
td time { white-space: nowrap; }
td > div { min-width: 6.5rem; }
td.number > div { min-width: 0; }
tbody th { min-width: 9.5rem; }
td .confirm { border: 0; padding: 0; }
.bullets { margin: 0; padding-left: 1.2rem; display: grid; gap: .35rem; }
.skip:focus {
  inset: .5rem auto auto .5rem; z-index: 4; width: auto; height: auto; margin: 0; padding: .4rem .8rem;
  clip-path: none; background: var(--surface); border-radius: var(--r1);
}
#content:focus { outline: none; }
.lines { display: grid; gap: .15rem; justify-items: start; }
.number .lines { justify-items: end; white-space: normal; }
td.number .lines { min-width: 6.5rem; }
.row-actions { display: flex; flex-wrap: wrap; gap: .5rem; }
.button.small-button { min-height: 2rem; padding: .2rem .7rem; font-size: var(--fs-1); }
.inline { display: inline-flex; }
.pager { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1rem; }
.pager .button { min-width: 6rem; min-height: 2.5rem; padding-block: .35rem; }
.filters { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0; padding: 0; }
.filters a {
  display: inline-flex; align-items: center; min-height: 2.4rem; padding: .2rem .85rem;
  border: 1px solid var(--line); border-radius: var(--full); background: var(--surface);
  color: var(--text); text-decoration: none; font-size: var(--fs-1);
}
.filters a:hover { border-color: var(--muted); }
.filters a[aria-current] {
  background: var(--accent-soft); border-color: transparent; color: var(--accent-strong);
  font-weight: var(--bold);
}
.empty {
  display: grid; gap: .6rem; padding: clamp(1.5rem, 5vw, 2.5rem);
  border: 1px dashed var(--line); border-radius: var(--r3); background: var(--surface);
}
.empty .actions { margin-top: .5rem; }
.tiles {
  list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem;
  grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr));
}
.tiles li {
  display: grid; gap: .1rem; align-content: start; padding: .9rem 1.1rem;
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--r2);
}
.tiles strong { font-size: var(--fs-4); line-height: 1.3; font-variant-numeric: tabular-nums; }
.cols { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
@media (min-width: 52rem) { .cols { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }

.field { display: grid; align-content: start; gap: .35rem; justify-items: start; border: 0; margin: 0; padding: 0; min-width: 0; }
/* A way to sell hides the fields of the others, unless one of them is faulty. */
.sell form:has([name="offer"][value="free"]:checked) :is(.of-price, .of-plans, .of-paid, .of-auction):not(:has([aria-invalid])),
.sell form:has([name="offer"][value="buy_it_now"]:checked) .of-auction:not(:has([aria-invalid])),
.sell form:has([name="offer"][value="auction"]:checked) :is(.of-price, .of-plans):not(:has([aria-invalid])),
.sell form:has([name="offer"][value="hybrid"]:checked) .of-plans:not(:has([aria-invalid])) { display: none; }
.field label, .field legend { font-weight: var(--bold); padding: 0; }
.term > legend { padding-block: .4rem .6rem; font-size: var(--fs-3); }
.term > .fields { width: 100%; }
.field > input, .field > textarea, .field > select, .search input {
  width: 100%; max-width: 28rem;
}
.field > textarea { max-width: 40rem; resize: vertical; }
.field [aria-invalid] { border-color: var(--bad); border-width: 2px; }
.error { color: var(--bad); font-weight: var(--bold); font-size: var(--fs-2); }
.fields { display: grid; gap: 1.1rem 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); max-width: 40rem; }
.fields.wide { max-width: none; align-items: end; }
.choices { display: grid; gap: .7rem; margin-top: .2rem; }
.choices.tight { grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); width: 100%; gap: .3rem .75rem; }
.choices.tight:has(> :only-child) { grid-template-columns: minmax(0, 1fr); }
.choice { display: grid; grid-template-columns: 1.35rem minmax(0, 1fr); gap: .6rem; align-items: start; min-height: 1.9rem; }
.field .choice { font-weight: 400; }
.choice input { width: 1.2rem; height: 1.2rem; margin: .2rem 0 0; accent-color: var(--accent); }
.choice > span { display: grid; }
.confirm { border-top: 1px solid var(--line); padding-top: .9rem; }
.confirm summary {
  width: fit-content; min-height: 2rem; padding-block: .2rem; cursor: pointer; color: var(--bad);
  font-weight: var(--bold);
}
.confirm[open] summary { margin-bottom: .7rem; }
.search { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; }
.search .field { flex: 1 1 15rem; max-width: 28rem; }
.secret {
  padding: .9rem 1rem; border-radius: var(--r2); background: var(--sunken); border: 1px solid var(--line);
  font-family: var(--mono); user-select: all; -webkit-user-select: all;
}
.timeline { list-style: none; margin: 0; padding: 0; display: grid; }
.timeline li {
  position: relative; display: grid; gap: .1rem; padding: 0 0 1.2rem 1.9rem;
}
.timeline li::before {
  content: ""; position: absolute; left: .25rem; top: .42rem; width: .8rem; height: .8rem;
  border-radius: 50%; background: var(--accent); border: 2px solid var(--accent);
}
.timeline li::after {
  content: ""; position: absolute; left: .6rem; top: 1.35rem; bottom: -.3rem; width: 2px;
  background: var(--line);
}
.timeline li:last-child { padding-bottom: 0; }
.timeline li:last-child::after { display: none; }
.timeline .ahead::before { background: var(--surface); border-color: var(--muted); }
.timeline .bad::before { background: var(--bad); border-color: var(--bad); }
.timeline .good::before { background: var(--good); border-color: var(--good); }
.timeline strong { font-weight: var(--bold); }
.quote {
  margin: 0; padding: .2rem 0 .2rem 1rem; border-left: 3px solid var(--line); white-space: pre-line;
}
.section-head {
  display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between;
  gap: .3rem 1rem;
}
@media (min-width: 52.01rem) { .log tbody th { min-width: 13.5rem; } }
.excerpt { width: 100%; }
.excerpt summary { cursor: pointer; color: var(--accent); }
.excerpt pre { margin-top: .4rem; padding: .5rem .7rem; font-size: .85em; }
.names { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem .9rem; }
.letters { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
.letters li {
  display: grid; gap: .35rem; padding: .8rem 1.1rem; max-width: 46rem;
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--r2);
}
.letters .mine { background: var(--accent-soft); border-color: transparent; }
.letter-head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .1rem 1rem; }
.letter { white-space: pre-wrap; }

${tableAsBlocks}
@media (max-width: 40rem) {
  .tiles { gap: .5rem; grid-template-columns: minmax(0, 1fr); }
  .tiles li { grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; padding: .6rem 1rem; }
  .tiles strong { font-size: var(--fs-3); }
  .tiles li > :nth-child(3) { grid-column: 1 / -1; }
}
@media (max-width: 34rem) {
  .page-head .button, .pager .button, .empty .button { flex: 1 1 auto; }
  .pager > span { order: -1; flex: 1 1 100%; }
  .page-head .inline, .row-actions .inline { flex: 1 1 auto; }
  .inline > .button { width: 100%; }
  .sheet tbody tr > td { grid-template-columns: 5.6rem minmax(0, 1fr); gap: .5rem; }
}
@media (forced-colors: active) {
  .filters [aria-current] { outline: 2px solid Highlight; }
  .sheet, .tiles li, .letters li, .timeline li::before { border: 1px solid; }
}
`.trim();
