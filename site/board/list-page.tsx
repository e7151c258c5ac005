import { counted } from "../../market/counted.ts";
import type { DataRequestsView, DataRequestView } from "../../market/request/schemas.ts";
import { ErrorSummary } from "../kit/fields.tsx";
import type { FieldErrors } from "../kit/form.ts";
import { formatCount } from "../kit/format.ts";
import { Layout } from "../kit/layout.tsx";
import type { PageWanted } from "../kit/paging.ts";
import { Empty, Foreign, Time } from "../kit/parts.tsx";
import { Pager, Table } from "../kit/table.tsx";
import { Prize } from "./bounty-card.tsx";
import { type FilterFields, FilterForm, filterLabels } from "./filters.tsx";
import { Budget, RequestState } from "./parts.tsx";
import { categoryWords } from "./words.ts";

const SUMMARY =
  "Data that buyers need and did not find on sale. Sellers answer with a dataset, and the buyer decides, or a bounty pays what passes its conditions.";

export function BoardPage(props: {
  url: URL;
  currency: string;
  fields: FilterFields;
  errors: FieldErrors;
  wanted: PageWanted;
  /** Null: the filters are invalid. */
  found: DataRequestsView | null;
}): JSX.Element {
  const { url, currency, fields, errors, wanted, found } = props;
  return (
    <Layout title="Data requests" description={SUMMARY} kind="wide">
      <div class="stack">
        <div class="stack-s">
          <h1>Data requests</h1>
          <p class="lead">{SUMMARY}</p>
          <p>
            Looking for data yourself? <a href="/account/requests/new">Post a request</a>
          </p>
        </div>
        <ErrorSummary errors={errors} labels={filterLabels} />
        <FilterForm {...{ fields, errors, currency }} />
        {found && <Found {...{ url, wanted, found }} />}
      </div>
    </Layout>
  );
}

function Found(props: { url: URL; wanted: PageWanted; found: DataRequestsView }): JSX.Element {
  const { url, wanted, found } = props;
  const { total, total_is_exact } = found.pagination;
  if (total === 0) {
    return (
      <Empty
        title="No such request"
        text="No request matches at the moment. Remove a filter, or try again later."
      />
    );
  }
  return (
    <>
      {!total_is_exact && (
        <p
          class="muted"
          safe
        >{`More than ${counted(total, "request matches", "requests match")}.`}</p>
      )}
      <Table
        caption="Data requests"
        columns={[
          "Requested data",
          "Category",
          "Ends",
          { label: "Answers", kind: "number" },
          { label: "Budget or prize", kind: "number" },
        ]}
        rows={found.items.map(cells)}
      />
      <Pager url={url} {...wanted} total={total} order="ranked" />
    </>
  );
}

function cells(request: DataRequestView): JSX.Element[] {
  const { id, status, title, poster, category, answer_count, ended_at, expires_at } = request;
  return [
    <span class="lines">
      <a href={`/requests/${id}`}>
        <Foreign text={title} />
      </a>
      <span class="muted small">
        by <Foreign text={poster.name} />
      </span>
      {status !== "open" && <RequestState request={request} />}
    </span>,
    <span safe>{categoryWords(category)}</span>,
    <Time at={ended_at ?? expires_at} day />,
    formatCount(answer_count),
    request.bounty === null ? (
      <Budget request={request} />
    ) : (
      <Prize bounty={request.bounty} currency={request.currency} />
    ),
  ];
}
