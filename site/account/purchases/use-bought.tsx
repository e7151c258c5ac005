/** Shows how programs read the purchased file, with the purchase's id filled in. */
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { SnippetTabs } from "../../catalogue/dataset/use/snippet-tabs.tsx";
import { boughtSnippets } from "../../catalogue/dataset/use/snippets.ts";
import { sqlPath } from "../../catalogue/sql/sql-form.tsx";
import { Card } from "../../kit/parts.tsx";

/** Formats that never hold a table. Any other file may. */
const formatsWithoutTable = new Set(["zip"]);

type Props = { purchase: Pick<PurchaseView, "capabilities" | "dataset_id" | "format" | "links"> };

export function UseBought({ purchase }: Props): JSX.Element {
  const { capabilities, dataset_id: datasetId, format, links } = purchase;
  if (!capabilities.download || links.self === undefined) return "";
  const hasTable = format !== null && !formatsWithoutTable.has(format);
  return (
    <Card title="Use it in a program">
      <p class="small muted">
        You need an <a href="/account/keys">API key</a> with the scope “read”. A download address
        works for one minute. The profile file for Delta Sharing is on the key's page.
      </p>
      {hasTable && (
        <p class="small">
          {"Without a program: "}
          <a href={sqlPath(datasetId)}>query its rows with SQL</a>.
        </p>
      )}
      <SnippetTabs name="bought" snippets={boughtSnippets(links.self, { hasTable, datasetId })} />
    </Card>
  );
}
