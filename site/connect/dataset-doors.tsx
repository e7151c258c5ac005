/** The snippets that connect an agent to look at one dataset, and the task to give it. */
import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import { clientDoors } from "../../market/discovery/connect/client-doors.ts";
import type { ClientDoor } from "../../market/discovery/connect/snippet.ts";
import { CopyBlock, Snippet } from "../scripts/copyable.tsx";

type Props = { dataset: DatasetDetail; baseUrl: string; mcpUrl: string };

/**
 * One way for each client, by sign-in if the client supports it. Keys appear only on the key's own
 * page.
 */
export function DatasetDoors({ dataset, baseUrl, mcpUrl }: Props): JSX.Element {
  const task = taskFor(dataset);
  const doors = clientDoors({ baseUrl, mcpUrl }, undefined, task);
  return (
    <div class="stack-s">
      <h3>With an agent</h3>
      <p class="small">Connect it once, then say:</p>
      <CopyBlock name="what to say" text={task} />
      {doors.map((door) => (
        <details>
          <summary safe>{door.name}</summary>
          <Door door={door} />
        </details>
      ))}
      <p class="small">
        <a href="/connect">Instructions for each client, and API keys</a>
      </p>
    </div>
  );
}

function Door({ door }: { door: ClientDoor }): JSX.Element {
  const bySignIn = door.snippets.filter(({ way }) => way === "sign-in");
  const snippets = bySignIn.length > 0 ? bySignIn : door.snippets;
  return (
    <div class="stack-s folded">
      <p class="small" safe>
        {door.steps.join(" ")}
      </p>
      {snippets.map(({ place, text }) => (
        <Snippet place={place} text={text} />
      ))}
    </div>
  );
}

/**
 * Contains only the id: the seller chose the title, and an agent would take it for the person's
 * words.
 */
function taskFor({ id, capabilities }: DatasetDetail): string {
  const look = `Look at dataset ${id} of the Dataset Marketplace`;
  if (capabilities.download) return `${look}, then download it.`;
  if (capabilities.buy) return `${look}, tell me what it costs, and buy it if I say yes.`;
  return `${look}, and tell me the state of its auction before you bid.`;
}
