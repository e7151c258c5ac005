import { counted } from "../../../market/counted.ts";
import type { SearchView } from "../../../market/search/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { Layout } from "../../kit/layout.tsx";
import { Empty, Foreign } from "../../kit/parts.tsx";
import { SearchBox } from "../../kit/search-box.tsx";
import { Snippet } from "../../scripts/copyable.tsx";
import { Script } from "../../scripts/script.tsx";
import { datasetPath } from "../facts.ts";
import { searchPath } from "./address.ts";
import { FacetList } from "./facets.tsx";
import { FilterForm } from "./filter-form.tsx";
import { Hit } from "./hit.tsx";
import { mcpCallOf } from "./mcp-call.ts";
import type { ReadSearch } from "./read-search.ts";
import { filterLabels, sortWords, valueWord } from "./words.ts";

const SUMMARY =
  "Search datasets by words, columns, price and quality. Every figure is computed from the file.";

export type CatalogueProps = {
  search: ReadSearch;
  found: SearchView;
  baseUrl: string;
  currency: string;
  now: Date;
};

export function CataloguePage(props: CatalogueProps): JSX.Element {
  const { search, found, now } = props;
  const { parameters } = search;
  const words = parameters.get("query") ?? "";
  return (
    <Layout
      title={words === "" ? "Datasets" : `${words} – datasets`}
      description={SUMMARY}
      kind="catalogue"
      head={<Head {...props} />}
    >
      <div class="stack">
        <h1>Datasets</h1>
        <Search parameters={parameters} />
        <Chips search={search} found={found} />
        <div class="results">
          <details class="narrowing">
            <summary>Filters</summary>
            <div class="stack-s">
              {found.facets && <FacetList facets={found.facets} {...{ parameters, now }} />}
              <FilterForm parameters={parameters} currency={props.currency} />
            </div>
          </details>
          <Found {...props} />
        </div>
      </div>
    </Layout>
  );
}

function Head({ search: { parameters }, found, baseUrl }: CatalogueProps): JSX.Element {
  const isPage = parameters.has("cursor") || parameters.has("offset");
  const next = found.pagination.next_cursor;
  return (
    <>
      <link rel="canonical" href={`${baseUrl}${searchPath(parameters, {})}`} />
      {(isPage || parameters.size > 2) && <meta name="robots" content="noindex, follow" />}
      <link rel="alternate" type="application/atom+xml" href={feedPath(parameters)} />
      {next !== null && <link rel="next" href={nextPath(parameters, next)} />}
      <Script name="copy.js" />
    </>
  );
}

/** Replaces only the words; the filters stay. */
function Search({ parameters }: { parameters: URLSearchParams }): JSX.Element {
  const others = [...parameters].filter(([name]) => !["query", "cursor", "offset"].includes(name));
  return <SearchBox words={parameters.get("query") ?? ""} others={others} />;
}

/** The filters in use, each with a link that removes it, and the filters read from the words. */
function Chips({ search, found }: { search: ReadSearch; found: SearchView }): JSX.Element {
  const { parameters, faults } = search;
  const filters = [...new Set(parameters.keys())].filter(
    (name) => filterLabels[name] !== undefined,
  );
  const read = found.interpreted.filter(({ applied }) => applied);
  if (filters.length + read.length + faults.length === 0) return "";
  return (
    <div class="stack-s">
      <ul class="chips" aria-label="Filters in use">
        {filters.map((name) => (
          <li>
            <a href={searchPath(parameters, { [name]: null })}>
              <span class="unseen">Remove </span>
              <Foreign text={`${filterLabels[name]}: ${valuesOf(parameters, name)}`} />
              <span aria-hidden="true">×</span>
            </a>
          </li>
        ))}
        {read.map(({ filter, value, words }) => (
          <li>
            <a href={searchPath(parameters, { interpret: "false" })}>
              <span class="unseen">Search these words without filters: </span>
              <Foreign
                text={`${filterLabels[filter] ?? filter}: ${valueWord(filter, String(value))} (“${words}”)`}
              />
              <span aria-hidden="true">×</span>
            </a>
          </li>
        ))}
      </ul>
      {faults.map(({ name, value, reason }) => (
        <p class="error">
          <Foreign text={`${filterLabels[name] ?? name} “${value}” was left out: ${reason}`} />
        </p>
      ))}
    </div>
  );
}

function valuesOf(parameters: URLSearchParams, name: string): string {
  const values = parameters.getAll(name).flatMap((value) => value.split(","));
  return values.map((value) => valueWord(name, value)).join(", ");
}

function Found({ search, found, baseUrl }: CatalogueProps): JSX.Element {
  const { parameters } = search;
  const { items, pagination } = found;
  if (items.length === 0) return <Nothing {...{ parameters, found }} />;
  const next = pagination.next_cursor;
  return (
    <div class="stack-m">
      <div class="page-head">
        <p class="muted" role="status" safe>
          {totalWords(pagination)}
        </p>
        <Sorts parameters={parameters} />
      </div>
      <Spelling {...{ parameters, found }} />
      <ul class="hits">
        {items.map((hit) => (
          <Hit hit={hit} />
        ))}
      </ul>
      <nav class="pager" aria-label="Pages">
        {parameters.has("cursor") && (
          <a class="button plain" href={searchPath(parameters, {})}>
            First page
          </a>
        )}
        {next !== null && (
          <a class="button plain" rel="next" href={nextPath(parameters, next)}>
            Next
          </a>
        )}
      </nav>
      <SameSearch {...{ parameters, baseUrl }} />
    </div>
  );
}

/** The same search for programs: as a feed, an API call and an MCP call. */
function SameSearch(props: { parameters: URLSearchParams; baseUrl: string }): JSX.Element {
  const { parameters, baseUrl } = props;
  const { name, arguments: given } = mcpCallOf(parameters);
  return (
    <section class="card stack-s" aria-labelledby="same-search">
      <h2 id="same-search">This search elsewhere</h2>
      <p class="small">
        <a href={feedPath(parameters)}>Atom feed</a>
        {" · "}
        <a href={mailPath(parameters)}>Mail me new matches</a>
        {" · "}
        <a href="/connect">Connect an agent</a>
      </p>
      <details>
        <summary>As an API call or an MCP tool call</summary>
        <div class="stack-m">
          <Snippet place="curl" text={`curl '${baseUrl}${searchPath(parameters, {})}'`} />
          <Snippet place={`MCP: ${name}`} text={JSON.stringify(given, null, 2)} />
        </div>
      </details>
    </section>
  );
}

function Sorts({ parameters }: { parameters: URLSearchParams }): JSX.Element {
  const standard = parameters.has("query") ? "relevance" : "newest";
  const chosen = parameters.get("sort") ?? standard;
  return (
    <nav class="sorts" aria-label="Order">
      {sortWords.map(([name, words]) => (
        <a
          href={searchPath(parameters, { sort: name === standard ? null : name })}
          aria-current={name === chosen ? "true" : undefined}
          safe
        >
          {words}
        </a>
      ))}
    </nav>
  );
}

function Spelling({
  parameters,
  found,
}: {
  parameters: URLSearchParams;
  found: SearchView;
}): JSX.Element {
  const { corrected_query: corrected, match, match_quality: quality } = found;
  if (corrected !== null) {
    return (
      <p>
        {"No dataset has these words as typed. Showing results for "}
        <a href={searchPath(parameters, { query: corrected })} safe>
          {corrected}
        </a>
      </p>
    );
  }
  if (quality === "weak") return <p>Nothing matches well. These are the nearest datasets.</p>;
  if (match !== "partial") return "";
  return <p class="muted">Few datasets have all words; those with most of them follow.</p>;
}

/** Suggests filters to remove, and the nearest results. */
function Nothing({
  parameters,
  found,
}: {
  parameters: URLSearchParams;
  found: SearchView;
}): JSX.Element {
  const { drop = [], nearest = [] } = found.suggestions ?? {};
  return (
    <div class="stack-m">
      <Empty title="No dataset matches" text="Remove a word or filter, or post a data request.">
        {drop.map(({ kind, name, total }) => (
          <a class="button plain" href={pathWithout(parameters, kind, name)}>
            <Foreign
              text={`Without ${kind === "filter" ? (filterLabels[name] ?? name) : `“${name}”`}`}
            />
            <span class="muted" safe>{` ${formatCount(total)}`}</span>
          </a>
        ))}
        <a class="button plain" href="/datasets">
          All datasets
        </a>
        <a class="button plain" href={mailPath(parameters)}>
          Mail me when one is published
        </a>
        <a class="button plain" href="/account/requests/new">
          Post a data request
        </a>
      </Empty>
      {nearest.length > 0 && (
        <section class="stack-s">
          <h2>Nearest</h2>
          <ul class="bullets">
            {nearest.map(({ id, title }) => (
              <li>
                <a href={datasetPath(id)}>
                  <Foreign text={title} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function pathWithout(parameters: URLSearchParams, kind: "filter" | "word", name: string): string {
  if (kind === "filter") return searchPath(parameters, { [name]: null });
  const words = (parameters.get("query") ?? "").split(/\s+/);
  const kept = words.filter((word) => word.toLowerCase() !== name.toLowerCase()).join(" ");
  return searchPath(parameters, { query: kept === "" ? null : kept });
}

function feedPath(parameters: URLSearchParams): string {
  return searchPath(parameters, { sort: null }).replace("/datasets", "/datasets.atom");
}

/** The form that saves this search, filled in with it. */
function mailPath(parameters: URLSearchParams): string {
  const search = searchPath(parameters, { sort: null }).replace("/datasets", "");
  return `/account/saved-searches/new${search}`;
}

function nextPath(parameters: URLSearchParams, cursor: string): string {
  return searchPath(parameters, { cursor });
}

function totalWords({ total, total_is_exact: isExact }: SearchView["pagination"]): string {
  const words = counted(total, "dataset");
  return isExact ? words : `More than ${words}`;
}
