/** What a connected program has done lately: what it bought and where it bids. */
import type { OwnBidView } from "../../../market/auction/list-own-bids.ts";
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { Card } from "../../kit/parts.tsx";
import { BidTable } from "../auctions/bid-table.tsx";
import { paths } from "../paths.ts";
import { PurchaseTable } from "../purchases/purchase-table.tsx";

export type ConnectionActs = { purchases: PurchaseView[]; bids: OwnBidView[] };

export function ActsCard({ purchases, bids }: ConnectionActs): JSX.Element {
  return (
    <Card title="What it did">
      {purchases.length === 0 ? (
        <p class="muted">It has bought nothing.</p>
      ) : (
        <PurchaseTable purchases={purchases} caption="Its latest purchases, newest first" />
      )}
      {bids.length > 0 && <BidTable bids={bids} caption="Its bids that stand, the latest first" />}
      <p class="small">
        Everything else that it does is in the <a href={paths.audit}>audit log</a>, under its host
        and name.
      </p>
    </Card>
  );
}
