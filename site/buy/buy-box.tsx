/** The next step on a dataset's page: download, buy or bid. The same for all visitors. */

import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { bidPath, buyPath } from "./paths.ts";

type Props = { dataset: Pick<DatasetDetail, "id" | "capabilities" | "price_cents" | "currency"> };

export function BuyBox({ dataset }: Props): JSX.Element {
  const { id, capabilities, price_cents: cents, currency } = dataset;
  if (capabilities.download) {
    return (
      <a class="button primary" href={`/datasets/${id}/file`}>
        Download
      </a>
    );
  }
  if (!capabilities.buy && !capabilities.bid) {
    return (
      <a class="button primary" href="#use">
        How to buy
      </a>
    );
  }
  return (
    <div class="actions">
      {capabilities.buy && (
        <a class="button primary" href={buyPath(id)} rel="nofollow" safe>
          {`Buy for ${moneyText(cents, currency)}`}
        </a>
      )}
      {capabilities.bid && (
        <a
          class={capabilities.buy ? "button plain" : "button primary"}
          href={bidPath(id)}
          rel="nofollow"
        >
          Bid
        </a>
      )}
    </div>
  );
}
