/** What to type to use or to buy the dataset, with its id filled in. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { DatasetDoors } from "../../connect/dataset-doors.tsx";
import { Snippet } from "../../scripts/copyable.tsx";
import { snippetsOf } from "./snippets.ts";

type UseItProps = { dataset: DatasetDetail; baseUrl: string; mcpUrl: string };

export function UseIt({ dataset, baseUrl, mcpUrl }: UseItProps): JSX.Element {
  const snippets = snippetsOf(dataset);
  return (
    <section class="card stack-m" id="use">
      <h2>{dataset.capabilities.download ? "Use it" : "Get it"}</h2>
      {snippets.map(({ title, text }) => (
        <Snippet place={title} text={text} />
      ))}
      <DatasetDoors {...{ dataset, baseUrl, mcpUrl }} />
    </section>
  );
}
