/** What buyers will see of a listing, and what its seller receives, from the values in the form. */
import { counted } from "../../../../market/counted.ts";
import { PAID_PRICE_CENTS_MIN } from "../../../../market/limits.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import {
  feeText,
  moneyText,
  platformFeeCents,
  sellerReceivesCents,
} from "../../../../market/pricing.ts";
import { categories } from "../../../../market/vocabulary.ts";
import { parseAmountCents } from "../../../kit/amount.ts";
import { Card, Facts, Foreign } from "../../../kit/parts.tsx";
import { feeSentence } from "../../../kit/receives.ts";
import type { TermFields } from "./terms-fields.ts";

type PreviewProps = { listing: ListingView; fields: TermFields };

export function ListingPreview({ listing, fields }: PreviewProps): JSX.Element {
  const { row_count, column_count, quality_score, format } = listing.data_profile;
  const category = categories.find(({ id }) => id === fields.category)?.name ?? "";
  const size = [
    row_count == null ? null : counted(row_count, "row"),
    column_count == null ? null : counted(column_count, "column"),
    format == null ? null : format.toUpperCase(),
  ].filter((part) => part !== null);
  return (
    <aside class="stack-m sell-preview" aria-label="Preview">
      <Card title="What buyers see">
        <div class="stack-s">
          <h3>
            <Foreign text={fields.title} />
          </h3>
          <p class="small muted" safe>
            {[category, ...size].join(" · ")}
          </p>
          <p class="preview-text">
            <Foreign text={summaryOf(fields.description)} />
          </p>
        </div>
        <Facts
          facts={[
            ["Price", <strong safe>{priceWords(fields, listing.currency)}</strong>],
            quality_score == null
              ? null
              : ["Quality", <span>{Math.round(quality_score * 100)} of 100</span>],
            ["Licence", <Foreign text={fields.license === "" ? "None" : fields.license} />],
          ]}
        />
      </Card>
      <YouReceive {...{ listing, fields }} />
    </aside>
  );
}

const SUMMARY_CHARS_MAX = 240;

function summaryOf(description: string): string {
  if (description.trim() === "") return "No description yet.";
  const characters = [...description.slice(0, 2 * SUMMARY_CHARS_MAX)];
  const isCut = description.length > SUMMARY_CHARS_MAX;
  return `${characters.slice(0, SUMMARY_CHARS_MAX).join("")}${isCut ? " …" : ""}`;
}

function priceWords({ offer, price_cents, start_price_cents }: TermFields, currency: string) {
  const words = (typed: string) => {
    const cents = parseAmountCents(typed);
    return cents === null ? "…" : moneyText(cents, currency);
  };
  if (offer === "free") return "Free";
  if (offer === "auction") return `Bids from ${words(start_price_cents)}`;
  if (offer === "hybrid") return `${words(price_cents)}, or bids from ${words(start_price_cents)}`;
  return words(price_cents);
}

export type Receives =
  | { state: "free" }
  | { state: "not_a_number" }
  | { state: "below_minimum"; minimumCents: number }
  | { state: "valid"; priceCents: number; feeCents: number; receivesCents: number };

/** What the seller gets of the price, or of an auction's start price, in the form. */
export function receivesOf(fields: TermFields, feeBps: number): Receives {
  const { offer, price_cents, start_price_cents } = fields;
  if (offer === "free") return { state: "free" };
  const priceCents = parseAmountCents(offer === "auction" ? start_price_cents : price_cents);
  if (priceCents === null) return { state: "not_a_number" };
  if (priceCents < PAID_PRICE_CENTS_MIN) {
    return { state: "below_minimum", minimumCents: PAID_PRICE_CENTS_MIN };
  }
  return {
    state: "valid",
    priceCents,
    feeCents: platformFeeCents(priceCents, feeBps),
    receivesCents: sellerReceivesCents(priceCents, feeBps),
  };
}

function YouReceive({ listing, fields }: PreviewProps): JSX.Element {
  const { currency, fee_bps: feeBps } = listing;
  const money = (cents: number) => moneyText(cents, currency);
  const receives = receivesOf(fields, feeBps);
  if (receives.state === "free") return "";
  const isBid = fields.offer === "auction";
  return (
    <div class="receives stack-s" role="status">
      {receives.state === "not_a_number" && (
        <p safe>{`Enter a price to see what you receive. ${feeSentence({ feeBps })}`}</p>
      )}
      {receives.state === "below_minimum" && (
        <p safe>{`The lowest price is ${money(receives.minimumCents)}.`}</p>
      )}
      {receives.state === "valid" && (
        <>
          <p>
            <strong safe>{`You receive ${money(receives.receivesCents)}`}</strong>
          </p>
          <dl class="total">
            <dt>{isBid ? "Starting bid" : "Price"}</dt>
            <dd safe>{money(receives.priceCents)}</dd>
            <dt safe>{`Marketplace fee, ${feeText(feeBps)}`}</dt>
            <dd safe>{`−${money(receives.feeCents)}`}</dd>
          </dl>
          <p class="small muted">
            You pay only when you sell. The money arrives after the buyer confirms the file, or when
            escrow ends.
          </p>
        </>
      )}
    </div>
  );
}
