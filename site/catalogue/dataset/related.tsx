/** Related datasets: those that share a key with this one, and the same file elsewhere. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import type { RelatedDatasets } from "../../../market/search/joinable/list-related.ts";
import type { JoinableColumn } from "../../../market/search/joinable/schemas.ts";
import { Foreign } from "../../kit/parts.tsx";
import { percent } from "../charts/shares.tsx";
import { datasetPath, offerText } from "../facts.ts";

const pairsShownMax = 2;

type Props = { dataset: Pick<DatasetDetail, "id" | "currency">; related: RelatedDatasets };

export function Joinable({ dataset, related: { joinable } }: Props): JSX.Element {
  if (joinable.length === 0) return "";
  return (
    <section class="card stack-m" id="related">
      <h2>Related by shared columns</h2>
      <ul class="examples">
        {joinable.map((one) => (
          <li>
            <Named one={one} currency={dataset.currency} />
            {one.pairs.slice(0, pairsShownMax).map((pair) => (
              <Pair pair={pair} />
            ))}
          </li>
        ))}
      </ul>
      <p class="small muted">
        Shares of distinct values, estimated from hashes.{" "}
        <a href={`/datasets?joinable_with=${dataset.id}`}>Search all datasets that share a key</a>
      </p>
    </section>
  );
}

/** Described from the side that shares the larger part. */
function Pair({ pair }: { pair: JoinableColumn }): JSX.Element {
  const { column, table, with: theirs, with_table: theirTable, containment, contained } = pair;
  const own = <Column name={column} table={table} />;
  const other = (
    <>
      <span class="muted">its </span>
      <Column name={theirs} table={theirTable} />
    </>
  );
  const isWithin = containment >= contained;
  return (
    <span class="small">
      {isWithin ? own : other}
      <span class="muted" safe>
        {`: ≈ ${percent(Math.max(containment, contained), 1)} of the values occur in `}
      </span>
      {isWithin ? other : own}
    </span>
  );
}

function Column({ name, table }: { name: string; table: string | null }): JSX.Element {
  return (
    <code>
      <Foreign text={table === null ? name : `${table}.${name}`} />
    </code>
  );
}

/** The same bytes on sale elsewhere, except for cheaper offers, which {@link Cheaper} shows. */
export function SameFile({ dataset, related: { sameFile } }: Props): JSX.Element {
  if (sameFile.length === 0) return "";
  return (
    <section class="card stack-s">
      <h2>The same file elsewhere</h2>
      <ul class="examples">
        {sameFile.map((one) => (
          <li>
            <Named one={one} currency={dataset.currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Named({
  one,
  currency,
}: {
  one: RelatedDatasets["sameFile"][number];
  currency: string;
}): JSX.Element {
  const { id, title, sellerName, offers } = one;
  const price = offerText({ offers, currency });
  return (
    <>
      <a href={datasetPath(id)}>
        <Foreign text={title} />
      </a>
      <span class="small muted">
        {"by "}
        <Foreign text={sellerName} />
        <span safe>{` · ${price}`}</span>
      </span>
    </>
  );
}
