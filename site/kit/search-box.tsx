/** The search of the catalogue, as every page shows it. */

type Props = {
  words: string;
  /** What else the search says, and keeps. */
  others?: [name: string, value: string][];
};

export function SearchBox({ words, others = [] }: Props): JSX.Element {
  return (
    <search>
      <form class="find" method="get" action="/datasets">
        {others.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <label class="unseen" for="query">
          Search datasets
        </label>
        <input
          id="query"
          type="search"
          name="query"
          value={words}
          maxlength="500"
          placeholder="Words, such as: free weather since 2015"
        />
        <button class="button primary" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}
