/** The catalogue search: the small one in every page's header, and the large one on some pages. */
import { SEARCH_QUERY_CHARS_MAX } from "../../market/limits.ts";
import { Icon } from "./icons.tsx";
import { unitsOf } from "./maxlength.ts";

/** Narrow screens show only one search box: the page's own, if it has one. */
export function HeaderSearch(): JSX.Element {
  return (
    <search class="bar-search" aria-label="Catalogue">
      <form method="get" action="/datasets">
        <label class="unseen" for="bar-query">
          Find datasets
        </label>
        <input
          id="bar-query"
          type="search"
          name="query"
          maxlength={unitsOf(SEARCH_QUERY_CHARS_MAX)}
          placeholder="Find datasets"
        />
        <button type="submit" aria-label="Search the catalogue">
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}

type Props = {
  words: string;
  /** Further parameters that the search keeps. */
  others?: [name: string, value: string][];
};

export function SearchBox({ words, others = [] }: Props): JSX.Element {
  return (
    <search aria-label="Datasets">
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
          maxlength={unitsOf(SEARCH_QUERY_CHARS_MAX)}
          placeholder="Words, such as: free weather since 2015"
        />
        <button class="button primary" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}
