import type { OwnerCollectionView } from "../../../market/collection/read.ts";
import { formatCount } from "../../kit/format.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

type Props = { frame: Frame; wanted: PageWanted; page: PageOf<OwnerCollectionView> };

export const visibilityWords = { public: "Everybody", private: "Only you" } as const;

export function CollectionsPage({ frame, wanted, page }: Props): JSX.Element {
  const make = frame.standing.suspendedReason === null && (
    <a class="button primary" href={`${paths.collections}/new`}>
      New collection
    </a>
  );
  return (
    <AccountLayout
      frame={frame}
      title="Collections"
      lead="Lists of datasets that you and your agents keep. Others can follow the public ones."
      action={page.total > 0 && make ? make : undefined}
    >
      {page.total === 0 ? (
        <Empty
          title="No collection yet"
          text="Make a collection, then save datasets to it from their pages."
        >
          {make}
        </Empty>
      ) : (
        <>
          <Table
            caption="Collections, newest first"
            columns={[
              "Collection",
              "Who sees it",
              { label: "Datasets", kind: "number" },
              { label: "Followers", kind: "number" },
              "Changed",
            ]}
            rows={page.items.map(cellsOf)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cellsOf(one: OwnerCollectionView): JSX.Element[] {
  const { datasets_on_sale: onSale, datasets_withdrawn: withdrawn } = one;
  return [
    <span class="lines">
      <a href={`${paths.collections}/${one.id}`}>
        <Foreign text={one.title} />
      </a>
      {one.agent_name !== null && (
        <span class="muted small">
          of your agent <Foreign text={one.agent_name} />
        </span>
      )}
    </span>,
    <span>
      {one.isSuspended ? "Only you: an administrator hides it" : visibilityWords[one.visibility]}
    </span>,
    <span safe>{formatCount(onSale + withdrawn)}</span>,
    <span safe>{formatCount(one.followers)}</span>,
    <Time at={one.updated_at} day />,
  ];
}
