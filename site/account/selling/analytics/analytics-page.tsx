/** How a seller's datasets are used, and what nobody offers yet. */
import {
  UNMET_SEARCH_CALLERS_MIN,
  UNMET_SEARCH_DAYS_MAX,
} from "../../../../market/analytics/limits.ts";
import {
  type AnalyticsView,
  analyticsPeriods,
  type FiguresView,
  type UnmetSearchesView,
} from "../../../../market/analytics/schemas.ts";
import { LineChart } from "../../../catalogue/charts/line-chart.tsx";
import { formatCount, formatShare } from "../../../kit/format.ts";
import { Card, Empty, Figures, Foreign, Money } from "../../../kit/parts.tsx";
import { CursorPager, Table } from "../../../kit/table.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { type AnalyticsFilter, analyticsPath } from "./filter.ts";

type AnalyticsProps = {
  frame: Frame;
  filter: AnalyticsFilter;
  byDay: AnalyticsView;
  byDataset: AnalyticsView;
  unmet: UnmetSearchesView;
  revenue: RecurringRevenueView;
};

type RecurringRevenueView = {
  subscribers: number;
  monthlyCents: number;
  pastDue: number;
  currency: string;
};

export function AnalyticsPage(props: AnalyticsProps): JSX.Element {
  const { frame, filter, byDay, byDataset, unmet, revenue } = props;
  const total = byDay.totals.find(({ days }) => days === filter.days);
  const hasListings = byDataset.items.length > 0 || frame.url.searchParams.has("cursor");
  return (
    <AccountLayout
      frame={frame}
      title="Analytics"
      lead="How people and agents find and use your datasets. Counted by day (UTC), without personal data."
    >
      {!hasListings || total === undefined ? (
        <Empty
          title={filter.datasetId === undefined ? "No dataset on sale yet" : "No such dataset"}
          text="Figures appear here once you have published a dataset."
        >
          <a class="button plain" href={filter.datasetId ? paths.analytics : paths.sell}>
            {filter.datasetId ? "All your datasets" : "Sell a dataset"}
          </a>
        </Empty>
      ) : (
        <>
          <Periods filter={filter} />
          {filter.datasetId !== undefined && <OneDataset {...{ filter, byDataset }} />}
          <Totals total={total} />
          <Recurring revenue={revenue} />
          <Days filter={filter} byDay={byDay} />
          {filter.datasetId === undefined && <Datasets {...{ frame, filter, byDataset }} />}
        </>
      )}
      <Demand {...{ filter, unmet }} />
      <HowCounted />
    </AccountLayout>
  );
}

function Periods({ filter }: { filter: AnalyticsFilter }): JSX.Element {
  return (
    <nav aria-label="Period">
      <ul class="filters">
        {analyticsPeriods.map((days) => (
          <li>
            <a
              href={analyticsPath({ ...filter, days })}
              aria-current={days === filter.days ? "true" : undefined}
              safe
            >
              {`${days} days`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OneDataset(props: Pick<AnalyticsProps, "filter" | "byDataset">): JSX.Element {
  const { filter, byDataset } = props;
  return (
    <p>
      Only <Foreign text={byDataset.items[0]?.dataset?.title ?? ""} />.{" "}
      <a href={analyticsPath({ ...filter, datasetId: undefined })}>All datasets</a>
    </p>
  );
}

const number = (count: number): JSX.Element => <span safe>{formatCount(count)}</span>;

/** "12 % of views"; empty without a step before. */
function shareOf(part: number, whole: number, step: string): { note?: string } {
  return whole === 0 ? {} : { note: `${formatShare(part, whole)} of ${step}` };
}

function Totals({ total }: { total: FiguresView }): JSX.Element {
  const { views, page_views, api_reads, samples, queries, downloads, purchases } = total;
  const looks = samples + queries;
  return (
    <Figures
      figures={[
        {
          label: "Views",
          value: number(views),
          note: `${formatCount(page_views)} pages, ${formatCount(api_reads)} by programs`,
        },
        { label: "Samples and queries", value: number(looks), ...shareOf(looks, views, "views") },
        { label: "Downloads", value: number(downloads), ...shareOf(downloads, views, "views") },
        {
          label: "Purchases",
          value: number(purchases),
          ...shareOf(purchases, looks, "samples and queries"),
        },
        {
          label: "Conversion",
          value: <span safe>{views === 0 ? "–" : formatShare(purchases, views)}</span>,
          note: "Purchases per view",
        },
      ]}
    />
  );
}

/** Nothing before the first subscriber. */
function Recurring({ revenue }: { revenue: RecurringRevenueView }): JSX.Element {
  const { subscribers, monthlyCents, pastDue, currency } = revenue;
  if (subscribers === 0) return "";
  return (
    <Figures
      figures={[
        { label: "Subscribers", value: number(subscribers) },
        {
          label: "Monthly recurring revenue",
          value: <Money cents={monthlyCents} currency={currency} />,
          note: "Before the fee; a year counts as twelve months",
        },
        { label: "Past due", value: number(pastDue) },
      ]}
    />
  );
}

const columns = ["Views", "Samples", "Queries", "Downloads", "Purchases"].map((label) => ({
  label,
  kind: "number" as const,
}));

const cellsOf = ({ views, samples, queries, downloads, purchases }: FiguresView): JSX.Element[] =>
  [views, samples, queries, downloads, purchases].map(number);

function Days({ filter, byDay }: { filter: AnalyticsFilter; byDay: AnalyticsView }): JSX.Element {
  const days = byDay.items.toReversed();
  const lines: [string, (of: FiguresView) => number][] = [
    ["Views", ({ views }) => views],
    ["Samples and queries", ({ samples, queries }) => samples + queries],
    ["Downloads", ({ downloads }) => downloads],
    ["Purchases", ({ purchases }) => purchases],
  ];
  return (
    <section class="card stack-s" aria-labelledby="by-day">
      <div class="section-head">
        <h2 id="by-day">By day</h2>
        <a href={analyticsPath(filter, { file: "day" })}>Export as CSV</a>
      </div>
      <LineChart
        label={`Use by day, the last ${filter.days} days`}
        times={days.map(({ day }) => Date.parse(day ?? ""))}
        lines={lines.map(([name, of]) => ({ name, values: days.map(of) }))}
        format={formatCount}
      />
      <details>
        <summary>As a table</summary>
        <Table
          caption="Use by day, the latest first"
          columns={["Day", ...columns]}
          rows={byDay.items.map((item) => [<span safe>{item.day ?? ""}</span>, ...cellsOf(item)])}
        />
      </details>
    </section>
  );
}

function Datasets(props: Pick<AnalyticsProps, "frame" | "filter" | "byDataset">): JSX.Element {
  const { frame, filter, byDataset } = props;
  return (
    <section class="card stack-s" aria-labelledby="by-dataset">
      <div class="section-head">
        <h2 id="by-dataset">By dataset</h2>
        <a href={analyticsPath(filter, { file: "dataset" })}>Export as CSV</a>
      </div>
      <Table
        caption={`Use by dataset, the last ${filter.days} days, the newest dataset first`}
        columns={["Dataset", ...columns]}
        rows={byDataset.items.map((item) => [
          <a href={analyticsPath({ ...filter, datasetId: item.dataset?.id })}>
            <Foreign text={item.dataset?.title ?? ""} />
          </a>,
          ...cellsOf(item),
        ])}
      />
      <CursorPager url={frame.url} nextCursor={byDataset.pagination.next_cursor} />
    </section>
  );
}

function Demand(props: Pick<AnalyticsProps, "filter" | "unmet">): JSX.Element {
  const { items } = props.unmet;
  return (
    <section class="card stack-s" aria-labelledby="demand">
      <div class="section-head">
        <h2 id="demand">Searches that found nothing</h2>
        {items.length > 0 && (
          <a href={analyticsPath(props.filter, { file: "searches" })}>Export as CSV</a>
        )}
      </div>
      <p class="muted" safe>
        {`What buyers looked for in the last ${UNMET_SEARCH_DAYS_MAX} days and did not find. Only words that at least ${UNMET_SEARCH_CALLERS_MIN} different callers searched are shown.`}
      </p>
      {items.length === 0 ? (
        <p class="muted">None so far.</p>
      ) : (
        <Table
          caption="Searches that found nothing, the most frequent first"
          columns={[
            "Words",
            { label: "Searches", kind: "number" },
            { label: "Days", kind: "number" },
            "Last searched",
          ]}
          rows={items.map(({ words, searches, days }) => [
            <Foreign text={words} />,
            number(searches),
            number(days.length),
            <span safe>{days[0]?.day ?? ""}</span>,
          ])}
        />
      )}
      <p>
        <a href="/requests">See what buyers ask for in data requests</a>
      </p>
    </section>
  );
}

function HowCounted(): JSX.Element {
  return (
    <Card title="How this is counted">
      <ul>
        <li>
          A view is a dataset's page opened in a browser, or its record read by a program. Opening
          another tab of the same dataset is not a new view. Known bots are left out.
        </li>
        <li>Your own visits count too, because public pages do not know who is signed in.</li>
        <li>A download is counted when we issue the file's download address.</li>
        <li>
          Nothing about visitors is stored. If a server crashes, a few seconds of counts can be
          lost.
        </li>
      </ul>
    </Card>
  );
}
