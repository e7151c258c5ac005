import { firstCharacters } from "../../../market/characters.ts";
import type { MatchView, OwnDataRequestView } from "../../../market/request/schemas.ts";
import { SAVED_SEARCH_NAME_CHARS_MAX } from "../../../market/saved-search/limits.ts";
import { offerText } from "../../catalogue/facts.ts";
import { Empty, Foreign } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

const unmetWords: Record<MatchView["unmet"][number], string> = {
  budget: "costs more",
  category: "another category",
  columns: "not all columns",
  formats: "another format",
  min_rows: "fewer rows",
};

export function MatchesPage(props: {
  frame: Frame;
  request: OwnDataRequestView;
  matches: MatchView[];
}): JSX.Element {
  const { frame, request, matches } = props;
  return (
    <AccountLayout
      frame={frame}
      title="What is on sale"
      lead="Search results for your request, best match first."
      up={{ href: `${paths.requests}/${request.id}`, label: "The request" }}
      action={
        <a class="button plain" href={savePath(request)}>
          Save it as a search
        </a>
      }
    >
      {matches.length === 0 ? (
        <Empty
          title="No matches"
          text="No dataset on sale has the words of the request's title. Sellers can still answer."
        />
      ) : (
        <Table
          caption="Datasets that may fit, best match first"
          columns={["Dataset", "Unmet criteria", { label: "Price", kind: "number" }]}
          rows={matches.map(cells)}
        />
      )}
    </AccountLayout>
  );
}

/**
 * A link to the saved-search form with the request's title, because the matches come from its words
 * only.
 */
function savePath({ title }: OwnDataRequestView): string {
  const name = firstCharacters(title, SAVED_SEARCH_NAME_CHARS_MAX);
  return `${paths.savedSearches}/new?${new URLSearchParams({ query: title, name })}`;
}

function cells({ dataset, unmet }: MatchView): JSX.Element[] {
  const { id, title } = dataset;
  return [
    <a href={`/datasets/${id}`}>
      <Foreign text={title} />
    </a>,
    <span safe>
      {unmet.length === 0 ? "Nothing" : unmet.map((wish) => unmetWords[wish]).join(", ")}
    </span>,
    <span safe>{offerText(dataset)}</span>,
  ];
}
