/** The Use tab: code that reads or buys the dataset, an agent's way, and how to cite it. */
import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";
import { DatasetDoors } from "../../../connect/dataset-doors.tsx";
import { Snippet } from "../../../scripts/copyable.tsx";
import { boughtSnippets, PURCHASE_PLACEHOLDER, snippetsOf } from "./snippets.ts";

export type UseTabProps = { dataset: DatasetDetail; baseUrl: string; mcpUrl: string };

export function UseTab({ dataset, baseUrl, mcpUrl }: UseTabProps): JSX.Element {
  const snippets = snippetsOf(dataset);
  return (
    <section class="card stack-m" id="use">
      <h2>{dataset.capabilities.download ? "Use it" : "Get it"}</h2>
      {snippets.map(({ title, text }) => (
        <Snippet place={title} text={text} />
      ))}
      {!dataset.capabilities.download && <OnceBought {...{ dataset, baseUrl }} />}
      <DatasetDoors {...{ dataset, baseUrl, mcpUrl }} />
    </section>
  );
}

function OnceBought({ dataset, baseUrl }: Omit<UseTabProps, "mcpUrl">): JSX.Element {
  const address = `${baseUrl}/purchases/${PURCHASE_PLACEHOLDER}`;
  const hasTable = dataset.links.query !== undefined;
  return (
    <details>
      <summary>Read it after purchase</summary>
      <div class="stack-s folded">
        <p class="small">
          The purchase's id is in the response to the buy call and on the purchase's page.
        </p>
        {boughtSnippets(address, { hasTable }).map(({ title, text }) => (
          <Snippet place={title} text={text} />
        ))}
      </div>
    </details>
  );
}
