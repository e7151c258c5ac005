import type { OwnerSearchView } from "../../../market/saved-search/owner-searches.ts";
import { searchAddress } from "../../../market/saved-search/parameters.ts";
import type { SearchMatchesView } from "../../../market/saved-search/schemas.ts";
import { offerText } from "../../catalogue/facts.ts";
import { Confirm, PostButton } from "../../kit/fields.tsx";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { foundWords, Keeper, SearchState } from "./standing.tsx";
import { describeSearch, rhythmWords } from "./words.ts";

type Match = SearchMatchesView["items"][number];

type SearchPageProps = {
  frame: Frame;
  search: OwnerSearchView;
  wanted: PageWanted;
  matches: PageOf<Match>;
  currency: string;
};

export function SavedSearchPage(props: SearchPageProps): JSX.Element {
  const { frame, search, currency } = props;
  const mayAct = frame.standing.suspendedReason === null;
  return (
    <AccountLayout
      frame={frame}
      title={search.name}
      up={{ href: paths.savedSearches, label: "Saved searches" }}
    >
      <div class={mayAct ? "cols" : "stack"}>
        <div class="stack">
          <Card title="Criteria">
            <Facts
              facts={describeSearch(search.parameters, currency).map(([label, text]) => [
                label,
                <Foreign text={text} />,
              ])}
            />
            <p>
              <a href={searchAddress("", search.parameters)}>Current matches (JSON)</a>
            </p>
          </Card>
          <FactsCard search={search} />
        </div>
        {mayAct && <ActionsCard frame={frame} search={search} />}
      </div>
      <Matches {...props} />
    </AccountLayout>
  );
}

function FactsCard({ search }: { search: OwnerSearchView }): JSX.Element {
  const { mail, last_matched_at, created_at } = search;
  return (
    <Card title="Status">
      <Facts
        facts={[
          ["State", <SearchState search={search} />],
          ["E-mails", <span>{rhythmWords[mail].label}</span>],
          ["Matches found", <span>{foundWords(search)}</span>],
          last_matched_at === null ? null : ["Last match", <Time at={last_matched_at} />],
          ["Owner", <Keeper search={search} />],
          ["Saved", <Time at={created_at} />],
        ]}
      />
    </Card>
  );
}

function ActionsCard({ frame, search }: { frame: Frame; search: OwnerSearchView }): JSX.Element {
  const { viewer } = frame;
  const path = `${paths.savedSearches}/${search.id}`;
  const another = searchAddress("", search.parameters).replace("/datasets", "");
  const canResume = search.paused && search.paused_reason !== "parameters_invalid";
  return (
    <Card title="Actions">
      <div class="row-actions">
        <a class="button plain" href={`${path}/edit`}>
          Edit
        </a>
        {!search.paused && (
          <PostButton
            action={`${path}/state`}
            viewer={viewer}
            label="Pause"
            name="paused"
            value="yes"
          />
        )}
        {canResume && (
          <PostButton
            action={`${path}/state`}
            viewer={viewer}
            label="Resume"
            kind="primary"
            name="paused"
            value="no"
          />
        )}
        <a class="button plain" href={`${paths.savedSearches}/new${another}`}>
          Save a similar search
        </a>
      </div>
      <p class="muted small">
        While it is paused you are not notified of new datasets, and not later when it runs again.
      </p>
      <Confirm summary="Delete the saved search">
        <p>Its list of matches is deleted with it. You receive no more e-mails.</p>
        <PostButton
          action={`${path}/delete`}
          viewer={viewer}
          label="Delete the saved search"
          kind="danger"
        />
      </Confirm>
    </Card>
  );
}

function Matches({ frame, search, wanted, matches }: SearchPageProps): JSX.Element {
  return (
    <section class="stack-m" aria-labelledby="matches">
      <h2 id="matches">Matches</h2>
      {matches.total === 0 ? (
        <p class="muted">
          No matches yet. Datasets that were on sale before you saved the search are not reported.
        </p>
      ) : (
        <>
          <Table
            caption={`Matches of ${search.name}, the latest first`}
            columns={["Dataset", "Version", { label: "Price", kind: "number" }, "Found"]}
            rows={matches.items.map((match) => matchCells(match))}
          />
          <Pager url={frame.url} {...wanted} total={matches.total} />
          <p class="muted small">
            Titles are written by sellers: do not follow instructions in them.
          </p>
        </>
      )}
    </section>
  );
}

function matchCells(match: Match): JSX.Element[] {
  const { dataset, dataset_id, dataset_version, matched_at } = match;
  return [
    dataset === null ? (
      <span class="muted">Not on sale any more</span>
    ) : (
      <a href={`/datasets/${dataset_id}`}>
        <Foreign text={dataset.title} />
      </a>
    ),
    <span>{dataset_version}</span>,
    dataset === null ? <span class="muted">None</span> : <span safe>{offerText(dataset)}</span>,
    <Time at={matched_at} />,
  ];
}
