import type { VersionList } from "../../../market/catalogue/read-for-page.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import type { ReviewsView } from "../../../market/review/schemas.ts";
import type { RelatedDatasets } from "../../../market/search/joinable/list-related.ts";
import { categories } from "../../../market/vocabulary.ts";
import { formatCount } from "../../kit/format.ts";
import { Layout } from "../../kit/layout.tsx";
import { Badge, Card, Foreign, Time } from "../../kit/parts.tsx";
import { DatasetReviews } from "../../reviews/dataset-reviews.tsx";
import { ratingText } from "../../reviews/stars.tsx";
import { Script } from "../../scripts/script.tsx";
import { datasetPath } from "../facts.ts";
import { About } from "./about.tsx";
import { ColumnPager } from "./column-pager.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import { Correlations } from "./correlations.tsx";
import { Jumps } from "./jumps.tsx";
import { Cheaper, OfferBox } from "./offer-box.tsx";
import { PageHead } from "./page-head.tsx";
import { QualityCard } from "./quality-card.tsx";
import { Joinable, SameFile } from "./related.tsx";
import { SampleCard, type SampleCardProps } from "./sample-card.tsx";
import { TableChoice } from "./table-choice.tsx";
import { UseIt } from "./use-it.tsx";
import { Versions } from "./versions.tsx";

export type DatasetPageProps = SampleCardProps & {
  /** The reviews on this page; a preview has none. */
  reviews?: ReviewsView;
  /** The cursor at which the reviews continue; undefined: they are the latest. */
  reviewsFrom?: string | undefined;
  /** A preview has none. */
  related?: RelatedDatasets;
  /** A preview shows only its own version. */
  versions?: VersionList;
  /** The description as HTML. */
  prose: string;
  baseUrl: string;
  mcpUrl: string;
  /** Whether the page loads the script that keeps an auction up to date. */
  followsAuction?: boolean;
  /** Shown above everything else: the notice for a seller who previews a draft. */
  banner?: JSX.Element;
};

export function DatasetPage(props: DatasetPageProps): JSX.Element {
  const { dataset, profile, mcpUrl } = props;
  const head = (
    <>
      <PageHead dataset={dataset} baseUrl={props.baseUrl} />
      {props.followsAuction && <Script name="auction.js" />}
    </>
  );
  const summary = dataset.description.slice(0, 200);
  return (
    <Layout title={dataset.title} description={summary} kind="catalogue" head={head}>
      <div class="stack">
        {props.banner ?? ""}
        <Heading dataset={dataset} />
        <Jumps page={props} />
        <div class="dataset">
          <div class="stack offer">
            <OfferBox dataset={dataset} />
            <Cheaper dataset={dataset} />
            {props.related && <SameFile dataset={dataset} related={props.related} />}
          </div>
          <div class="stack body">
            <About dataset={dataset} profile={profile} prose={props.prose} />
            <TableChoice dataset={dataset} table={props.table} />
            <Columns {...props} />
            <SampleCard {...props} />
            {profile && <Correlations profile={profile} />}
            <Versions dataset={dataset} versions={props.versions} />
            {props.related && <Joinable dataset={dataset} related={props.related} />}
            {props.reviews && (
              <DatasetReviews
                dataset={dataset}
                reviews={props.reviews}
                isOlder={props.reviewsFrom !== undefined}
              />
            )}
            <UseIt dataset={dataset} baseUrl={props.baseUrl} mcpUrl={mcpUrl} />
          </div>
          <aside class="stack side-cards" aria-label="Quality and more">
            {profile && <QualityCard quality={profile.quality} />}
            <More dataset={dataset} isPublic={props.reviews !== undefined} />
          </aside>
        </div>
      </div>
    </Layout>
  );
}

function Heading({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { category, title, seller, tags, license, updated_at: updated } = dataset;
  const name = categories.find(({ id }) => id === category)?.name ?? category;
  return (
    <div class="stack-s">
      <nav class="crumbs" aria-label="Where this is">
        <a href="/datasets">Datasets</a>
        {" / "}
        <a href={`/datasets?category=${category}`} safe>
          {name}
        </a>
      </nav>
      <h1>
        <Foreign text={title} />
      </h1>
      <p class="muted">
        {"By "}
        <a href={`/sellers/${seller.id}`}>
          <Foreign text={seller.name} />
        </a>{" "}
        {seller.identity_checked && <Badge tone="good" label="identity checked" />}
        {" · updated "}
        <Time at={updated} day />
        {dataset.rating.mean !== null && (
          <>
            {" · "}
            <a href="#reviews" safe>
              {ratingText(dataset.rating) ?? ""}
            </a>
          </>
        )}
        {license !== null && (
          <>
            {" · licence "}
            <Foreign text={dataset.license_id ?? license} />
          </>
        )}
      </p>
      {tags.length > 0 && (
        <ul class="tags" aria-label="Tags">
          {tags.map((tag) => (
            <li>
              <a href={`/datasets?tags=${encodeURIComponent(tag)}`} safe>
                {tag}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Columns({ dataset, profile, shown, table }: DatasetPageProps): JSX.Element {
  if (profile === null) {
    const reason = dataset.no_sample?.detail ?? "This table is too wide to show here.";
    return (
      <Card title="Columns">
        <p safe>{reason}</p>
        <p>
          <a href={`${datasetPath(dataset.id)}/profile`}>The profile as JSON</a>
        </p>
      </Card>
    );
  }
  return (
    <section class="stack-s" id="columns">
      <h2>
        Columns{" "}
        <span class="muted" safe>
          {formatCount(profile.column_count)}
        </span>
      </h2>
      <ColumnsTable
        columns={profile.columns}
        rows={profile.row_count}
        descriptions={table === undefined ? descriptionsOf(dataset) : new Map()}
      />
      <ColumnPager {...{ dataset, shown, table }} total={profile.column_count} />
    </section>
  );
}

/** For the default table only, because other tables may have columns of the same names. */
function descriptionsOf({ columns }: DatasetDetail): Map<string, string> {
  return new Map(
    columns.flatMap(({ name, description }) =>
      description === undefined ? [] : [[name, description]],
    ),
  );
}

/** A preview has no public address, and cannot be reported. */
function More(props: { dataset: DatasetDetail; isPublic: boolean }): JSX.Element {
  const { id, links } = props.dataset;
  const path = datasetPath(id);
  return (
    <section class="card stack-s">
      <h2>More</h2>
      <ul class="bullets">
        <li>
          <a href={`/datasets?joinable_with=${id}`}>Search datasets that share a key</a>
        </li>
        <li>
          <a href={`/account/messages/to/${id}`} rel="nofollow">
            Ask the seller
          </a>
          , through your agent or your account
        </li>
        <li>
          {"For machines: "}
          <a href={`${path}/profile`}>the profile as JSON</a>
          {", "}
          <a href={`${path}/croissant`}>Croissant</a>
          {links.parquet !== undefined && (
            <>
              {", "}
              <a href={links.parquet}>the table as Parquet</a>
            </>
          )}
          {links.files !== undefined && (
            <>
              {", "}
              <a href={links.files}>the list of files</a>
            </>
          )}
        </li>
        {props.isPublic && (
          <li>
            <a href={`/report/dataset/${id}`} rel="nofollow">
              Report this dataset
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}
