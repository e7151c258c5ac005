import { type DataRequestState, dataRequestStates } from "../../../db/vocabulary/request.ts";
import type { OwnDataRequestView } from "../../../market/request/schemas.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { Budget, RequestState } from "../../board/parts.tsx";
import { requestStateWords } from "../../board/words.ts";
import { formatCount } from "../../kit/format.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { up } from "../subjects/standing.tsx";

export function RequestsPage(props: {
  frame: Frame;
  wanted: PageWanted & { status: DataRequestState | undefined };
  page: PageOf<OwnDataRequestView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Data requests"
      lead="Requests and their posters' pseudonyms are public. Remove requests or answers that break the rules here."
      up={up}
    >
      <StateFilters
        label="Data requests by state"
        path="/admin/requests"
        states={dataRequestStates}
        words={requestStateWords}
        current={wanted.status}
      />
      {page.total === 0 ? (
        <Empty title="None" text="Requests appear here as soon as they are posted." />
      ) : (
        <>
          <Table
            caption="Data requests, newest first"
            columns={[
              "Title",
              "State",
              "Posted",
              { label: "Answers", kind: "number" },
              { label: "Budget", kind: "number" },
            ]}
            rows={page.items.map(cells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cells(request: OwnDataRequestView): JSX.Element[] {
  const { id, title, poster, created_at, answer_count } = request;
  return [
    <span class="lines">
      <a href={`/admin/requests/${id}`}>
        <Foreign text={title} />
      </a>
      <span class="muted small">
        posted by <Foreign text={poster.name} />
      </span>
    </span>,
    <RequestState request={request} />,
    <Time at={created_at} />,
    formatCount(answer_count),
    <Budget request={request} />,
  ];
}
