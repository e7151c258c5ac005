import type { PropsWithChildren } from "@kitajs/html";
import { formatInstant } from "../../market/format.ts";
import { moneyText } from "../../market/pricing.ts";
import { formatDay } from "./format.ts";

export type Tone = "good" | "warn" | "bad" | "plain" | "accent";

export function Badge(props: { tone: Tone; label: string }): JSX.Element {
  return (
    <span class={`badge ${props.tone}`} safe>
      {props.label}
    </span>
  );
}

/** An instant; `day` omits the time of day. */
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

/** Text that people or agents wrote, isolated from the surrounding text. */
export function Foreign(props: { text: string }): JSX.Element {
  return <bdi safe>{props.text}</bdi>;
}

/** An empty list: why it is empty, and what to do next. */
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

/** Names and values; null entries are left out. */
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

/** Figures in a row, each with a name and an explanation. */
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
