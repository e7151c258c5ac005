/** The catalogue search: in every page's header, or larger on a page that begins with it. */
import { SEARCH_QUERY_CHARS_MAX } from "../../market/limits.ts";
import { Icon } from "./icons.tsx";
import { unitsOf } from "./maxlength.ts";
import { assetPath } from "./respond.ts";

export type SearchState = {
  words: string;
  /** Further parameters that the search keeps. */
  others?: [name: string, value: string][];
};

export function HeaderSearch(search: SearchState): JSX.Element {
  return (
    <search class="bar-search" aria-label="Catalogue">
      <form method="get" action="/datasets">
        <Field {...search} placeholder="Search datasets and columns" />
        <button type="submit" aria-label="Search">
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}

export function SearchBox(search: SearchState): JSX.Element {
  return (
    <search aria-label="Catalogue">
      <form class="find" method="get" action="/datasets">
        <Field {...search} placeholder="Search datasets and columns" />
        <button class="button primary" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}

/** `site.js` adds suggestions to it. */
function Field(props: SearchState & { placeholder: string }): JSX.Element {
  const { words, others = [], placeholder } = props;
  return (
    <>
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
        placeholder={placeholder}
        data-suggest={assetPath("suggest.js")}
      />
    </>
  );
}
