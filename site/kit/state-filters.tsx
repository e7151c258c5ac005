type Props<State extends string> = {
  /** The subject of the filters, for screen readers. */
  label: string;
  /** The address of the list without a filter. */
  path: string;
  states: readonly State[];
  words: Readonly<Record<State, { label: string }>>;
  current: State | undefined;
  /** The label for the list without a filter. */
  whole?: string;
};

/** Links that filter a list by state, or show all of it. */
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
