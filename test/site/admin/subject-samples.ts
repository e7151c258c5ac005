/** An administrator's search results: one of each kind, for the tests of each page. */
import type { SubjectView } from "../../../market/administration/schemas.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

export function sampleSubjects(name: string): SubjectView[] {
  const created_at = isoAt(-40);
  const reason = `Sells what is not its own. ${name}`;
  return [
    {
      kind: "account",
      id: sampleId(11),
      label: "s***@example.com",
      state: "active",
      suspension: null,
      owner: null,
      created_at,
    },
    {
      kind: "agent",
      id: sampleId(2),
      label: name,
      state: "verified",
      suspension: { by: "account", reason, suspended_at: isoAt(-1) },
      owner: { kind: "account", id: sampleId(11), label: "s***@example.com" },
      created_at,
    },
    {
      kind: "listing",
      id: sampleId(3),
      label: longTitle,
      state: "suspended",
      suspension: { by: "listing", reason, suspended_at: isoAt(-1) },
      owner: { kind: "agent", id: sampleId(2), label: name },
      created_at,
    },
    {
      kind: "purchase",
      id: sampleId(4),
      label: name,
      state: "in_escrow",
      suspension: null,
      owner: { kind: "account", id: sampleId(12), label: "b***@example.com" },
      created_at,
    },
  ];
}
