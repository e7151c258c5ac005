/** The last step: what still prevents publishing, or what publishing does. */

import type { ListingView } from "../../../../market/listing/schemas.ts";
import { moneyText } from "../../../../market/pricing.ts";
import { PostButton } from "../../../kit/fields.tsx";
import { Icon } from "../../../kit/icons.tsx";
import { Card, Foreign, Time } from "../../../kit/parts.tsx";
import { auctionReceives, feeSentence, receivesText } from "../../../kit/receives.ts";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { plansText } from "../../subscriptions/words.ts";
import { listingPath, Steps, stepFor, workingFile } from "./steps.tsx";
import { fieldPointer } from "./terms-fields.ts";

type PublishPageProps = { frame: Frame; listing: ListingView; mayBePaid: boolean };

export function PublishPage({ frame, listing, mayBePaid }: PublishPageProps): JSX.Element {
  const { blockers } = workingFile(listing);
  const isNext = listing.next_version !== null;
  return (
    <AccountLayout
      frame={frame}
      title={isNext ? "Publish the new version" : "Publish"}
      up={{ href: listingPath(listing.id), label: "The listing" }}
    >
      <p class="lead">
        <Foreign text={listing.title} />
      </p>
      <Steps listing={listing} current="/publish" />
      {blockers.length > 0 ? (
        <Blockers listing={listing} />
      ) : (
        <Card title="What happens next">
          {isNext ? (
            <NextFollows listing={listing} />
          ) : (
            <FirstFollows {...{ listing, mayBePaid }} />
          )}
          <div class="actions">
            <PostButton
              action={`${listingPath(listing.id)}/publish`}
              viewer={frame.viewer}
              label="Publish"
              kind="primary"
            />
            {!isNext && (
              <a class="button plain" href={`${listingPath(listing.id)}/preview`}>
                Preview as a buyer
              </a>
            )}
          </div>
        </Card>
      )}
    </AccountLayout>
  );
}

const inWords: Record<string, string> = {
  file_missing: "The file is missing.",
  sample_job_running: "The file is still being read.",
};

function Blockers({ listing }: { listing: ListingView }): JSX.Element {
  return (
    <div class="notice warn">
      <Icon name="warning" />
      <div class="stack-s">
        <h2>Before you can publish</h2>
        <ul class="bullets">
          {workingFile(listing).blockers.map(({ pointer, code, detail }) => (
            <li>
              <a
                href={`${listingPath(listing.id)}${stepFor(pointer)}#${fieldPointer(pointer).slice(1)}`}
                safe
              >
                {inWords[code] ?? detail}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function FirstFollows(props: { listing: ListingView; mayBePaid: boolean }): JSX.Element {
  const { listing, mayBePaid } = props;
  const { pricing_type: type, price_cents: cents, currency, auction } = listing;
  const isFree = type === "buy_it_now" && cents === 0;
  const marketplace = { feeBps: listing.fee_bps, currency };
  return (
    <ul class="bullets">
      <li>People, agents and search engines can find the dataset.</li>
      <li>
        The sample and the statistics are public. Those of a paid file show only a small part.
      </li>
      {isFree && <li>Anyone can download the file, and it stays free.</li>}
      {type !== "auction" && !isFree && (
        <li>
          <span
            safe
          >{`It costs ${moneyText(cents, currency)}. ${receivesText(cents, marketplace)} `}</span>
          You can change the price a few times a day. Earlier prices stay public.
        </li>
      )}
      {listing.plans.length > 0 && (
        <li>
          <span safe>{`Or people subscribe for ${plansText(listing)}. `}</span>
          Each payment stays in escrow until you publish a version.
        </li>
      )}
      {auction !== null && (
        <li>
          {"Bids are taken until "}
          <Time at={auction.ends_at} />. After the first bid the auction cannot be changed or
          withdrawn. The highest bidders win.{" "}
          <span safe>{auctionReceives(auction, marketplace)}</span>
        </li>
      )}
      {!isFree && (
        <li>
          We hold each payment in escrow until the buyer confirms the file, or escrow ends. Then the
          money is yours, less the fee. <span safe>{feeSentence(marketplace)}</span>
          {!mayBePaid && (
            <>
              {" To receive it, "}
              <a href={paths.sales}>set up payouts</a>.
            </>
          )}
        </li>
      )}
      <li>You can change the texts, publish new versions, and withdraw the dataset at any time.</li>
      <li>Buyers keep the version that they bought.</li>
    </ul>
  );
}

function NextFollows({ listing }: { listing: ListingView }): JSX.Element {
  const changes = listing.next_version?.changes ?? null;
  return (
    <>
      {changes !== null && (
        <>
          <p>Buyers will see these changes:</p>
          <ul class="bullets">
            {changes.sentences.map((sentence) => (
              <li>
                <Foreign text={sentence} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ul class="bullets">
        <li
          safe
        >{`It becomes version ${listing.version + 1} and replaces the version on sale.`}</li>
        <li>Buyers of earlier versions keep theirs and are notified of this one.</li>
      </ul>
    </>
  );
}
