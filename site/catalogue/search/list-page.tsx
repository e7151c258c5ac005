import { counted } from "../../../market/counted.ts";
import type { SearchView } from "../../../market/search/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { Icon } from "../../kit/icons.tsx";
import { Layout } from "../../kit/layout.tsx";
import { PartLinks } from "../../kit/part-links.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { Snippet } from "../../scripts/copyable.tsx";
import { Script } from "../../scripts/script.tsx";
import { datasetPath, offerText } from "../facts.ts";
import type { Thumbnails } from "../tile/dataset-tile.tsx";
import { filtersIn, keptBeside, searchLink, searchPath } from "./address.ts";
import { FacetList } from "./facets.tsx";
import { FilterForm } from "./filter-form.tsx";
import { Hits } from "./hit.tsx";
import { mcpCallOf } from "./mcp-call.ts";
import type { ReadSearch } from "./read-search.ts";
import { chipText, filterLabels, moneyWords, sortWords, valuesOf } from "./words.ts";

const SUMMARY =
  "Search datasets by words, columns, price and quality. Every figure is computed from the file.";

export type CatalogueProps = {
  search: ReadSearch;
  found: SearchView;
  thumbnails: Thumbnails;
  baseUrl: string;
  currency: string;
  now: Date;
};

export function CataloguePage(props: CatalogueProps): JSX.Element {
  const { search, found, now, currency } = props;
  const { parameters } = search;
  const words = parameters.get("query") ?? "";
  const filters = filtersIn(parameters);
  return (
    <Layout
      title={words === "" ? "Datasets" : `${words} – datasets`}
      description={SUMMARY}
      kind="catalogue"
      search={{ words, others: keptBeside(parameters, ["query"]) }}
      head={<Head {...props} />}
    >
      <div class="stack">
        <div class="stack-s">
          <h1>Datasets</h1>
          <Chips {...{ search, found, currency }} />
        </div>
        <div class="results">
          <details class="narrowing">
            <summary class="button plain" safe>
              {filters.length === 0 ? "Filters" : `Filters (${filters.length})`}
            </summary>
            <div class="stack-s">
              {found.facets && (
                <FacetList facets={found.facets} {...{ parameters, now, currency }} />
              )}
              <FilterForm parameters={parameters} />
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

/** The filters in use, each with a link that removes it, and the filters read from the words. */
function Chips(props: Pick<CatalogueProps, "search" | "found" | "currency">): JSX.Element {
  const { search, found, currency } = props;
  const { parameters, faults } = search;
  const money = moneyWords(currency);
  const filters = filtersIn(parameters);
  const read = found.interpreted.filter(({ applied }) => applied);
  if (filters.length + read.length + faults.length === 0) return "";
  return (
    <>
      <ul class="chips" aria-label="Filters in use">
        {filters.map((name) => (
          <Chip
            {...searchLink(parameters, { [name]: null })}
            action="Remove "
            text={chipText(name, valuesOf(parameters, name), money)}
          />
        ))}
        {read.map(({ filter, value, words }) => (
          <Chip
            {...searchLink(parameters, { interpret: "false" })}
            action="Search these words without filters: "
            text={`${chipText(filter, [String(value)], money)} (“${words}”)`}
          />
        ))}
        {filters.length > 1 && (
          <li>
            <a class="clear" href={searchPath(onlyWords(parameters), {})}>
              Clear all
            </a>
          </li>
        )}
      </ul>
      {faults.map(({ name, value, reason }) => (
        <p class="error">
          <Foreign text={`${filterLabels[name] ?? name} “${value}” was left out: ${reason}`} />
        </p>
      ))}
    </>
  );
}

function Chip(props: { href: string; rel?: string; action: string; text: string }): JSX.Element {
  const { href, rel, action, text } = props;
  return (
    <li>
      <a href={href} rel={rel}>
        <span class="unseen" safe>
          {action}
        </span>
        <Foreign text={text} />
        <Icon name="cross" />
      </a>
    </li>
  );
}

function onlyWords(parameters: URLSearchParams): URLSearchParams {
  const kept = ["query", "sort"].flatMap((name) =>
    parameters.getAll(name).map((value) => [name, value]),
  );
  return new URLSearchParams(kept);
}

function Found({ search, found, thumbnails, baseUrl, now }: CatalogueProps): JSX.Element {
  const { parameters } = search;
  const { items, pagination } = found;
  if (items.length === 0) return <Nothing {...{ parameters, found }} />;
  const next = pagination.next_cursor;
  const isFirst = !parameters.has("cursor") && pagination.offset === 0;
  return (
    <div class="stack-m">
      <div class="results-bar">
        <p role="status">
          <b safe>{totalWords(pagination)}</b>
        </p>
        <SaveSearch parameters={parameters} />
        <Sorts parameters={parameters} />
      </div>
      <Spelling {...{ parameters, found }} />
      <Hits hits={items} {...{ thumbnails, now }} />
      <PartLinks
        of="Pages"
        before={
          parameters.has("cursor")
            ? { label: "First page", href: searchPath(parameters, {}) }
            : null
        }
        after={next === null ? null : { label: "Next page", href: nextPath(parameters, next) }}
        shown={
          isFirst && next !== null
            ? `1 to ${formatCount(items.length)} of ${totalWords(pagination)}`
            : ""
        }
      />
      <SameSearch {...{ parameters, baseUrl }} />
    </div>
  );
}

/** Saves the search at once for people who are signed in; others sign in and fill in a form. */
function SaveSearch({ parameters }: { parameters: URLSearchParams }): JSX.Element {
  if (onlyWords(parameters).get("query") === null && filtersIn(parameters).length === 0) return "";
  const search = new URLSearchParams(keptBeside(parameters, ["sort", "facets", "limit"]));
  return (
    <form method="post" action="/account/saved-searches/save">
      <input type="hidden" name="search" value={search.toString()} />
      <button class="button plain small-button" type="submit">
        <Icon name="bell" />
        Save this search
      </button>
    </form>
  );
}

/** The same search for programs: as a feed, an API call and an MCP call. */
function SameSearch(props: { parameters: URLSearchParams; baseUrl: string }): JSX.Element {
  const { parameters, baseUrl } = props;
  const { name, arguments: given } = mcpCallOf(parameters);
  return (
    <section class="card stack-s" aria-labelledby="same-search">
      <h2 id="same-search">Use this search elsewhere</h2>
      <p class="small">
        <a href={feedPath(parameters)}>Atom feed</a>
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
  const offered = sortWords.filter(([name]) => parameters.has("query") || name !== "relevance");
  return (
    <form class="sorts" method="get" action="/datasets">
      {keptBeside(parameters, ["sort"]).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <label for="sort">Sort by</label>
      <select id="sort" name="sort" data-apply>
        {offered.map(([name, words]) => (
          <option value={name} selected={name === chosen} safe>
            {words}
          </option>
        ))}
      </select>
      <button class="button plain small-button" type="submit">
        Apply
      </button>
    </form>
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

/** What could be tried instead: other searches, the nearest datasets, a notice or a data request. */
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
      <div class="card stack-m">
        <h2>No dataset matches</h2>
        <ul class="tries">
          {drop.map(({ kind, name, total }) => (
            <li>
              <a href={pathWithout(parameters, kind, name)}>
                <Foreign
                  text={`Without ${kind === "filter" ? (filterLabels[name] ?? name) : `“${name}”`}`}
                />
              </a>
              <span class="muted" safe>{` ${counted(total, "dataset")}`}</span>
            </li>
          ))}
          <li>
            <a href="/datasets">All datasets</a>
          </li>
        </ul>
        {nearest.length > 0 && (
          <>
            <h3>Nearest</h3>
            <ul class="tries">
              {nearest.map((dataset) => (
                <li>
                  <a href={datasetPath(dataset.id)}>
                    <Foreign text={dataset.title} />
                  </a>
                  <span class="muted" safe>{` ${offerText(dataset)}`}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div class="card stack-m">
        <h2>Nothing fits?</h2>
        <p>
          Save the search, and we e-mail you when a matching dataset goes on sale. Or post a data
          request: sellers see it and answer with a dataset.
        </p>
        <div class="actions">
          <SaveSearch parameters={parameters} />
          <a class="button plain" href="/account/requests/new">
            Post a data request
          </a>
        </div>
      </div>
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

function nextPath(parameters: URLSearchParams, cursor: string): string {
  return searchPath(parameters, { cursor });
}

function totalWords({ total, total_is_exact: isExact }: SearchView["pagination"]): string {
  const words = counted(total, "dataset");
  return isExact ? words : `More than ${words}`;
}
