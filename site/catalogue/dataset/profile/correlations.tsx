/** Correlated columns, strongest first. */

import { counted } from "../../../../market/counted.ts";
import type { Profile } from "../../../../market/profile/schemas.ts";
import { Foreign } from "../../../kit/parts.tsx";
import { Bar } from "../../charts/shares.tsx";

const pairsShownMax = 8;

type Pair = NonNullable<Profile["correlations"]>["pairs"][number];

/** Whether there is anything to show. */
function hasRelations({ correlations, keys }: Profile): boolean {
  return (correlations?.pairs ?? []).length > 0 || (keys ?? []).length > 0;
}

export function Correlations({ profile }: { profile: Profile }): JSX.Element {
  if (!hasRelations(profile)) return "";
  const { correlations, keys } = profile;
  const pairs = correlations?.pairs ?? [];
  return (
    <section class="card stack-m" id="relations">
      <h2>Keys and relations</h2>
      {keys !== undefined && keys.length > 0 && (
        <p>
          {"A row is identified by "}
          {keys.slice(0, 3).map(({ columns }, index) => (
            <>
              {index > 0 && ", or by "}
              <Foreign text={columns.join(" + ")} />
            </>
          ))}
          .
        </p>
      )}
      {pairs.length > 0 && (
        <ul class="shares">
          {pairs.slice(0, pairsShownMax).map((pair) => (
            <li>
              <Bar share={Math.abs(strengthOf(pair).value)} />
              <span>
                <Foreign text={pair.columns.join(" and ")} />{" "}
                <span
                  class="muted"
                  safe
                >{`${strengthOf(pair).name} ${strengthOf(pair).value}`}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {correlations && correlations.pairs_found > pairsShownMax && (
        <p class="small muted" safe>{`${counted(correlations.pairs_found, "pair")} in all.`}</p>
      )}
    </section>
  );
}

function strengthOf({ pearson, spearman, cramers_v, correlation_ratio }: Pair) {
  if (pearson !== null) return { name: "r", value: pearson };
  if (spearman !== null) return { name: "rho", value: spearman };
  if (cramers_v !== null) return { name: "Cramér's V", value: cramers_v };
  return { name: "eta", value: correlation_ratio ?? 0 };
}
