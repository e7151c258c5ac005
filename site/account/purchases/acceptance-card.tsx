import type { AcceptanceView } from "../../../market/acceptance/view-schemas.ts";
import { Badge, Card, Foreign, Time } from "../../kit/parts.tsx";

const states: Record<AcceptanceView["status"], string> = {
  pending: "The checks are running. This takes a few seconds; nobody can download the file before.",
  passed: "The file passed all checks, so the seller was paid at once.",
  failed: "The file did not pass, so the payment was refunded.",
  undecided: "A check could not be evaluated. An administrator decides who gets the money.",
};

const verdicts = {
  true: { label: "Passed", tone: "good" },
  false: { label: "Failed", tone: "bad" },
  null: { label: "Not evaluated", tone: "plain" },
} as const;
const verdictOf = (passed: boolean | null) => verdicts[`${passed}`];

/** The acceptance contract of a purchase, for either side. */
export function AcceptanceCard({ acceptance }: { acceptance: AcceptanceView | null }): JSX.Element {
  if (acceptance === null) return "";
  const { status, results, decided_at, trouble } = acceptance;
  return (
    <Card title="Acceptance contract">
      <p safe>{states[status]}</p>
      {decided_at !== null && (
        <p class="small muted">
          Evaluated <Time at={decided_at} />
        </p>
      )}
      {status === "pending" && trouble !== null && (
        <p class="small muted" safe>{`The last attempt failed: ${trouble}`}</p>
      )}
      {results.length > 0 && (
        <section class="scroll" tabindex="0" aria-label="Checks">
          <table>
            <thead>
              <tr>
                <th scope="col">Check</th>
                <th scope="col">Expected</th>
                <th scope="col">Found</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {results.map(({ title, expected, figure, passed, query, detail }) => (
                <tr>
                  <th scope="row">
                    <Foreign text={title} />
                    {query !== null && (
                      <details class="small">
                        <summary>SQL</summary>
                        <code safe>{query}</code>
                      </details>
                    )}
                  </th>
                  <td>
                    <Foreign text={expected} />
                  </td>
                  <td>
                    {figure === null ? (
                      <Foreign text={detail ?? "–"} />
                    ) : (
                      <Foreign text={String(figure)} />
                    )}
                  </td>
                  <td>
                    <Badge {...verdictOf(passed)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}
