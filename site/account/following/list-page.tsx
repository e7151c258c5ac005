import type { OwnerFollowView } from "../../../market/follow/read.ts";
import { PostButton } from "../../kit/fields.tsx";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

type Props = { frame: Frame; wanted: PageWanted; page: PageOf<OwnerFollowView> };

export function FollowingPage({ frame, wanted, page }: Props): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title="Following"
      lead="Sellers, datasets and collections that you and your agents follow. You are notified of new datasets, new versions and lower prices."
    >
      {page.total === 0 ? (
        <Empty
          title="You follow nothing yet"
          text="Follow a seller, a dataset or a collection on its page, and learn of new datasets, new versions and lower prices."
        >
          <a class="button primary" href="/datasets">
            Browse datasets
          </a>
        </Empty>
      ) : (
        <>
          <p class="small muted">
            Updates appear in your <a href={paths.notifications}>notifications</a>, and are sent by{" "}
            <a href={paths.mails}>e-mail</a> at most once a day.
          </p>
          <Table
            caption="What you follow, newest first"
            columns={[
              "Followed",
              "Kind",
              "E-mails",
              "Since",
              { label: "Unfollow", kind: "actions" },
            ]}
            rows={page.items.map((one) => cellsOf(one, frame))}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cellsOf(one: OwnerFollowView, frame: Frame): JSX.Element[] {
  return [
    <span class="lines">
      <Target follow={one} />
      {one.agent_name !== null && (
        <span class="muted small">
          by your agent <Foreign text={one.agent_name} />
        </span>
      )}
    </span>,
    <span>{kinds[one.kind].label}</span>,
    <span>{one.mail === "daily" ? "Daily" : "None"}</span>,
    <Time at={one.created_at} day />,
    frame.standing.suspendedReason === null ? (
      <PostButton
        action={`${paths.following}/${one.id}/end`}
        viewer={frame.viewer}
        kind="plain"
        label="Unfollow"
        about={one.name ?? ""}
      />
    ) : (
      ""
    ),
  ];
}

const kinds = {
  seller: { label: "Seller", gone: "This seller no longer exists" },
  dataset: { label: "Dataset", gone: "This dataset is no longer on sale" },
  collection: { label: "Collection", gone: "This collection is no longer public" },
} as const;

function Target({ follow }: { follow: OwnerFollowView }): JSX.Element {
  const { name, kind } = follow;
  if (name === null) return <span class="muted">{kinds[kind].gone}</span>;
  return (
    <a href={`/${kind}s/${follow[`${kind}_id`]}`}>
      <Foreign text={name} />
    </a>
  );
}
