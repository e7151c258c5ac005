/** The small pieces of which the area's pages are made. */

import type { PropsWithChildren } from "@kitajs/html";
import { moneyText } from "../../market/pricing.ts";
import { formatDay, formatInstant } from "./format.ts";

export type Tone = "good" | "warn" | "bad" | "plain" | "accent";

export function Badge(props: { tone: Tone; label: string }): JSX.Element {
  return (
    <span class={`badge ${props.tone}`} safe>
      {props.label}
    </span>
  );
}

/** An instant; `day` leaves the time of day out. */
export function Time(props: { at: Date | string; day?: boolean }): JSX.Element {
  const at = new Date(props.at);
  return (
    <time datetime={at.toISOString()} title={props.day ? formatInstant(at) : undefined}>
      {props.day ? formatDay(at) : formatInstant(at)}
    </time>
  );
}

export function Money(props: { cents: number; currency: string }): JSX.Element {
  return (
    <span class="money" safe>
      {moneyText(props.cents, props.currency)}
    </span>
  );
}

/** Text that people or agents chose: kept apart from the words around it. */
export function Foreign(props: { text: string }): JSX.Element {
  return <bdi safe>{props.text}</bdi>;
}

/** A list that holds nothing yet: why, and what to do next. */
export function Empty(props: PropsWithChildren<{ title: string; text: string }>): JSX.Element {
  return (
    <div class="empty">
      <h2 safe>{props.title}</h2>
      <p class="muted" safe>
        {props.text}
      </p>
      {props.children && <div class="actions">{props.children}</div>}
    </div>
  );
}

/** Names and their values; an entry that is null is left out. */
export function Facts(props: { facts: ([string, JSX.Element] | null)[] }): JSX.Element {
  return (
    <dl>
      {props.facts.map(
        (fact) =>
          fact && (
            <>
              <dt safe>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </>
          ),
      )}
    </dl>
  );
}

export function Card(props: PropsWithChildren<{ title: string }>): JSX.Element {
  return (
    <section class="card stack-m">
      <h2 safe>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** Figures in a row: what it is, how much, and a line that explains it. */
export function Figures(props: {
  figures: { label: string; value: JSX.Element; note?: string }[];
}): JSX.Element {
  return (
    <ul class="tiles">
      {props.figures.map(({ label, value, note }) => (
        <li>
          <span class="muted small" safe>
            {label}
          </span>
          <strong>{value}</strong>
          {note && (
            <span class="muted small" safe>
              {note}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
