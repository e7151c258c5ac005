import type { OwnBidView } from "../../../market/auction/list-own-bids.ts";
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { Card } from "../../kit/parts.tsx";
import { BidTable } from "../auctions/bid-table.tsx";
import { auditPath } from "../audit/list-page.tsx";
import { PurchaseTable } from "../purchases/purchase-table.tsx";

export type ConnectionActs = { purchases: PurchaseView[]; bids: OwnBidView[] };

type Props = { connectionId: string; acts: ConnectionActs | null };

/** `acts` is null for a program that can neither buy nor bid. */
export function ActsCard({ connectionId, acts }: Props): JSX.Element {
  return (
    <Card title="Activity">
      {acts !== null && <Dealings {...acts} />}
      <p class="small">
        The full list is in the{" "}
        <a href={auditPath({ name: "connection_id", id: connectionId })}>audit log</a>.
      </p>
    </Card>
  );
}

function Dealings({ purchases, bids }: ConnectionActs): JSX.Element {
  return (
    <>
      {purchases.length === 0 ? (
        <p class="muted">It has bought nothing.</p>
      ) : (
        <PurchaseTable purchases={purchases} caption="Its latest purchases, newest first" />
      )}
      {bids.length > 0 && <BidTable bids={bids} caption="Its open bids, latest first" />}
    </>
  );
}
