/** One of the account's listings: a draft's progress, or the actions on a published one. */

import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";
import { counted } from "../../../../market/counted.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import { moneyText } from "../../../../market/pricing.ts";
import { offerText } from "../../../catalogue/facts.ts";
import { Confirm, PostButton } from "../../../kit/fields.tsx";
import { Badge, Card, Facts, Foreign, Time, type Tone } from "../../../kit/parts.tsx";
import { amountsText, auctionReceives, feeSentence } from "../../../kit/receives.ts";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { plansText } from "../../subscriptions/words.ts";
import { FileState } from "../listings/file-state.tsx";
import { statusWords } from "../listings/words.ts";
import { listingPath, Steps } from "./steps.tsx";

type ListingPageProps = { frame: Frame; listing: ListingView };
type PublicTrial = DatasetDetail["trial"];

export function ListingPage(
  props: ListingPageProps & {
    /** As buyers see it; null: none, or the listing is not on sale. */
    trial: PublicTrial;
  },
): JSX.Element {
  const { frame, listing, trial } = props;
  const mayAct = frame.standing.suspendedReason === null;
  const { links, status, next_version: next } = listing;
  return (
    <AccountLayout
      frame={frame}
      title={listing.title}
      up={{ href: paths.listings, label: "Listings" }}
    >
      {(status === "draft" || next !== null) && <Steps listing={listing} current={null} />}
      <Standing {...{ listing, trial }} />
      {mayAct && status === "draft" && <DraftActs {...{ frame, listing }} />}
      {mayAct && links.change !== undefined && <SaleActs {...{ frame, listing }} />}
      {mayAct && links.withdraw !== undefined && <Withdrawal {...{ frame, listing }} />}
    </AccountLayout>
  );
}

const trialStates: Record<NonNullable<PublicTrial>["status"], { label: string; tone: Tone }> = {
  preparing: { label: "Being drawn", tone: "plain" },
  ready: { label: "Ready", tone: "good" },
  failed: { label: "Not offered", tone: "bad" },
};

/** The terms, and whether this version's rows can be bought. */
function TrialState(props: { listing: ListingView; trial: PublicTrial }): JSX.Element {
  const { listing, trial } = props;
  if (listing.trial === null) return "";
  const { rows, price_cents: cents } = listing.trial;
  return (
    <span class="lines">
      <span safe>{`${counted(rows, "row")} for ${moneyText(cents, listing.currency)}`}</span>
      {trial !== null && <Badge {...trialStates[trial.status]} />}
      {trial !== null && trial.error !== null && (
        <span class="small" safe>
          {trial.error.detail}
        </span>
      )}
    </span>
  );
}

function Standing(props: { listing: ListingView; trial: PublicTrial }): JSX.Element {
  const { listing, trial } = props;
  const { label, tone } = statusWords[listing.status];
  const { version, published_at: published, expires_at: expires, links } = listing;
  const isFree = listing.pricing_type === "buy_it_now" && listing.price_cents === 0;
  return (
    <Card title="Status">
      <Facts
        facts={[
          ["State", <Badge tone={tone} label={label} />],
          listing.suspension === null
            ? null
            : ["Reason", <Foreign text={listing.suspension.reason} />],
          ["File", <FileState listing={listing} />],
          listing.offers.pay_now_cents === null
            ? null
            : ["Price", <span safe>{offerText(listing)}</span>],
          listing.plans.length === 0
            ? null
            : ["Subscriptions", <span safe>{plansText(listing)}</span>],
          listing.trial === null ? null : ["Trial", <TrialState {...{ listing, trial }} />],
          isFree ? null : ["You receive", <span safe>{receivesOf(listing)}</span>],
          listing.auction === null
            ? null
            : ["Auction until", <Time at={listing.auction.ends_at} />],
          version === 0 ? null : ["Version", <span safe>{String(version)}</span>],
          published === null ? null : ["On sale since", <Time at={published} />],
          expires === null ? null : ["Expires unless changed by", <Time at={expires} day />],
        ]}
      />
      {links.dataset !== undefined && (
        <p class="small">
          <a href={`/datasets/${listing.id}`}>Public page</a>
          {" · "}
          <a href={`/datasets/${listing.id}/prices`}>All prices</a>
        </p>
      )}
    </Card>
  );
}

/** The seller's share of the price, and of an auction's start price and reserve. */
function receivesOf({
  price_cents: price,
  pricing_type,
  auction,
  ...listing
}: ListingView): string {
  const marketplace = { feeBps: listing.fee_bps, currency: listing.currency };
  const ofPrice = pricing_type === "auction" ? [] : [`${amountsText(price, marketplace)}.`];
  const ofAuction = auction === null ? [] : [auctionReceives(auction, marketplace)];
  return [...ofPrice, ...ofAuction, feeSentence(marketplace)].join(" ");
}

function DraftActs({ frame, listing }: ListingPageProps): JSX.Element {
  const isReady = listing.publish_blockers.length === 0;
  const path = listingPath(listing.id);
  return (
    <Card title="Continue">
      <div class="actions">
        <a class="button primary" href={`${path}${isReady ? "/publish" : "/file"}`}>
          {isReady ? "Review and publish" : "Continue the draft"}
        </a>
        <a class="button plain" href={`${path}/preview`}>
          Preview
        </a>
      </div>
      <Confirm summary="Delete the draft">
        <p>We delete its texts and its file for good.</p>
        <PostButton
          action={`${path}/delete`}
          viewer={frame.viewer}
          label="Delete the draft"
          kind="danger"
        />
      </Confirm>
    </Card>
  );
}

function SaleActs({ frame, listing }: ListingPageProps): JSX.Element {
  const path = listingPath(listing.id);
  return (
    <Card title="Change the listing">
      <div class="actions">
        <a class="button primary" href={`${path}/terms`}>
          Change texts and price
        </a>
        {listing.next_version === null ? (
          <PostButton
            action={`${path}/versions`}
            viewer={frame.viewer}
            label="Start a new version"
          />
        ) : (
          <a class="button plain" href={`${path}/file`}>
            Continue the new version
          </a>
        )}
      </div>
      {listing.next_version !== null && (
        <Confirm summary="Discard the new version">
          <p>Its file is deleted. The version on sale does not change.</p>
          <PostButton
            action={`${path}/discard`}
            viewer={frame.viewer}
            label="Discard the version"
            kind="danger"
          />
        </Confirm>
      )}
    </Card>
  );
}

function Withdrawal({ frame, listing }: ListingPageProps): JSX.Element {
  return (
    <Card title="Withdraw">
      <Confirm summary="Withdraw the dataset from sale">
        <p>
          Nobody can find or buy it any more. You cannot undo this. Buyers keep their versions. An
          auction with bids runs to its end first.
        </p>
        <PostButton
          action={`${listingPath(listing.id)}/withdraw`}
          viewer={frame.viewer}
          label="Withdraw"
          kind="danger"
        />
      </Confirm>
    </Card>
  );
}
