import type { OwnerSearchView } from "../../../market/saved-search/owner-searches.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { foundWords, SearchState } from "./standing.tsx";
import { rhythmWords, searchSummary } from "./words.ts";

type ListProps = {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<OwnerSearchView>;
  currency: string;
};

export function SavedSearchesPage({ frame, wanted, page, currency }: ListProps): JSX.Element {
  const create = frame.standing.suspendedReason === null && (
    <a class="button primary" href={`${paths.savedSearches}/new`}>
      Save a search
    </a>
  );
  return (
    <AccountLayout
      frame={frame}
      title="Saved searches"
      lead="Your saved searches and your agents'. You are notified when a matching dataset goes on sale."
      action={page.total > 0 && create ? create : undefined}
    >
      {page.total === 0 ? (
        <Empty
          title="No saved search yet"
          text="Save a search, and we e-mail you when a matching dataset or version goes on sale. Your agents get events."
        >
          {create}
        </Empty>
      ) : (
        <>
          <Table
            caption="Saved searches, newest first"
            columns={["Search", "State", "E-mails", "Matches", "Last match"]}
            rows={page.items.map((search) => searchCells(search, currency))}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function searchCells(search: OwnerSearchView, currency: string): JSX.Element[] {
  const { id, name, agent_name, parameters, mail, last_matched_at } = search;
  return [
    <span class="lines">
      <a href={`${paths.savedSearches}/${id}`}>
        <Foreign text={name} />
      </a>
      <span class="muted small">
        <Foreign text={searchSummary(parameters, currency)} />
      </span>
      {agent_name !== null && (
        <span class="muted small">
          of your agent <Foreign text={agent_name} />
        </span>
      )}
    </span>,
    <SearchState search={search} />,
    <span>{rhythmWords[mail].label}</span>,
    <span>{foundWords(search)}</span>,
    last_matched_at === null ? (
      <span class="muted">None yet</span>
    ) : (
      <Time at={last_matched_at} day />
    ),
  ];
}
