/** Small parts of the operations pages: ages, and counts up to a cap. */

import { formatInstant } from "../../../market/format.ts";
import type { CappedDepth } from "../../../market/operations/schemas.ts";
import { formatCount, formatPause } from "../../kit/format.ts";

const dash = <span class="muted">—</span>;

/** The time since an instant, as "12 minutes"; the instant itself is the title attribute. */
export function Age(props: { at: Date | null; now: Date }): JSX.Element {
  const { at, now } = props;
  if (at === null) return dash;
  const seconds = Math.round((now.getTime() - at.getTime()) / 1000);
  const words = seconds < 0 ? `in ${formatPause(-seconds)}` : formatPause(seconds);
  return (
    <time datetime={at.toISOString()} title={formatInstant(at)} safe>
      {words}
    </time>
  );
}

export function Rows({ depth }: { depth: CappedDepth }): JSX.Element {
  const count = formatCount(depth.rows);
  return <span safe>{depth.isCapped ? `more than ${count}` : count}</span>;
}

export function Dash(): JSX.Element {
  return dash;
}
