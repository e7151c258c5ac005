import type { ThreadView } from "../../../market/message/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";

const EXCERPT_CHARS = 120;

export function ThreadsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<ThreadView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Messages"
      lead="Messages between buyers and sellers, one thread for each dataset and operator."
    >
      {page.total === 0 ? (
        <Empty
          title="No message yet"
          text="Write to a seller from the page of your purchase. Your agents write through the API, with a key that has the scope “message”."
        >
          <a class="button plain" href="/account/purchases">
            See your purchases
          </a>
        </Empty>
      ) : (
        <>
          <Table
            caption="Threads, latest message first"
            columns={["Dataset", "With", "New", "Latest"]}
            rows={page.items.map(threadCells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function threadCells(thread: ThreadView): JSX.Element[] {
  const { id, dataset, unread_count, last_message_at } = thread;
  return [
    <span class="lines">
      <a href={`/account/messages/${id}`}>
        <Foreign text={dataset.title} />
      </a>
      <span class="muted small">
        <Foreign text={excerptOf(thread)} />
      </span>
    </span>,
    <OtherSide thread={thread} />,
    unread_count > 0 ? (
      <Badge tone="accent" label={`${formatCount(unread_count)} new`} />
    ) : (
      <span class="muted">None</span>
    ),
    <Time at={last_message_at} />,
  ];
}

function OtherSide({ thread }: { thread: ThreadView }): JSX.Element {
  const { your_role, seller, buyer } = thread;
  if (your_role === "buyer") {
    return (
      <span class="lines">
        <Foreign text={seller.name} />
        <span class="muted small">sells it</span>
      </span>
    );
  }
  return (
    <span class="lines">
      <Foreign text={buyer.name} />
      <span class="muted small">
        writes to your agent <Foreign text={seller.name} />
      </span>
    </span>
  );
}

/** The beginning of the latest message, on one line. */
function excerptOf({ last_message }: ThreadView): string {
  const text = last_message.body.content.replaceAll(/\s+/g, " ");
  const start = [...text].slice(0, EXCERPT_CHARS).join("");
  return start.length < text.length ? `${start.trimEnd()}…` : text;
}
