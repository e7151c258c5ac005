/**
 * An agent's purchase, call by call: the product's own tools, with their answers shortened. The dataset
 * is one of the demo catalogue.
 */
import { profiles } from "../../market/catalogue/profiles/contract.ts";
import { purchases } from "../../market/purchase/contract.ts";
import { search } from "../../market/search/contract.ts";

type Step = { tool: string; given: string; answer: string; isDone?: boolean };

const wish = "Buy last year's orders of an online shop. At most $15, and free to use.";

const steps: Step[] = [
  {
    tool: search.searchDatasets.tool.name,
    given: "query: shop orders 2025, max_price: 15",
    answer: "1 dataset found: $12.00, CC0-1.0, csv, 2,400 rows",
  },
  {
    tool: profiles.getProfile.tool.name,
    given: "dataset_id: 01a22ad6…",
    answer: "9 columns, quality 0.89, no gaps, 0 rows repeated",
  },
  {
    tool: purchases.buyDataset.tool.name,
    given: "dataset_id: 01a22ad6…, payment_method_id: pm_1…",
    answer: "in_escrow, $12.00",
  },
  {
    tool: purchases.getPurchaseDownloadUrl.tool.name,
    given: "embed: true",
    answer: "143.5 kB; its bytes have this hash",
    isDone: true,
  },
  {
    tool: purchases.confirmPurchase.tool.name,
    given: "purchase_id: 01a2301c…",
    answer: "released, $12.00",
  },
];

export function AgentExample(): JSX.Element {
  return (
    <figure class="agent-run">
      <figcaption>
        <span>An agent, connected over MCP</span>
        <span class="agent-note">Example, shortened</span>
      </figcaption>
      <ol>
        <li>
          <span>You</span>
          <p safe>{wish}</p>
        </li>
        {steps.map(({ tool, given, answer, isDone }) => (
          <li>
            <span>Agent</span>
            <div>
              <p>
                <b safe>{tool}</b> <span safe>{given}</span>
              </p>
              <p class={isDone ? "agent-good" : undefined} safe>
                {answer}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </figure>
  );
}
