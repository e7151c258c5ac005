/** The agent and time filter that all pages and files of earnings share. */

import { daySeconds } from "../../../../platform/time.ts";
import { isId } from "../../../kit/ids.ts";

export type EarningsFilter = {
  agentId: string | undefined;
  /** UTC days, both included. */
  from: string | undefined;
  to: string | undefined;
};

const dayPattern = /^20\d\d-\d\d-\d\d$/;

/** The filter in the address. Ignores invalid values. */
export function readFilter({ searchParams }: URL): EarningsFilter {
  const agent = searchParams.get("agent") ?? "";
  return {
    agentId: isId(agent) ? agent : undefined,
    from: dayOf(searchParams.get("from")),
    to: dayOf(searchParams.get("to")),
  };
}

function dayOf(text: string | null): string | undefined {
  if (text === null || !dayPattern.test(text)) return undefined;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text) ? undefined : text;
}

/** For the use cases: `until` is the day after the last one. */
export function daysOf({ from, to }: EarningsFilter): {
  since?: string | undefined;
  until?: string | undefined;
} {
  if (to === undefined) return { since: from };
  const next = new Date(Date.parse(`${to}T00:00:00Z`) + daySeconds * 1000);
  return { since: from, until: next.toISOString().slice(0, 10) };
}

/** The same range as instants. */
export function instantsOf(filter: EarningsFilter) {
  const { since, until } = daysOf(filter);
  const midnight = (day: string | undefined) =>
    day === undefined ? undefined : `${day}T00:00:00.000Z`;
  return { since: midnight(since), until: midnight(until) };
}

/** An address with this filter and further parameters. */
export function filteredPath(
  path: string,
  { agentId, from, to }: EarningsFilter,
  more: Record<string, string> = {},
): string {
  const given = { agent: agentId, from, to, ...more };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The form for a time range; it keeps the address's other parameters. */
export function TimeForm(props: {
  path: string;
  filter: EarningsFilter;
  kept: Record<string, string | undefined>;
}): JSX.Element {
  const { path, filter, kept } = props;
  const fields = { ...kept, agent: filter.agentId };
  return (
    <form method="get" action={path} class="search">
      {Object.entries(fields).map(
        ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
      )}
      <div class="field">
        <label for="from">From</label>
        <input id="from" type="date" name="from" value={filter.from} />
      </div>
      <div class="field">
        <label for="to">To</label>
        <input id="to" type="date" name="to" value={filter.to} />
      </div>
      <button class="button plain" type="submit">
        Show
      </button>
    </form>
  );
}
