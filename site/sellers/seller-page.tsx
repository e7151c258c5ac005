import type { BundleView } from "../../market/bundle/schemas.ts";
import type { CollectionsView } from "../../market/collection/schemas.ts";
import { counted } from "../../market/counted.ts";
import { moneyText } from "../../market/pricing.ts";
import type { SearchView } from "../../market/search/schemas.ts";
import type { SellerView } from "../../market/seller/schemas.ts";
import { ReportLink } from "../account/reports/report-link.tsx";
import { FollowForm } from "../catalogue/follow-form.tsx";
import { Hits } from "../catalogue/search/hit.tsx";
import type { Thumbnails } from "../catalogue/tile/dataset-tile.tsx";
import { CollectionList } from "../collections/list.tsx";
import { formatCount } from "../kit/format.ts";
import { Layout } from "../kit/layout.tsx";
import { PartLinks } from "../kit/part-links.tsx";
import { Badge, Empty, Figures, Foreign, Time } from "../kit/parts.tsx";
import { ratingText } from "../reviews/stars.tsx";
import { SellerLogo } from "./seller-logo.tsx";

type Props = {
  seller: SellerView;
  found: SearchView;
  collections: CollectionsView;
  bundles: BundleView[];
  thumbnails: Thumbnails;
  now: Date;
  isPage: boolean;
};

export function SellerPage(props: Props): JSX.Element {
  const { seller } = props;
  const { name, identity_checked: isChecked, since, rating } = seller;
  const summary = `Datasets and track record of ${name}, computed from its sales.`;
  return (
    <Layout
      title={`${name} – seller`}
      description={summary}
      kind="catalogue"
      head={<Head {...props} />}
    >
      <div class="stack">
        <div class="stack-s">
          <nav class="crumbs" aria-label="Where this is">
            <a href="/datasets">Datasets</a>
            {" / Seller"}
          </nav>
          <div class="row">
            <SellerLogo id={seller.id} size="large" />
            <h1>
              <Foreign text={name} />
            </h1>
          </div>
          <p class="muted">
            {isChecked && <Badge tone="good" label="Identity verified" />}
            {" Seller since "}
            <Time at={since} day />
            {" · "}
            <span safe>{ratingText(rating) ?? "no reviews yet"}</span>
          </p>
          <FollowForm target="seller" id={seller.id} followers={seller.followers} />
          <p class="small">
            <ReportLink kind="seller" id={seller.id} />
          </p>
        </div>
        <About seller={seller} />
        <Record seller={seller} />
        <Listings {...props} />
        <Bundles {...props} />
        <Collections {...props} />
      </div>
    </Layout>
  );
}

function Head({ seller, isPage }: Props): JSX.Element {
  const feed = `/datasets.atom?seller=${seller.id}`;
  return (
    <>
      <link rel="canonical" href={seller.links.self} />
      {isPage && <meta name="robots" content="noindex, follow" />}
      <link rel="alternate" type="application/atom+xml" href={feed} />
      <link rel="alternate" type="application/json" href={seller.links.self} />
    </>
  );
}

/** The owner's own words, which nobody has checked. */
function About({ seller: { about, websites } }: { seller: SellerView }): JSX.Element {
  if (about === null && websites.length === 0) return "";
  return (
    <section class="stack-s" aria-labelledby="about">
      <h2 id="about">About</h2>
      {about !== null && (
        <p class="seller-about">
          <Foreign text={about} />
        </p>
      )}
      {websites.length > 0 && (
        <ul class="tries">
          {websites.map((address) => (
            <li>
              <a href={address} rel="nofollow ugc noopener">
                <Foreign text={address.replace(/^https?:\/\//, "").replace(/\/$/, "")} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Record({ seller }: { seller: SellerView }): JSX.Element {
  const { history, hash_mismatches: mismatches, answer_times: times, rating } = seller;
  return (
    <section class="stack-s" aria-labelledby="record">
      <h2 id="record">Record</h2>
      <Figures
        figures={[
          figure("On sale", formatCount(seller.datasets_on_sale)),
          figure("Sales", history === null ? "fewer than 5" : formatCount(history.sales)),
          ...(history === null ? [] : historyFigures(history)),
          figure(
            "Wrong or missing files",
            formatCount(mismatches),
            "refunded automatically: each file is checked against its hash at every delivery",
          ),
          figure("Reviews", ratingText(rating) ?? "none yet", "only by buyers; a plain mean"),
          ...timeFigure("Answers to messages", times.messages),
          ...timeFigure("Answers to disputes", times.disputes),
        ]}
      />
      <p class="small muted">
        {"Computed from the seller's sales at "}
        <Time at={seller.computed_at} />
        {
          ". Sales and disputes are shown only from 5 sales on, so that no single buyer can be identified."
        }
      </p>
    </section>
  );
}

type SellerFigure = { label: string; value: JSX.Element; note?: string };

function figure(label: string, value: string, note?: string): SellerFigure {
  return { label, value: <span safe>{value}</span>, ...(note === undefined ? {} : { note }) };
}

function historyFigures({ disputes, chargebacks_lost }: NonNullable<SellerView["history"]>) {
  const { opened, open, for_seller: won, for_buyer: lost } = disputes;
  const ended = `${won} for the seller, ${lost} for the buyer, ${open} open`;
  return [
    figure("Disputes", formatCount(opened), ended),
    figure("Payments taken back by banks", formatCount(chargebacks_lost)),
  ];
}

function timeFigure(label: string, times: SellerView["answer_times"]["messages"]): SellerFigure[] {
  if (times === null) return [];
  const { median_minutes: minutes, answered, asked } = times;
  const note = `median; ${formatCount(answered)} of the latest ${formatCount(asked)} were answered`;
  return [figure(label, durationText(minutes), note)];
}

const hourMinutes = 60;
const dayMinutes = 1440;

/** For example "25 min", "3 h" or "2 days". */
function durationText(minutes: number): string {
  if (minutes < 2 * hourMinutes) return `${minutes} min`;
  if (minutes < 2 * dayMinutes) return `${Math.round(minutes / hourMinutes)} h`;
  return counted(Math.round(minutes / dayMinutes), "day");
}

function Listings({ seller, found, thumbnails, now }: Props): JSX.Element {
  const next = found.pagination.next_cursor;
  const all = `/datasets?seller=${seller.id}`;
  return (
    <section class="stack-s" aria-labelledby="offers">
      <h2 id="offers">
        On sale{" "}
        <span class="muted" safe>
          {formatCount(seller.datasets_on_sale)}
        </span>
      </h2>
      {found.items.length === 0 ? (
        <Empty title="Nothing is on sale" text="This seller has no dataset on sale right now." />
      ) : (
        <Hits hits={found.items} {...{ thumbnails, now }} />
      )}
      <PartLinks
        of="Datasets of this seller"
        before={null}
        after={
          next === null ? null : { label: "Next", href: `/sellers/${seller.id}?cursor=${next}` }
        }
      >
        <a href={all}>Search and filter them</a>
        {" · "}
        <a href={`/datasets.atom?seller=${seller.id}`}>Feed</a>
      </PartLinks>
    </section>
  );
}

/** The latest on sale. */
function Bundles({ bundles }: Props): JSX.Element {
  if (bundles.length === 0) return "";
  return (
    <section class="stack-s" aria-labelledby="bundles">
      <h2 id="bundles">Bundles</h2>
      <ul class="bullets">
        {bundles.map(({ id, title, price_cents: cents, currency, datasets }) => (
          <li>
            <a href={`/bundles/${id}`}>
              <Foreign text={title} />
            </a>{" "}
            <span
              class="money"
              safe
            >{`${counted(datasets.length, "dataset")}, ${moneyText(cents, currency)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Collections({ seller, collections }: Props): JSX.Element {
  const { items, pagination } = collections;
  if (items.length === 0) return "";
  return (
    <section class="stack-s" aria-labelledby="collections">
      <h2 id="collections">
        Collections{" "}
        <span class="muted" safe>
          {formatCount(pagination.total)}
        </span>
      </h2>
      <CollectionList collections={items} />
      {pagination.has_more && (
        <p>
          <a href={`/sellers/${seller.id}/collections`}>All collections</a>
        </p>
      )}
    </section>
  );
}
