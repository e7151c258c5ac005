import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { partId, type Runbook } from "./read-runbook.ts";

const path = "/admin/operations/runbook";

export function RunbookPage({ frame, runbook }: { frame: Frame; runbook: Runbook }): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title="Runbook"
      lead="For each alert: its meaning, where to look, what to do, and when it is over."
      up={{ href: "/admin/operations", label: "Operations" }}
    >
      <nav aria-label="Parts of the runbook">
        <PartLinks names={runbook.parts} />
      </nav>
      <div class="prose">{runbook.html as "safe"}</div>
    </AccountLayout>
  );
}

/** "What to do: QueueOld, QueueUnreadable", each linked to its section. */
export function RunbookLinks({ names }: { names: readonly string[] }): JSX.Element {
  return (
    <p class="small">
      {"What to do: "}
      <PartLinks names={names} />
    </p>
  );
}

function PartLinks({ names }: { names: readonly string[] }): JSX.Element {
  return (
    <>
      {names.map((name, index) => (
        <>
          {index > 0 && ", "}
          <a href={`${path}#${partId(name)}`} safe>
            {name}
          </a>
        </>
      ))}
    </>
  );
}
