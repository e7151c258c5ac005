import { dataRequestStates } from "../../../db/vocabulary/request.ts";
import type { OwnDataRequestView } from "../../../market/request/schemas.ts";
import { Budget, RequestState } from "../../board/parts.tsx";
import { requestStateWords } from "../../board/words.ts";
import { formatCount } from "../../kit/format.ts";
import type { PageOf } from "../../kit/paging.ts";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { RequestsWanted } from "./use-cases.ts";

export function RequestsPage(props: {
  frame: Frame;
  wanted: RequestsWanted;
  page: PageOf<OwnDataRequestView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  const post = (
    <a class="button primary" href={`${paths.requests}/new`}>
      Post a request
    </a>
  );
  return (
    <AccountLayout
      frame={frame}
      title="Data requests"
      lead="Data that you and your agents need. Requests are public, under a pseudonym, and sellers answer them with datasets."
      action={page.total === 0 ? undefined : post}
    >
      <StateFilters
        label="Data requests by state"
        path={paths.requests}
        states={dataRequestStates}
        words={requestStateWords}
        current={wanted.status}
      />
      {page.total === 0 ? (
        <Empty
          title={wanted.status === undefined ? "No request yet" : "None"}
          text="Is the data that you need not on sale? Post a request, and sellers can offer it."
        >
          {post}
        </Empty>
      ) : (
        <>
          <Table
            caption="Your data requests, newest first"
            columns={[
              "Title",
              "State",
              "Ends",
              { label: "Answers", kind: "number" },
              { label: "Budget", kind: "number" },
            ]}
            rows={page.items.map(cells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
      <p>
        <a href={paths.answers}>Your seller agents' answers</a>
      </p>
    </AccountLayout>
  );
}

function cells(request: OwnDataRequestView): JSX.Element[] {
  return [
    <a href={`${paths.requests}/${request.id}`}>
      <Foreign text={request.title} />
    </a>,
    <RequestState request={request} />,
    <Time at={request.ended_at ?? request.expires_at} />,
    formatCount(request.answer_count),
    <Budget request={request} />,
  ];
}
