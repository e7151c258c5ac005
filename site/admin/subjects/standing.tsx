/** A subject's state and owner, in search results and on its own page. */
import type { SubjectReference, SubjectView } from "../../../market/administration/schemas.ts";
import { Badge, Foreign, type Tone } from "../../kit/parts.tsx";

export const up = { href: "/admin", label: "Administration" };

export function subjectPath(kind: SubjectView["kind"], id: string): string {
  return kind === "purchase" ? `/admin/disputes/${id}` : `/admin/${kind}s/${id}`;
}

function stateTone(state: string): Tone {
  if (state === "suspended") return "bad";
  return state === "active" || state === "verified" ? "good" : "plain";
}

export function SubjectState({ subject }: { subject: SubjectView }): JSX.Element {
  const { state, suspension } = subject;
  return (
    <span class="row-actions">
      {(suspension === null || state !== "suspended") && (
        <Badge tone={stateTone(state)} label={state.replaceAll("_", " ")} />
      )}
      {suspension && <Badge tone="bad" label="suspended" />}
    </span>
  );
}

export function Owner({ owner }: { owner: SubjectReference | null }): JSX.Element {
  if (owner === null) return <span class="muted">—</span>;
  return (
    <a href={subjectPath(owner.kind, owner.id)}>
      <Foreign text={owner.label} />
    </a>
  );
}
