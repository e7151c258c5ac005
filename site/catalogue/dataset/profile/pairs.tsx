/** Keys, and columns that depend on each other: strongest first, without those that say the same. */
import { counted } from "../../../../market/counted.ts";
import type { Profile } from "../../../../market/profile/schemas.ts";
import { formatNumber } from "../../../kit/format.ts";
import { Foreign } from "../../../kit/parts.tsx";
import { shortName } from "../../charts/marks.ts";
import { Bar } from "../../charts/shares.tsx";

const pairsShownMax = 8;
const keysShownMax = 3;
/** From this strength on, one column determines the other: it follows by definition. */
const definedMin = 0.995;

const strengths = [
  [0.8, "Very strong"],
  [0.6, "Strong"],
  [0.4, "Moderate"],
  [0, "Weak"],
] as const;

type Pair = NonNullable<Profile["correlations"]>["pairs"][number];

export function Pairs({
  profile,
}: {
  profile: Pick<Profile, "correlations" | "keys">;
}): JSX.Element {
  const all = (profile.correlations?.pairs ?? []).map((pair) => ({
    pair,
    value: strengthOf(pair),
  }));
  const sorted = all.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const defined = sorted.filter(({ value }) => Math.abs(value) >= definedMin);
  const shown = sorted.filter(({ value }) => Math.abs(value) < definedMin).slice(0, pairsShownMax);
  const keys = profile.keys ?? [];
  if (all.length === 0 && keys.length === 0) return "";
  const total = (profile.correlations?.pairs_found ?? 0) - defined.length;
  return (
    <section class="view" id="relations">
      <h2>Keys and related columns</h2>
      {keys.length > 0 && (
        <p class="small">
          {"A row is identified by "}
          {keys.slice(0, keysShownMax).map(({ columns }, index) => (
            <>
              {index > 0 && ", or by "}
              <Foreign text={columns.map(shortName).join(" + ")} />
            </>
          ))}
          .
        </p>
      )}
      {shown.length > 0 && (
        <>
          <p class="small muted" safe>
            {`${shownText(shown.length, total)} 0 means unrelated; 1 means that one column predicts the other exactly.`}
          </p>
          <ul class="tops pairs">
            {shown.map(({ pair, value }) => (
              <li>
                <Foreign text={pair.columns.map(shortName).join(" and ")} />
                <Bar share={Math.abs(value)} />
                <span safe>{formatNumber(value)}</span>
                <span safe>{wordFor(value)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {defined.length > 0 && (
        <p class="small muted">
          {`Not shown, because one column determines the other: ${counted(defined.length, "pair")}, such as `}
          <Foreign text={(defined[0]?.pair.columns ?? []).map(shortName).join(" and ")} />.
        </p>
      )}
    </section>
  );
}

function shownText(shown: number, total: number): string {
  if (shown < total) return `The ${shown} strongest of ${counted(total, "pair")}.`;
  return total === 1 ? "The only pair." : "The strongest pair comes first.";
}

const wordFor = (value: number): string =>
  strengths.find(([least]) => Math.abs(value) >= least)?.[1] ?? "Weak";

function strengthOf({ pearson, spearman, cramers_v, correlation_ratio }: Pair): number {
  const rank = spearman ?? 0;
  if (pearson !== null) return Math.abs(rank) > Math.abs(pearson) ? rank : pearson;
  return spearman ?? cramers_v ?? correlation_ratio ?? 0;
}
