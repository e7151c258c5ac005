/** A dataset's price or auction state, with the next step. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { AuctionFigures } from "../../buy/auction-figures.tsx";
import { BuyBox } from "../../buy/buy-box.tsx";
import { Foreign, Money, Time } from "../../kit/parts.tsx";
import { CopyWord } from "../../scripts/copyable.tsx";
import { datasetPath, priceText, shapeFacts } from "../facts.ts";

export function OfferBox({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { auction, capabilities, offers, pricing_type: pricing, sha256 } = dataset;
  const hasPrice = pricing === "buy_it_now" || offers.buy_now_cents !== null;
  return (
    <section class="card stack-m" aria-label="Offer">
      {auction !== null && <AuctionFigures datasetId={dataset.id} auction={auction} />}
      {hasPrice && <Price dataset={dataset} />}
      <div id="auction-acts" class="stack-m">
        <BuyBox dataset={dataset} />
      </div>
      <ul class="dots small muted">
        {shapeFacts(dataset).map((fact) => (
          <li safe>{fact}</li>
        ))}
        <li>{`version ${dataset.version}`}</li>
      </ul>
      {!capabilities.download && (
        <p class="small">
          We hold the payment until the buyer confirms the file or the holding time ends. If the
          file does not match this description, the buyer is refunded automatically.
        </p>
      )}
      {sha256 !== null && (
        <p class="small muted">
          The sample and statistics come from the file with this SHA-256:{" "}
          <CopyWord class="hash" name="the hash" text={sha256} />
        </p>
      )}
    </section>
  );
}

function Price({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { price_cents, currency, price_history: history } = dataset;
  const before = history.previous_price_cents;
  return (
    <div class="stack-s">
      <p class="price" safe>
        {priceText(price_cents, currency)}
      </p>
      {before !== null && before !== price_cents && (
        <p class="small muted">
          {"Before: "}
          <Money cents={before} currency={currency} />
          {", until "}
          <Time at={history.since} day />
        </p>
      )}
    </div>
  );
}

/** The same bytes on sale for less elsewhere. */
export function Cheaper({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { identical_to: others, identical_count: count } = dataset;
  if (others.length === 0) return "";
  return (
    <section class="card stack-s">
      <h2>The same file for less</h2>
      <ul class="bullets">
        {others.map(({ id, title, price_cents, currency }) => (
          <li>
            <a href={datasetPath(id)}>
              <Foreign text={title} />
            </a>{" "}
            <span class="money" safe>
              {priceText(price_cents, currency)}
            </span>
          </li>
        ))}
      </ul>
      {count > others.length && <p class="small muted" safe>{`${count} in all.`}</p>}
    </section>
  );
}
