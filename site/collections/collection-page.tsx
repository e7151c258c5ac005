import type { DatasetItem } from "../../market/catalogue/schemas.ts";
import type { CollectionView } from "../../market/collection/schemas.ts";
import { counted } from "../../market/counted.ts";
import { ReportLink } from "../account/reports/report-link.tsx";
import { FollowForm } from "../catalogue/follow-form.tsx";
import { DatasetTiles, type Thumbnails } from "../catalogue/tile/dataset-tile.tsx";
import { Layout } from "../kit/layout.tsx";
import type { PageWanted } from "../kit/paging.ts";
import { Empty, Foreign, Time } from "../kit/parts.tsx";
import { Pager } from "../kit/table.tsx";
import { SellerLogo } from "../sellers/seller-logo.tsx";

type Props = {
  collection: CollectionView;
  datasets: DatasetItem[];
  thumbnails: Thumbnails;
  now: Date;
  url: URL;
  wanted: PageWanted;
};

export function PublicCollectionPage(props: Props): JSX.Element {
  const { collection, wanted } = props;
  const { title, description, seller } = collection;
  return (
    <Layout
      title={`${title} – collection`}
      description={
        description ?? `A collection of ${counted(props.collection.datasets_on_sale, "dataset")}.`
      }
      kind="catalogue"
      head={<Head collection={collection} isPage={wanted.offset > 0} />}
    >
      <div class="stack">
        <div class="stack-s">
          <nav class="crumbs" aria-label="Where this is">
            <a href="/datasets">Datasets</a>
            {" / Collection"}
          </nav>
          <h1>
            <Foreign text={title} />
          </h1>
          <p class="muted">
            {seller !== null && (
              <>
                <SellerLogo id={seller.id} size="small" />
                {" Curated by "}
                <a href={`/sellers/${seller.id}`}>
                  <Foreign text={seller.name} />
                </a>
                {" · "}
              </>
            )}
            {"Changed "}
            <Time at={collection.updated_at} day />
          </p>
          {description !== null && (
            <p class="seller-about">
              <Foreign text={description} />
            </p>
          )}
          <FollowForm target="collection" id={collection.id} followers={collection.followers} />
          <p class="small">
            <ReportLink kind="collection" id={collection.id} />
          </p>
        </div>
        <Datasets {...props} />
      </div>
    </Layout>
  );
}

function Head({ collection, isPage }: { collection: CollectionView; isPage: boolean }) {
  return (
    <>
      <link rel="canonical" href={collection.links.self} />
      {isPage && <meta name="robots" content="noindex, follow" />}
      <link rel="alternate" type="application/json" href={collection.links.self} />
    </>
  );
}

function Datasets({ collection, datasets, thumbnails, now, url, wanted }: Props): JSX.Element {
  const { datasets_on_sale: onSale, datasets_withdrawn: withdrawn } = collection;
  return (
    <section class="stack-s" aria-labelledby="datasets">
      <h2 id="datasets" safe>
        {counted(onSale, "dataset")}
      </h2>
      {datasets.length === 0 ? (
        <Empty title="Nothing is on sale" text="None of its datasets is on sale right now." />
      ) : (
        <>
          <DatasetTiles {...{ datasets, thumbnails, now }} />
          <Pager url={url} {...wanted} total={onSale} />
        </>
      )}
      {withdrawn > 0 && (
        <p class="small muted" safe>
          {withdrawn === 1
            ? "1 more dataset in it is no longer on sale."
            : `${counted(withdrawn, "more dataset")} in it are no longer on sale.`}
        </p>
      )}
      {onSale > 0 && (
        <p>
          <a href={`/datasets?collection=${collection.id}`}>Search and filter them</a>
        </p>
      )}
    </section>
  );
}
