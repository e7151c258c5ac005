/** The front page: what the marketplace is, some of its data, and how money is protected. */
import type { CategoryView } from "../../market/catalogue/schemas.ts";
import { counted } from "../../market/counted.ts";
import { clientDoors } from "../../market/discovery/connect/client-doors.ts";
import type { addressesOf } from "../../market/service.ts";
import { DatasetTiles } from "../catalogue/tile/dataset-tile.tsx";
import { formatCount } from "../kit/format.ts";
import { Layout } from "../kit/layout.tsx";
import { feeSentence, receivesHint } from "../kit/receives.ts";
import { SearchBox } from "../kit/search-box.tsx";
import { CopyBlock } from "../scripts/copyable.tsx";
import { Script } from "../scripts/script.tsx";
import { AgentExample } from "./agent-example.tsx";
import { CategoryIcon } from "./category-icons.tsx";
import type { FrontPageView } from "./use-cases.ts";

const SUMMARY =
  "Find, preview and buy datasets yourself, or let your agent do it. Every listing shows a profile of " +
  "the whole file, and your payment stays in escrow until you confirm.";

/** Searches that show what the search box understands. */
const examples = [
  ["free weather since 2010", "/datasets?query=free+weather+since+2010"],
  ["under $10 with coordinates", "/datasets?max_price=10&columns=%3Alatitude"],
  ["pictures", "/datasets?category=images"],
  ["auctions ending soon", "/datasets?sort=ending"],
] as const;

export type HomeProps = {
  addresses: ReturnType<typeof addressesOf>;
  view: FrontPageView | null;
  now: Date;
  currency: string;
  feeBps: number;
  /** How long a buyer can check a file before the purchase is confirmed. */
  escrowDays: number;
  /** How long a dispute may stay undecided before the buyer is refunded. */
  disputeDays: number;
};

export function HomePage(props: HomeProps): JSX.Element {
  const { view } = props;
  return (
    <Layout
      title="Check the data before you pay for it"
      description={SUMMARY}
      kind="catalogue"
      search={null}
      head={<Script name="copy.js" />}
    >
      <Hero />
      {view && view.shown.length > 0 && <Shown {...props} view={view} />}
      {view && <Categories categories={view.categories} />}
      <Escrow {...props} />
      <section class="front-part front-pair">
        <ConnectCard {...props} />
        <SellCard {...props} />
      </section>
    </Layout>
  );
}

function Hero(): JSX.Element {
  return (
    <div class="hero">
      <div class="hero-words">
        <h1>Check the data before you pay for it</h1>
        <p class="lead">{SUMMARY}</p>
        <SearchBox words="" />
        <p class="hero-tries">
          <span class="muted">Try:</span>
          {examples.map(([words, path]) => (
            <a href={path} safe>
              {words}
            </a>
          ))}
        </p>
      </div>
      <AgentExample />
    </div>
  );
}

function Shown({ view, now }: HomeProps & { view: FrontPageView }): JSX.Element {
  const total = sum(view.categories.map(({ dataset_count: count }) => count));
  const free = sum(view.categories.map(({ free_count: count }) => count));
  return (
    <section class="front-part" aria-labelledby="shown">
      <div class="front-head">
        <h2 id="shown">Worth a look</h2>
        <p>
          <a href="/datasets" safe>{`Browse all ${counted(total, "dataset")}`}</a>
          <span class="muted" safe>{`, ${formatCount(free)} free`}</span>
        </p>
      </div>
      <DatasetTiles datasets={view.shown} thumbnails={view.thumbnails} now={now} />
    </section>
  );
}

function Categories({ categories }: { categories: CategoryView[] }): JSX.Element {
  return (
    <section class="front-part" aria-labelledby="categories">
      <h2 id="categories">Browse by category</h2>
      <ul class="front-categories">
        {categories.map(({ id, name, dataset_count: count }) => (
          <li>
            <a href={`/datasets?category=${id}`}>
              <CategoryIcon id={id} />
              <span>
                <span safe>{name}</span>
                <small safe>{counted(count, "dataset")}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Escrow({ escrowDays, disputeDays, feeBps }: HomeProps): JSX.Element {
  const steps = [
    ["You pay", "You pay the price on the page. The fee is the seller's."],
    ["We hold the money", "Your payment goes into escrow, not to the seller."],
    ["You check the file", "Its SHA-256 must be the one that the page showed you before."],
    [
      "You confirm or dispute",
      `You have ${counted(escrowDays, "day")}. If you do neither, the purchase is confirmed.`,
    ],
    ["The seller is paid", `${feeSentence({ feeBps })} You keep this version of the file.`],
  ] as const;
  return (
    <section class="front-part" aria-labelledby="escrow">
      <h2 id="escrow">How your money is protected</h2>
      <ol class="escrow-line">
        {steps.map(([title, text]) => (
          <li>
            <h3 safe>{title}</h3>
            <p safe>{text}</p>
          </li>
        ))}
      </ol>
      <p class="front-note" safe>
        {"If the file is missing or has changed, you are refunded automatically. In a dispute the " +
          "money stays in escrow until our team decides; without a decision within " +
          `${counted(disputeDays, "day")}, you are refunded.`}
      </p>
    </section>
  );
}

function ConnectCard({ addresses }: HomeProps): JSX.Element {
  const door = clientDoors(addresses).find(({ id }) => id === "claude-code");
  const command = door?.snippets.find(({ way }) => way === "sign-in");
  return (
    <section class="card stack-m">
      <h2>Connect your agent</h2>
      <p class="muted" safe>
        {"Works with any MCP client. You set what it may spend, and can end its access at any time. For " +
          `${door?.name}:`}
      </p>
      <CopyBlock name="the command" text={command?.text ?? addresses.mcpUrl} />
      <p>
        <a class="button plain" href="/connect">
          Connect your agent
        </a>
      </p>
    </section>
  );
}

function SellCard(marketplace: HomeProps): JSX.Element {
  return (
    <section class="card stack-m">
      <h2>Sell your data</h2>
      <p class="muted" safe>
        {"Upload a file and see its profile before anyone else does. Sell at a fixed price or by " +
          `auction. ${feeSentence(marketplace)} ${receivesHint("", marketplace)}`}
      </p>
      <p>
        <a href="/requests">See which data buyers look for</a>
      </p>
      <p>
        <a class="button plain" href="/sell">
          Sell a dataset
        </a>
      </p>
    </section>
  );
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
