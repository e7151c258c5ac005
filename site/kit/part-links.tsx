/** Links from one part of a list to the parts next to it. */
import type { PropsWithChildren } from "@kitajs/html";
import { formatCount } from "./format.ts";

type Neighbour = { href: string; label: string };

type PartLinksProps = PropsWithChildren<{
  /** Names what the links move through, for example "Columns". */
  of: string;
  /** Null: the shown part is the first one. */
  before: Neighbour | null;
  /** Null: the shown part is the last one. */
  after: Neighbour | null;
  /** The shown part, for example "21 to 40 of 132". */
  shown?: string;
  /** Search engines need not follow the links. */
  isUnindexed?: boolean;
  /** Inside another bar. */
  isSmall?: boolean;
}>;

/** Empty if there is nothing to say. */
export function PartLinks(props: PartLinksProps): JSX.Element {
  const { of, before, after, shown, isUnindexed = false, isSmall = false, children } = props;
  if (before === null && after === null && !shown && !children) return "";
  const button = isSmall ? "button plain small-button" : "button plain";
  const rel = (name: "prev" | "next") => (isUnindexed ? `${name} nofollow` : name);
  return (
    <nav class={isSmall ? "row" : "pager"} aria-label={of}>
      {before !== null && (
        <a class={button} rel={rel("prev")} href={before.href} safe>
          {before.label}
        </a>
      )}
      {shown && (
        <span class="muted small" safe>
          {shown}
        </span>
      )}
      {after !== null && (
        <a class={button} rel={rel("next")} href={after.href} safe>
          {after.label}
        </a>
      )}
      {children}
    </nav>
  );
}

/** "21 to 40 of 132"; positions count from 0. */
export function rangeText(first: number, end: number, total: number): string {
  return `${formatCount(first + 1)} to ${formatCount(Math.min(end, total))} of ${formatCount(total)}`;
}
