/** Shows how programs read the purchased file, with the purchase's id filled in. */
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { boughtSnippets } from "../../catalogue/dataset/use/snippets.ts";
import { sqlPath } from "../../catalogue/sql/sql-form.tsx";
import { Card } from "../../kit/parts.tsx";
import { Snippet } from "../../scripts/copyable.tsx";

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
        With an <a href="/account/keys">API key</a> with the scope “read”. The download addresses in
        its answers work for a minute. The key's page has the profile file of Delta Sharing.
      </p>
      {hasTable && (
        <p class="small">
          {"Without a program: "}
          <a href={sqlPath(datasetId)}>query its rows with SQL</a>.
        </p>
      )}
      {boughtSnippets(links.self, { hasTable, datasetId }).map(({ title, text }) => (
        <Snippet place={title} text={text} />
      ))}
    </Card>
  );
}
