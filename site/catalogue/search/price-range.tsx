/** The prices of the results as a histogram, and fields for a range of them. */
import { counted } from "../../../market/counted.ts";
import { moneyText } from "../../../market/pricing.ts";
import { keptBeside, searchPath } from "./address.ts";

const height = 34;
const priceFields = ["min_price", "max_price", "min_price_cents", "max_price_cents", "free"];

type Props = { counts: Record<string, number>; parameters: URLSearchParams; currency: string };

/** A range of prices in cents; without `to`, it has no upper end. */
type Bin = { from: number; to: number | null; count: number };

export function PriceRange({ counts, parameters, currency }: Props): JSX.Element {
  const bins = paidBins(counts);
  return (
    <div class="price-range">
      {bins.length > 1 && <Bars {...{ bins, parameters, currency }} />}
      <form method="get" action="/datasets">
        {keptBeside(parameters, priceFields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Amount name="min_price" label="Lowest price" short="Min" {...{ parameters, currency }} />
        <span class="muted">to</span>
        <Amount name="max_price" label="Highest price" short="Max" {...{ parameters, currency }} />
        <button class="button plain small-button" type="submit">
          Apply
        </button>
      </form>
    </div>
  );
}

type AmountProps = Pick<Props, "parameters" | "currency"> & {
  name: "min_price" | "max_price";
  label: string;
  short: string;
};

function Amount({ name, label, short, parameters, currency }: AmountProps): JSX.Element {
  return (
    <input
      name={name}
      aria-label={`${label}, ${currency.toUpperCase()}`}
      placeholder={short}
      value={parameters.get(name) ?? ""}
      inputmode="decimal"
      maxlength="12"
      autocomplete="off"
    />
  );
}

/** Links for pointing devices only: others use the fields next to it. */
function Bars(props: Pick<Props, "parameters" | "currency"> & { bins: Bin[] }): JSX.Element {
  const { bins, parameters, currency } = props;
  const most = Math.max(...bins.map(({ count }) => count));
  const step = 100 / bins.length;
  return (
    <>
      <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bins.map((bin, index) =>
          bin.count === 0 ? (
            ""
          ) : (
            <a href={pathOf(parameters, bin)} tabindex="-1" rel="nofollow">
              <title safe>{`${rangeText(bin, currency)}: ${counted(bin.count, "dataset")}`}</title>
              <path d={bar(index * step, step - 1, (height * bin.count) / most)} />
            </a>
          ),
        )}
      </svg>
      <div class="price-axis" aria-hidden="true">
        <span safe>{moneyText(bins[0]?.from ?? 0, currency)}</span>
        <span safe>{endText(bins.at(-1), currency)}</span>
      </div>
      <span class="unseen" safe>
        {`Datasets by price: ${bins
          .filter(({ count }) => count > 0)
          .map((bin) => `${rangeText(bin, currency)}, ${bin.count}`)
          .join("; ")}.`}
      </span>
    </>
  );
}

/** In order; an empty bin stands for the prices between two others that nothing has. */
function paidBins(counts: Record<string, number>): Bin[] {
  const bins = Object.entries(counts)
    .flatMap(([range, count]) => {
      const [from = "", to = ""] = range.split("-");
      return from === "0" ? [] : [{ from: Number(from), to: to === "" ? null : Number(to), count }];
    })
    .sort((one, other) => one.from - other.from);
  return bins.flatMap((bin, index) => {
    const start = (bins[index - 1]?.to ?? bin.from - 1) + 1;
    return start === bin.from ? [bin] : [{ from: start, to: bin.from - 1, count: 0 }, bin];
  });
}

const bar = (x: number, width: number, tall: number): string =>
  `M${x.toFixed(1)} ${height}v-${Math.max(tall, 1).toFixed(1)}h${width.toFixed(1)}V${height}z`;

const major = (cents: number): string => String(cents / 100);

function pathOf(parameters: URLSearchParams, { from, to }: Bin): string {
  const cleared = Object.fromEntries(priceFields.map((name) => [name, null]));
  return searchPath(parameters, {
    ...cleared,
    min_price: major(from),
    max_price: to === null ? null : major(to),
  });
}

function rangeText({ from, to }: Bin, currency: string): string {
  if (to === null) return `${moneyText(from, currency)} and more`;
  return `${moneyText(from, currency)} to ${moneyText(to, currency)}`;
}

function endText(last: Bin | undefined, currency: string): string {
  if (last === undefined) return "";
  return last.to === null ? "and more" : moneyText(last.to, currency);
}
