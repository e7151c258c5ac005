/** Beside every tab: what the dataset costs, what its licence allows, and the proof. */
import { licenseAddress } from "../../../market/catalogue/croissant.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { counted } from "../../../market/counted.ts";
import { type LicenseAnswer, licenseTerms } from "../../../market/facts/license-terms.ts";
import { moneyText } from "../../../market/pricing.ts";
import type { RelatedDatasets } from "../../../market/search/joinable/list-related.ts";
import { AuctionFigures } from "../../buy/auction-figures.tsx";
import {
  accessPath,
  bidPath,
  bundlePath,
  buyPath,
  subscribePath,
  trialPath,
} from "../../buy/paths.ts";
import { Icon, type IconName } from "../../kit/icons.tsx";
import { Foreign, Money, Time } from "../../kit/parts.tsx";
import { CopyWord } from "../../scripts/copyable.tsx";
import { datasetPath, priceText } from "../facts.ts";
import { SameFile } from "./related.tsx";
import { tabPath } from "./tabs.tsx";

export type RailProps = {
  dataset: DatasetDetail;
  /** How long a payment is held for the buyer's check. */
  escrowDays: number;
  /** A preview has none. */
  related?: RelatedDatasets | undefined;
};

export function Rail({ dataset, escrowDays, related }: RailProps): JSX.Element {
  const { capabilities } = dataset;
  return (
    <aside class="rail" id="offers" aria-label="Price and licence">
      <div id="auction-buy" class="rail-part">
        <BuyNow {...{ dataset, escrowDays }} />
      </div>
      <Gate dataset={dataset} />
      {dataset.auction !== null && <Auction {...{ dataset, escrowDays }} />}
      <Bundles dataset={dataset} />
      <Cheaper dataset={dataset} />
      {related && <SameFile dataset={dataset} related={related} />}
      <Licence dataset={dataset} />
      <Proof dataset={dataset} />
      <nav class="rail-links small" aria-label="More about this dataset">
        <a href={`/account/messages/to/${dataset.id}`} rel="nofollow">
          Ask the seller
        </a>
        {capabilities.buy && dataset.pricing_type === "buy_it_now" && (
          <a href={`/account/private-offers/new/${dataset.id}`} rel="nofollow">
            Make an offer
          </a>
        )}
        <a href={`/datasets?joinable_with=${dataset.id}`}>Datasets that share a key</a>
        {related && (
          <a href={`/report/dataset/${dataset.id}`} rel="nofollow">
            Report
          </a>
        )}
      </nav>
    </aside>
  );
}

type OfferProps = Pick<RailProps, "dataset" | "escrowDays">;

/** The fixed price, or the free file; empty for a dataset that is sold only by auction. */
function BuyNow({ dataset, escrowDays }: OfferProps): JSX.Element {
  const { id, capabilities, offers, currency, pricing_type: pricing } = dataset;
  if (capabilities.download) {
    return (
      <section class="card offer" aria-label="Download">
        <h2>Price</h2>
        <p class="price">Free</p>
        <a class="button primary big full" href={`${datasetPath(id)}/file`}>
          Download
        </a>
        <p class="small muted">No account is needed.</p>
      </section>
    );
  }
  const cents = offers.buy_now_cents ?? (pricing === "buy_it_now" ? dataset.price_cents : null);
  if (cents === null) return "";
  return (
    <section class="card offer" aria-label="Buy now">
      <h2>Buy now</h2>
      <p class="price" safe>
        {priceText(cents, currency)}
      </p>
      <PriceBefore dataset={dataset} />
      {capabilities.buy ? (
        <a class="button primary big full" href={buyPath(id)} rel="nofollow" safe>
          {`Buy for ${moneyText(cents, currency)}`}
        </a>
      ) : (
        <a class="button primary big full" href={tabPath(id, "use")}>
          How to buy
        </a>
      )}
      <Escrow days={escrowDays} />
      <Trial dataset={dataset} />
      <Plans dataset={dataset} />
    </section>
  );
}

function Gate({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  if (dataset.access_questions === null) return "";
  return (
    <section class="card offer" aria-label="Access">
      <p>The seller approves each buyer.</p>
      <a class="button plain full" href={accessPath(dataset.id)} rel="nofollow">
        Ask for access
      </a>
    </section>
  );
}

function Trial({ dataset: { id, trial, currency } }: { dataset: DatasetDetail }): JSX.Element {
  if (trial === null || trial.status === "failed") return "";
  const rows = counted(trial.rows, "row");
  return (
    <div class="stack-s" id="trial">
      <h3>Or try some rows</h3>
      {trial.status === "ready" ? (
        <a class="button plain full" href={trialPath(id)} rel="nofollow" safe>
          {`Try ${rows} for ${moneyText(trial.price_cents, currency)}`}
        </a>
      ) : (
        <p class="small" safe>{`${rows} of this version are being drawn.`}</p>
      )}
      <p class="small muted">Drawn evenly from the whole file. It counts towards the price.</p>
    </div>
  );
}

function Bundles({ dataset: { bundles, currency } }: { dataset: DatasetDetail }): JSX.Element {
  if (bundles.length === 0) return "";
  return (
    <section class="card offer" id="bundles">
      <h2>Cheaper together</h2>
      <ul class="bullets">
        {bundles.map(({ id, title, price_cents: cents, saving_cents: saving }) => (
          <li>
            <a href={bundlePath(id)}>
              <Foreign text={title} />
            </a>{" "}
            <Money cents={cents} currency={currency} />
            <span class="small muted" safe>{` (saves ${moneyText(saving, currency)})`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Plans({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { id, plans, currency } = dataset;
  if (plans.length === 0) return "";
  return (
    <div class="stack-s" id="plans">
      <h3>Or subscribe</h3>
      <p class="small muted">
        Every version published in a paid period. A period without one is refunded.
      </p>
      {plans.map(({ interval, price_cents: cents, trial_days: trialDays }) => (
        <>
          <a class="button plain full" href={subscribePath(id, interval)} rel="nofollow" safe>
            {`${moneyText(cents, currency)} a ${interval}`}
          </a>
          {trialDays > 0 && (
            <p class="small muted" safe>
              {`Refunded if you cancel within ${counted(trialDays, "day")}.`}
            </p>
          )}
        </>
      ))}
    </div>
  );
}

function Escrow({ days }: { days: number }): JSX.Element {
  return (
    <p class="small muted" safe>
      {`Your payment stays in escrow until you confirm the file, at most ${counted(days, "day")}. If the file does not match this page, you get a full refund.`}
    </p>
  );
}

function PriceBefore({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { price_cents, currency, price_history: history } = dataset;
  const before = history.previous_price_cents;
  if (before === null || before === price_cents) return "";
  return (
    <p class="small muted">
      {"Before: "}
      <Money cents={before} currency={currency} />
      {", until "}
      <Time at={history.since} day />
    </p>
  );
}

function Auction({ dataset, escrowDays }: OfferProps): JSX.Element {
  const { auction, capabilities } = dataset;
  if (auction === null) return "";
  return (
    <section class="card offer" aria-label="Auction">
      <h2 safe>{`Auction, ${counted(auction.licenses, "licence")}`}</h2>
      <AuctionFigures datasetId={dataset.id} auction={auction} />
      <div id="auction-acts">
        {capabilities.bid && (
          <a
            class={capabilities.buy ? "button plain full" : "button primary big full"}
            href={bidPath(dataset.id)}
            rel="nofollow"
          >
            Place a bid
          </a>
        )}
      </div>
      {!capabilities.buy && <Escrow days={escrowDays} />}
    </section>
  );
}

/** The same bytes on sale for less elsewhere. */
function Cheaper({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { identical_to: others, identical_count: count } = dataset;
  if (others.length === 0) return "";
  return (
    <section class="card offer">
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
      {count > others.length && <p class="small muted" safe>{`${count} in total.`}</p>}
    </section>
  );
}

const answerIcons: Record<LicenseAnswer, IconName> = {
  yes: "check",
  no: "cross",
  condition: "info",
  ask: "info",
};

function Licence({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { license, license_id: id, license_url: url, license_groups: groups } = dataset;
  const terms = id === null ? [] : licenseTerms(groups);
  const address = url ?? licenseAddress(id);
  return (
    <section class="card offer" id="licence">
      <h2>
        {"Licence: "}
        <Foreign text={id ?? "the seller's own terms"} />
      </h2>
      {terms.length > 0 && (
        <ul class="terms small">
          {terms.map(({ answer, words }) => (
            <li class={answer}>
              <Icon name={answerIcons[answer]} />
              {words}
            </li>
          ))}
        </ul>
      )}
      {terms.length === 0 && (
        <p class="small">
          {license === null && url === null
            ? "None is stated. Ask the seller before you use it."
            : "We do not summarise these terms. Read them, or ask the seller."}
        </p>
      )}
      {address !== null && (
        <a class="small" href={address} rel="license nofollow noopener">
          Read the full licence
        </a>
      )}
      {address === null && license !== null && (
        <a class="small" href={tabPath(dataset.id, "about")}>
          The licence in the seller's words
        </a>
      )}
    </section>
  );
}

function Proof({ dataset: { sha256 } }: { dataset: DatasetDetail }): JSX.Element {
  if (sha256 === null) return "";
  return (
    <section class="card offer" id="proof">
      <h2>Proof</h2>
      <p class="small">Sample, profile and score were computed from this exact file.</p>
      <p class="hash-line">
        <CopyWord class="hash" name="the SHA-256" text={sha256} />
      </p>
    </section>
  );
}

/** Other ways to buy it, in a few words. */
function otherOffers({ trial, bundles }: DatasetDetail, bid: string | null): string {
  const others = [
    ...(bid === null ? [] : [bid]),
    ...(trial?.status === "ready" ? ["a trial"] : []),
    ...(bundles.length === 0 ? [] : ["a bundle"]),
  ];
  return others.length === 0 ? "Price, licence and proof" : `or ${others.join(", ")}`;
}

/** On a phone: the price and the next step, always in view. */
export function BottomBar({ dataset }: { dataset: DatasetDetail }): JSX.Element {
  const { id, capabilities, offers, currency } = dataset;
  const { buy_now_cents: buyNow, next_bid_cents: nextBid } = offers;
  const bid = nextBid === null ? null : `bid from ${moneyText(nextBid, currency)}`;
  const acts = {
    free: { href: `${datasetPath(id)}/file`, label: "Download", price: "Free" },
    buy: { href: buyPath(id), label: "Buy now", price: priceText(buyNow ?? 0, currency) },
    bid: { href: bidPath(id), label: "Place a bid", price: bid ?? "" },
  };
  const next = capabilities.download
    ? acts.free
    : capabilities.buy
      ? acts.buy
      : capabilities.bid
        ? acts.bid
        : null;
  if (next === null) return "";
  return (
    <aside class="bottom" id="auction-bar" aria-label="Price">
      <div>
        <strong class="money" safe>
          {next.price}
        </strong>
        <br />
        <a class="small" href="#offers" safe>
          {next === acts.buy ? otherOffers(dataset, bid) : "Price, licence and proof"}
        </a>
      </div>
      <a class="button primary" href={next.href} rel="nofollow" safe>
        {next.label}
      </a>
    </aside>
  );
}
