import type { AcceptanceView } from "../../../market/acceptance/view-schemas.ts";
import { Card, Time } from "../../kit/parts.tsx";
import { ChecksTable } from "./checks-table.tsx";

const states: Record<AcceptanceView["status"], string> = {
  pending:
    "The checks are running, usually for a few seconds. The file can be downloaded once they have passed.",
  passed: "The file passed all checks, so the seller was paid at once.",
  failed: "The file did not pass, so the payment was refunded.",
  undecided: "A check could not be evaluated. An administrator decides who gets the money.",
};

const waiting =
  "The checks run once the seller publishes a version in this period. Until one has passed, there is no download.";

/** The acceptance contract of a purchase, for either side. */
export function AcceptanceCard({ acceptance }: { acceptance: AcceptanceView | null }): JSX.Element {
  if (acceptance === null) return "";
  const { status, results, decided_at, trouble, dataset_version: version } = acceptance;
  return (
    <Card title="Acceptance contract">
      <p safe>{version === null ? waiting : states[status]}</p>
      {decided_at !== null && (
        <p class="small muted">
          Version {version}, evaluated <Time at={decided_at} />
        </p>
      )}
      {status === "pending" && trouble !== null && (
        <p class="small muted" safe>{`The last attempt failed: ${trouble}`}</p>
      )}
      {results.length > 0 && <ChecksTable results={results} />}
    </Card>
  );
}
