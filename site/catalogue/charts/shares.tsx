import { formatCount } from "../../kit/format.ts";
import { Foreign } from "../../kit/parts.tsx";

const valueCharsMax = 60;

type Share = { value: string | number | boolean; count: number };

/** Bars for the most frequent values; `total`: the number of rows. */
export function Shares({ shares, total }: { shares: Share[]; total: number }): JSX.Element {
  const most = Math.max(...shares.map(({ count }) => count), 1);
  return (
    <ul class="shares">
      {shares.map(({ value, count }) => (
        <li>
          <Bar share={count / most} />
          <span>
            <Foreign text={cut(String(value))} />{" "}
            <span class="muted" title={formatCount(count)} safe>
              {percent(count, total)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A bar filled to this share. It is decorative, because the text is next to it. */
export function Bar({ share }: { share: number }): JSX.Element {
  const filled = Math.max(share > 0 ? 1 : 0, Math.round(share * 100));
  return (
    <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="8" rx="2" />
      <rect width={String(filled)} height="8" rx="2" />
    </svg>
  );
}

/** For example "44 %", "0.3 %" or "< 0.1 %". */
export function percent(part: number, total: number): string {
  if (total === 0 || part === 0) return "0 %";
  const share = (100 * part) / total;
  if (share < 0.1) return "< 0.1 %";
  if (share > 99.9 && share < 100) return "> 99.9 %";
  return `${share < 10 ? Number(share.toFixed(1)) : Math.round(share)} %`;
}

function cut(text: string): string {
  if (text === "") return "(empty)";
  return text.length <= valueCharsMax ? text : `${text.slice(0, valueCharsMax - 1)}…`;
}
