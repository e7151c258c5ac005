import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { Badge, Foreign, Money, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { purchaseStateWords } from "./words.ts";

export function PurchaseTable(props: { purchases: PurchaseView[]; caption: string }): JSX.Element {
  return (
    <Table
      caption={props.caption}
      columns={["Dataset", "State", "Ordered", "API key", { label: "Price", kind: "number" }]}
      rows={props.purchases.map((purchase) => {
        const { id, dataset_title, status, created_at, metadata } = purchase;
        const { label, tone } = purchaseStateWords[status];
        return [
          <>
            <a href={`/account/purchases/${id}`}>
              <Foreign text={dataset_title} />
            </a>
            {purchase.trial !== null && <span class="small muted"> trial</span>}
            {purchase.bundle_purchase_id !== null && <span class="small muted"> in a bundle</span>}
          </>,
          <Badge tone={tone} label={label} />,
          <Time at={created_at} />,
          <Foreign text={metadata.api_key_name} />,
          <Money cents={purchase.price_cents} currency={purchase.currency} />,
        ];
      })}
    />
  );
}
