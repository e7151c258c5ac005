import { formatCount, formatShare } from "../../kit/format.ts";
import { Foreign } from "../../kit/parts.tsx";

export { formatShare as percent } from "../../kit/format.ts";

const valueCharsMax = 60;

type Share = { value: string | number | boolean; count: number };

/** Bars for the most frequent values; a full bar is `total`, the number of rows. */
export function Shares({ shares, total }: { shares: Share[]; total: number }): JSX.Element {
  return (
    <ul class="shares">
      {shares.map(({ value, count }) => (
        <li>
          <Bar share={total > 0 ? count / total : 0} />
          <span>
            <Foreign text={cut(String(value))} />{" "}
            <span class="muted" title={formatCount(count)} safe>
              {formatShare(count, total)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A bar filled to this share, full at 1. It is decorative, because the text is next to it. */
export function Bar({ share }: { share: number }): JSX.Element {
  const filled = Math.round(1000 * Math.min(1, Math.max(0, share))) / 10;
  return (
    <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="8" rx="2" />
      <rect width={String(filled)} height="8" rx="2" />
    </svg>
  );
}

function cut(text: string): string {
  if (text === "") return "(empty)";
  return text.length <= valueCharsMax ? text : `${text.slice(0, valueCharsMax - 1)}…`;
}
