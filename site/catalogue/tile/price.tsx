/** What one would pay now, and the file's score, as cards and search results show them. */
import type { DatasetItem } from "../../../market/catalogue/schemas.ts";
import { counted } from "../../../market/counted.ts";
import { moneyText } from "../../../market/pricing.ts";
import { daySeconds, hourSeconds } from "../../../platform/time.ts";
import { formatDay } from "../../kit/format.ts";

type Priced = Pick<DatasetItem, "offers" | "auction" | "currency">;

/** The price and, smaller, the way of buying: an auction shows its next bid, not its start price. */
export function Price({ dataset, now }: { dataset: Priced; now: Date }): JSX.Element {
  const [price, ...ways] = priceWords(dataset, now);
  return (
    <p class="tile-price">
      <strong safe>{price}</strong>
      {ways.map((way) => (
        <small safe>{way}</small>
      ))}
    </p>
  );
}

function priceWords({ offers, auction, currency }: Priced, now: Date): [string, ...string[]] {
  const money = (cents: number) => moneyText(cents, currency);
  const { is_free: isFree, buy_now_cents: buyNow, next_bid_cents: nextBid } = offers;
  if (isFree) return ["Free", "Download now"];
  if (buyNow === null && nextBid === null) return ["Not on sale"];
  const time = auction === null || nextBid === null ? [] : [timeWords(auction, now)];
  if (buyNow === null) return [money(nextBid ?? 0), "next bid", ...time];
  return [money(buyNow), nextBid === null ? "Buy now" : `or bid from ${money(nextBid)}`, ...time];
}

type Timed = { state: string; starts_at: string; ends_at: string };

/** For example "2 days left" or "opens 5 Dec 2026". */
function timeWords({ state, starts_at: starts, ends_at: ends }: Timed, now: Date): string {
  if (state === "scheduled") return `opens ${formatDay(new Date(starts))}`;
  const seconds = (new Date(ends).getTime() - now.getTime()) / 1000;
  if (seconds < hourSeconds) return "ends within the hour";
  if (seconds < 2 * daySeconds) return `${counted(Math.floor(seconds / hourSeconds), "hour")} left`;
  return `${counted(Math.floor(seconds / daySeconds), "day")} left`;
}

/** A bar of the score with its number in words; a full bar is 100. */
export function Quality({ score }: { score: number | null }): JSX.Element {
  if (score === null) return <p class="tile-quality">Quality not scored</p>;
  const hundredths = Math.round(score * 100);
  return (
    <p class={hundredths >= goodFrom ? "tile-quality" : "tile-quality low"}>
      <span>
        Quality <b>{hundredths}</b> of 100
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <path class="tile-score" d={`M0 0h${hundredths}v6H0z`} />
      </svg>
    </p>
  );
}

const goodFrom = 80;
