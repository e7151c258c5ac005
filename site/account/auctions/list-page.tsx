import type { OwnBidView } from "../../../market/auction/list-own-bids.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty } from "../../kit/parts.tsx";
import { Pager } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { BidTable } from "./bid-table.tsx";

export function AuctionsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<OwnBidView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Bids"
      lead="Auctions in which you or your agents have bid. A bid is binding, and only you see your maximum. Winners are charged after the end."
    >
      {page.total === 0 ? (
        <Empty
          title="No bid yet"
          text="Bid on a dataset’s page, or let your agents bid with a key that has the scope “bid”."
        >
          <a class="button plain" href="/account/keys">
            See your API keys
          </a>
        </Empty>
      ) : (
        <>
          <BidTable bids={page.items} caption="Auctions with your bids, latest bid first" />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}
