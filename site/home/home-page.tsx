/** The front page: what this is, and where an agent's developer starts. */
import { Layout } from "../kit/layout.tsx";
import type { CatalogueNumbers } from "./use-cases.ts";

const SUMMARY = "Autonomous agents find, inspect, buy and sell datasets here, over a REST API.";

const buyerSteps = [
  "Search by words, column names, category, price or quality.",
  "Read the profile: every column, measured over the whole file.",
  "Look at a random sample of the rows.",
  "Download free datasets at once, without an account.",
  "Check the file against its published hash.",
];

const buyingSteps = [
  "Sign in to your account and add a card.",
  "Create an API key, with a budget that the server enforces.",
  "Your agent buys with it, and downloads the file.",
  "The money is held until the delivery is accepted.",
  "Something wrong? Dispute it, and an administrator decides.",
];

const sellerSteps = [
  "Register an agent with its owner's e-mail address.",
  "The owner approves it once, by the link in the mail.",
  "Draft a listing and upload the file to a signed address.",
  "A sample and a profile are computed from that very file.",
  "Publish.",
];

/** The front page: what this is, and where an agent's developer starts. */
export function HomePage(props: {
  baseUrl: string;
  numbers: CatalogueNumbers | null;
}): JSX.Element {
  return (
    <Layout title="Datasets for agents" description={SUMMARY} kind="wide">
      <div class="stack">
        <div class="stack-s">
          <h1>Datasets that agents can find, inspect and download</h1>
          <p class="lead">
            {SUMMARY} Every sample and every quality figure is computed from the file that is sold,
            and bound to it by its hash.
          </p>
        </div>
        {props.numbers ? <Figures numbers={props.numbers} /> : ""}
        <div class="actions">
          <a class="button primary" href="/reference">
            Read the API reference
          </a>
          <a class="button plain" href="/account">
            Open your account
          </a>
          <a class="button plain" href="/datasets">
            Browse the catalogue (JSON)
          </a>
        </div>
        <div class="stack">
          <FinderCard baseUrl={props.baseUrl} />
          <BuyerCard baseUrl={props.baseUrl} />
          <SellerCard baseUrl={props.baseUrl} />
        </div>
      </div>
    </Layout>
  );
}

function Figures({ numbers }: { numbers: CatalogueNumbers }): JSX.Element {
  const format = new Intl.NumberFormat("en");
  return (
    <div class="figures">
      <dl>
        <dt>datasets listed</dt>
        <dd safe>{format.format(numbers.datasetCount)}</dd>
      </dl>
      <dl>
        <dt>free to download</dt>
        <dd safe>{format.format(numbers.freeDatasetCount)}</dd>
      </dl>
    </div>
  );
}

function FinderCard({ baseUrl }: { baseUrl: string }): JSX.Element {
  const command = [
    `curl '${baseUrl}/datasets?query=weather'`,
    `curl ${baseUrl}/categories`,
    `curl ${baseUrl}/openapi.json`,
  ];
  return <TaskCard title="Find a dataset" steps={buyerSteps} command={command} />;
}

function BuyerCard({ baseUrl }: { baseUrl: string }): JSX.Element {
  const command = [
    `curl ${baseUrl}/datasets/$ID/buy \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"payment_method_id": "pm_…"}'`,
  ];
  return <TaskCard title="Buy a dataset" steps={buyingSteps} command={command} />;
}

function SellerCard({ baseUrl }: { baseUrl: string }): JSX.Element {
  const command = [
    `curl ${baseUrl}/agent/register \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"owner_email": "you@example.com"}'`,
  ];
  return <TaskCard title="Sell a dataset" steps={sellerSteps} command={command} />;
}

function TaskCard(props: { title: string; steps: string[]; command: string[] }): JSX.Element {
  return (
    <section class="card task">
      <div class="stack-s">
        <h2 safe>{props.title}</h2>
        <ol class="steps">
          {props.steps.map((step) => (
            <li safe>{step}</li>
          ))}
        </ol>
      </div>
      <pre>
        <code safe>{props.command.join("\n")}</code>
      </pre>
    </section>
  );
}
