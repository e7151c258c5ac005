/** How a file's tables refer to each other. */
import { counted } from "../../../market/counted.ts";
import { DIAGRAM_TABLES_MAX, KeyDiagram, ReferenceList } from "../charts/key-diagram.tsx";
import type { ViewData } from "./view-data.ts";

export function KeysView({ dataset, charts }: ViewData): JSX.Element {
  const references = charts?.references ?? [];
  if (references.length === 0) return "";
  const linked = new Set(references.flatMap(({ from, to }) => [from.table, to.table]));
  return (
    <section class="view" id="keys">
      <header>
        <h2>How the tables connect</h2>
        <span class="small muted" safe>
          {`${linked.size} of ${counted(dataset.tables.length, "table")} are linked`}
        </span>
      </header>
      {linked.size <= DIAGRAM_TABLES_MAX && (
        <KeyDiagram tables={dataset.tables} references={references} />
      )}
      <p class="small muted">
        A line joins a key to the column that refers to it. Links are found by the names and the
        values of columns.
      </p>
      <ReferenceList references={references} />
    </section>
  );
}
