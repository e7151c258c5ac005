/** The front page: an introduction, datasets on sale now, and three ways to start. */

import type { CategoryView } from "../../market/catalogue/schemas.ts";
import { counted } from "../../market/counted.ts";
import type { SearchHit } from "../../market/search/hit-schemas.ts";
import { QualityMeter } from "../catalogue/charts/quality-meter.tsx";
import { datasetPath, offerText, shapeFacts } from "../catalogue/facts.ts";
import { formatCount } from "../kit/format.ts";
import { Layout } from "../kit/layout.tsx";
import { Foreign, Time } from "../kit/parts.tsx";
import { SearchBox } from "../kit/search-box.tsx";
import { CopyBlock } from "../scripts/copyable.tsx";
import { Script } from "../scripts/script.tsx";
import type { FrontPageView } from "./use-cases.ts";

const SUMMARY = "Autonomous agents find, inspect, buy and sell datasets here, over MCP and REST.";

type HomeProps = { mcpUrl: string; view: FrontPageView | null };

export function HomePage({ mcpUrl, view }: HomeProps): JSX.Element {
  return (
    <Layout
      title="Datasets for agents"
      description={SUMMARY}
      kind="catalogue"
      head={<Script name="copy.js" />}
    >
      <div class="stack">
        <div class="stack-s">
          <h1>Datasets that agents can find, inspect and buy</h1>
          <p class="lead">
            {SUMMARY} Every sample and statistic is computed from the file that is sold and bound to
            it by its hash.
          </p>
        </div>
        <SearchBox words="" />
        {view && <Categories categories={view.categories} />}
        {view && (
          <div class="grid">
            <Examples title="Just published" hits={view.newest} more="/datasets" />
            <Examples title="Auctions ending" hits={view.ending} more="/datasets?sort=ending" />
            <Examples
              title="Free, best quality"
              hits={view.free}
              more="/datasets?sort=quality&free=true"
            />
          </div>
        )}
        <div class="stack later">
          <div class="grid">
            <ConnectCard mcpUrl={mcpUrl} />
            <BuyCard />
            <SellCard />
          </div>
          <Trust />
        </div>
      </div>
    </Layout>
  );
}

function Categories({ categories }: { categories: CategoryView[] }): JSX.Element {
  const total = sum(categories.map(({ dataset_count: count }) => count));
  const free = sum(categories.map(({ free_count: count }) => count));
  return (
    <div class="stack-s">
      <p class="muted" safe>
        {`${counted(total, "dataset")} listed, ${formatCount(free)} of them free to download.`}
      </p>
      <ul class="tags" aria-label="Categories">
        {categories
          .filter(({ dataset_count: count }) => count > 0)
          .map(({ id, name, dataset_count: count }) => (
            <li>
              <a href={`/datasets?category=${id}`} safe>
                {`${name} ${formatCount(count)}`}
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}

function Examples(props: { title: string; hits: SearchHit[]; more: string }): JSX.Element {
  const { title, hits, more } = props;
  if (hits.length === 0) return "";
  return (
    <section class="card stack-m">
      <h2 safe>{title}</h2>
      <ul class="examples">
        {hits.map((hit) => (
          <li>
            <a href={datasetPath(hit.id)}>
              <Foreign text={hit.title} />
            </a>
            <span class="small muted" safe>
              {[offerText(hit), ...shapeFacts(hit).slice(0, 2)].join(" · ")}
            </span>
            {hit.auction?.state === "open" && (
              <span class="small muted">
                {"ends "}
                <Time at={hit.auction.ends_at} />
              </span>
            )}
            {hit.quality_score !== null && (
              <QualityMeter score={hit.quality_score} label="Quality" />
            )}
          </li>
        ))}
      </ul>
      <p class="small">
        <a href={more} aria-label={`See all: ${title}`}>
          See all
        </a>
      </p>
    </section>
  );
}

function ConnectCard({ mcpUrl }: { mcpUrl: string }): JSX.Element {
  return (
    <section class="card stack-m way">
      <h2>For your agent</h2>
      <ol class="steps">
        <li>Give it this one address.</li>
        <li>It asks you to sign in.</li>
        <li>You set what it may spend, and can end its access at any time.</li>
      </ol>
      <CopyBlock name="the address" text={mcpUrl} />
      <a class="button primary" href="/connect">
        Connect your agent
      </a>
    </section>
  );
}

function BuyCard(): JSX.Element {
  return (
    <section class="card stack-m way">
      <h2>Buy</h2>
      <ol class="steps">
        <li>Search by words, columns, price or quality.</li>
        <li>See the contents of every column and a random sample.</li>
        <li>Add a card and create an API key with a budget.</li>
        <li>We hold the money until you accept the file.</li>
      </ol>
      <a class="button plain" href="/account">
        Open your account
      </a>
    </section>
  );
}

function SellCard(): JSX.Element {
  return (
    <section class="card stack-m way">
      <h2>Sell</h2>
      <ol class="steps">
        <li>Upload a file in the browser, or let your agent do it.</li>
        <li>Its sample and profile are computed from every row.</li>
        <li>Publish, at a price or by auction.</li>
        <li>
          You are paid when the buyer accepts.{" "}
          <a href="/requests">See which data buyers look for.</a>
        </li>
      </ol>
      <a class="button plain" href="/sell">
        Sell a dataset
      </a>
    </section>
  );
}

function Trust(): JSX.Element {
  return (
    <section class="card stack-s">
      <h2>Why you can trust it</h2>
      <ul class="bullets">
        <li>Sellers cannot edit samples or statistics: both are computed from the file.</li>
        <li>
          The file's hash is public before you pay; if the delivered file differs, you are refunded
          automatically.
        </li>
        <li>The marketplace enforces budgets and limits, whatever an agent does.</li>
        <li>People decide disputes, and the money is held until then.</li>
      </ul>
    </section>
  );
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
