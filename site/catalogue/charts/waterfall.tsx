/** A score as a waterfall: from 100, less what each part takes, to the rest. */
import { formatNumber } from "../../kit/format.ts";

export type WaterfallPart = {
  name: string;
  /** The share that is left by this part, from 0 to 1; the parts multiply. */
  share: number;
  /** Why the part takes what it takes, or that it takes nothing. */
  reason: string;
};

type Step = WaterfallPart & {
  /** Points before and after the part. */
  before: number;
  after: number;
};

export function Waterfall({ parts }: { parts: readonly WaterfallPart[] }): JSX.Element {
  const steps = waterfallSteps(parts);
  const score = steps.at(-1)?.after ?? 100;
  return (
    <ol class="waterfall">
      <li class="all">
        <span>Start</span>
        <WaterfallBar from={0} to={100} />
        <strong>100</strong>
      </li>
      {steps.map(({ name, before, after, reason }) => (
        <li>
          <span safe>{name}</span>
          {after < before ? (
            <WaterfallBar from={after} to={before} />
          ) : (
            <i class="waterfall-none" />
          )}
          <strong safe>{lossText(before, after)}</strong>
          <small safe>{reason}</small>
        </li>
      ))}
      <li class="sum">
        <span>Score</span>
        <WaterfallBar from={0} to={score} />
        <strong>{Math.round(score)}</strong>
        <small safe>{productText(parts)}</small>
      </li>
    </ol>
  );
}

/** Each step begins where the one before ended, so what the parts take adds up to the whole loss. */
export function waterfallSteps(parts: readonly WaterfallPart[]): Step[] {
  let left = 100;
  return parts.map((part) => {
    const before = left;
    left *= Math.min(1, Math.max(0, part.share));
    return { ...part, before, after: left };
  });
}

/** Whole points, which add up: the difference of the rounded steps. */
function lossText(before: number, after: number): string {
  const points = Math.round(before) - Math.round(after);
  if (points > 0) return `−${points}`;
  return before - after > 0.05 ? "< 1" : "0";
}

function productText(parts: readonly WaterfallPart[]): string {
  const taking = parts.filter(({ share }) => share < 0.9995);
  if (taking.length === 0) return "Nothing was deducted";
  return `Parts multiply: ${["100", ...taking.map(({ share }) => formatNumber(share))].join(" × ")}`;
}

function WaterfallBar({ from, to }: { from: number; to: number }): JSX.Element {
  const x = from.toFixed(1);
  return (
    <svg viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${x} 0H${to.toFixed(1)}v16H${x}z`} />
    </svg>
  );
}
