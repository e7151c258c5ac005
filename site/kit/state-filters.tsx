/** Filters of a list by state. */

type Props<State extends string> = {
  /** What the filters are of, for who cannot see them. */
  label: string;
  /** The list without a filter. */
  path: string;
  states: readonly State[];
  words: Readonly<Record<State, { label: string }>>;
  current: State | undefined;
  /** What the list holds without a filter. */
  whole?: string;
};

/** Links that show a list whole, or by the state of what it holds. */
export function StateFilters<State extends string>(props: Props<State>): JSX.Element {
  const { label, path, states, words, current, whole = "All" } = props;
  const filters: [State | undefined, string][] = [
    [undefined, whole],
    ...states.map((state): [State, string] => [state, words[state].label]),
  ];
  return (
    <nav aria-label={label}>
      <ul class="filters">
        {filters.map(([state, text]) => (
          <li>
            <a
              href={state === undefined ? path : `${path}?status=${state}`}
              aria-current={state === current ? "true" : undefined}
              safe
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
