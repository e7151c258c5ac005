/** All public collections of a seller. */
import type { CollectionView } from "../../market/collection/schemas.ts";
import { Layout } from "../kit/layout.tsx";
import type { PageWanted } from "../kit/paging.ts";
import { Empty, Foreign } from "../kit/parts.tsx";
import { Pager } from "../kit/table.tsx";
import { CollectionList } from "./list.tsx";

type Props = {
  seller: { id: string; name: string };
  collections: CollectionView[];
  total: number;
  url: URL;
  wanted: PageWanted;
};

export function SellerCollectionsPage(props: Props): JSX.Element {
  const { seller, collections, total, url, wanted } = props;
  return (
    <Layout
      title={`Collections of ${seller.name}`}
      description={`Datasets that ${seller.name} collected.`}
      kind="catalogue"
    >
      <div class="stack">
        <div class="stack-s">
          <nav class="crumbs" aria-label="Where this is">
            <a href="/datasets">Datasets</a>
            {" / "}
            <a href={`/sellers/${seller.id}`}>
              <Foreign text={seller.name} />
            </a>
          </nav>
          <h1>Collections</h1>
        </div>
        {collections.length === 0 ? (
          <Empty title="No public collection" text="This seller shows no collection right now." />
        ) : (
          <>
            <CollectionList collections={collections} />
            <Pager url={url} {...wanted} total={total} />
          </>
        )}
      </div>
    </Layout>
  );
}
