/** The Use tab: code that reads or buys the dataset, an agent's way, and how to cite it. */
import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";
import { DatasetDoors } from "../../../connect/dataset-doors.tsx";
import { Foreign } from "../../../kit/parts.tsx";
import { CopyBlock } from "../../../scripts/copyable.tsx";
import { bibtexOf, citationOf } from "./cite.ts";
import { SnippetTabs } from "./snippet-tabs.tsx";
import {
  boughtSnippets,
  mcpSnippet,
  PURCHASE_PLACEHOLDER,
  packageSnippets,
  snippetsOf,
} from "./snippets.ts";

type UseTabProps = { dataset: DatasetDetail; baseUrl: string; mcpUrl: string };

export function UseTab({ dataset, baseUrl, mcpUrl }: UseTabProps): JSX.Element {
  const isFree = dataset.capabilities.download;
  const snippets = [
    ...snippetsOf(dataset),
    ...packageSnippets(dataset, baseUrl),
    mcpSnippet(dataset, mcpUrl),
  ];
  return (
    <>
      <section class="card stack-m" id="use">
        <h2>{isFree ? "Use this dataset" : "Buy with an API key"}</h2>
        <SnippetTabs name="use" {...{ snippets }} />
        <DatasetDoors {...{ dataset, baseUrl, mcpUrl }} />
      </section>
      {!isFree && <OnceBought {...{ dataset, baseUrl }} />}
      <section class="card stack-m" id="cite">
        <h2>Cite</h2>
        <p>
          <Foreign text={citationOf(dataset)} />
        </p>
        <CopyBlock name="BibTeX" text={bibtexOf(dataset)} />
      </section>
    </>
  );
}

function OnceBought({ dataset, baseUrl }: Omit<UseTabProps, "mcpUrl">): JSX.Element {
  const address = `${baseUrl}/purchases/${PURCHASE_PLACEHOLDER}`;
  const hasTable = dataset.links.query !== undefined;
  return (
    <section class="card stack-m" id="bought">
      <h2>Read it after purchase</h2>
      <p class="small">
        The purchase's id is in the response to the buy call and on the purchase's page.
      </p>
      <SnippetTabs
        name="bought"
        snippets={boughtSnippets(address, { hasTable, datasetId: dataset.id })}
      />
    </section>
  );
}
