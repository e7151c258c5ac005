import { checkWords, expectedWords, unitOf } from "../../../market/acceptance/result-words.ts";
import type { AcceptanceResult } from "../../../market/acceptance/results.ts";
import { formatNumber } from "../../kit/format.ts";
import { Badge, Foreign } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";

const verdicts = {
  true: { label: "Passed", tone: "good" },
  false: { label: "Failed", tone: "bad" },
  null: { label: "Not evaluated", tone: "plain" },
} as const;
const verdictOf = (passed: boolean | null) => verdicts[`${passed}`];

/** What the checks of a contract found. */
export function ChecksTable({ results }: { results: readonly AcceptanceResult[] }): JSX.Element {
  return (
    <Table
      caption="Checks of the acceptance contract"
      columns={["Check", "Expected", "Found", "Result"]}
      rows={results.map(checkCells)}
    />
  );
}

function checkCells(result: AcceptanceResult): JSX.Element[] {
  const { title, expected, figure, passed, query, detail } = result;
  const isRead = figure !== null || detail !== null;
  return [
    <>
      <Foreign text={checkWords(title)} />
      {query !== null && (
        <details class="small">
          <summary>SQL</summary>
          <code safe>{query}</code>
        </details>
      )}
    </>,
    <Foreign text={expectedWords(expected)} />,
    isRead ? (
      <Foreign text={figure === null ? (detail ?? "") : shownFigure(figure, expected)} />
    ) : (
      "–"
    ),
    <Badge {...verdictOf(passed)} />,
  ];
}

const shownFigure = (figure: string | number | boolean, expected: string): string =>
  typeof figure === "number" ? `${formatNumber(figure)}${unitOf(expected)}` : String(figure);
