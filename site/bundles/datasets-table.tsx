import type { BundleView } from "../../market/bundle/schemas.ts";
import { Foreign, Money } from "../kit/parts.tsx";
import { Table } from "../kit/table.tsx";

/** The datasets of a bundle: their own prices, and what each costs in it. */
export function BundleDatasets({ bundle }: { bundle: BundleView }): JSX.Element {
  const { currency, datasets } = bundle;
  const money = (cents: number | null): JSX.Element =>
    cents === null ? <span class="muted">–</span> : <Money cents={cents} currency={currency} />;
  return (
    <Table
      caption="Datasets of the bundle"
      columns={[
        "Dataset",
        { label: "On its own", kind: "number" },
        { label: "In the bundle", kind: "number" },
      ]}
      rows={datasets.map(({ dataset_id: id, title, price_cents, share_cents }) => [
        title === null ? (
          <span class="muted">A dataset that is not on sale</span>
        ) : (
          <a href={`/datasets/${id}`}>
            <Foreign text={title} />
          </a>
        ),
        money(price_cents),
        money(share_cents),
      ])}
    />
  );
}
