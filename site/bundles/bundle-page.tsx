import type { BundleView } from "../../market/bundle/schemas.ts";
import { counted } from "../../market/counted.ts";
import { moneyText } from "../../market/pricing.ts";
import { ReportLink } from "../account/reports/report-link.tsx";
import { bundleBuyPath } from "../buy/paths.ts";
import { Layout } from "../kit/layout.tsx";
import { Card, Foreign, Money } from "../kit/parts.tsx";
import { SellerLogo } from "../sellers/seller-logo.tsx";
import { BundleDatasets } from "./datasets-table.tsx";

type Props = { bundle: BundleView; escrowDays: number };

/** A bundle as everybody sees it. */
export function BundlePage({ bundle, escrowDays }: Props): JSX.Element {
  const { title, description, seller, datasets, links } = bundle;
  return (
    <Layout
      title={`${title} – bundle`}
      description={description ?? `${counted(datasets.length, "dataset")} at one price.`}
      kind="catalogue"
      head={
        <>
          {links.self !== undefined && <link rel="canonical" href={links.self} />}
          {bundle.status !== "open" && <meta name="robots" content="noindex, follow" />}
        </>
      }
    >
      <div class="stack">
        <div class="stack-s">
          <nav class="crumbs" aria-label="Where this is">
            <a href="/datasets">Datasets</a>
            {" / Bundle"}
          </nav>
          <h1>
            <Foreign text={title} />
          </h1>
          <p class="muted">
            <SellerLogo id={seller.id} size="small" />
            {" by "}
            <a href={`/sellers/${seller.id}`}>
              <Foreign text={seller.name} />
            </a>
          </p>
          {description !== null && (
            <p class="seller-about" dir="auto">
              <Foreign text={description} />
            </p>
          )}
          <p class="small">
            <ReportLink kind="bundle" id={bundle.id} />
          </p>
        </div>
        <div class="cols">
          <section class="stack-s" aria-labelledby="datasets">
            <h2 id="datasets" safe>
              {counted(datasets.length, "dataset")}
            </h2>
            <BundleDatasets bundle={bundle} />
          </section>
          <Offer {...{ bundle, escrowDays }} />
        </div>
      </div>
    </Layout>
  );
}

function Offer({ bundle, escrowDays }: Props): JSX.Element {
  const { id, status, price_cents: cents, separate_cents: separate, currency } = bundle;
  if (status !== "open") {
    return (
      <Card title={status === "ended" ? "Ended" : "Not on sale now"}>
        {status === "ended" ? (
          <p>Its seller has ended the bundle. You can buy its datasets one by one.</p>
        ) : (
          <p>{obstacleWords(bundle)}</p>
        )}
      </Card>
    );
  }
  return (
    <Card title="All at one price">
      <p class="price" safe>
        {moneyText(cents, currency)}
      </p>
      {separate !== null && (
        <p>
          You save{" "}
          <strong>
            <Money cents={separate - cents} currency={currency} />
          </strong>
          : one by one they cost <Money cents={separate} currency={currency} />.
        </p>
      )}
      <a class="button primary big full" href={bundleBuyPath(id)} rel="nofollow" safe>
        {`Buy all for ${moneyText(cents, currency)}`}
      </a>
      <p class="small muted" safe>
        {`One payment. Each dataset is its own purchase: we hold its share until you confirm the file, at most ${counted(escrowDays, "day")}. If the file is missing or has changed, its share is refunded automatically.`}
      </p>
    </Card>
  );
}

/** Of a bundle that its seller has not ended. */
function obstacleWords({ datasets }: BundleView): string {
  return datasets.some(({ title }) => title === null)
    ? "One of its datasets is not on sale at a fixed price. You can buy the others one by one."
    : "One by one its datasets cost no more than the bundle. Buy them one by one.";
}
