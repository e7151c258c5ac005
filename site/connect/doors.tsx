import type {
  ClientDoor,
  Snippet as SnippetText,
  Way,
} from "../../market/discovery/connect/snippet.ts";
import { Snippet } from "../scripts/copyable.tsx";

const wayTitles: Record<Way, string> = {
  "sign-in": "By signing in",
  key: "With an API key",
};

/** One client: instructions, links, and the snippets for both ways, sign-in first. */
export function DoorCard({ door }: { door: ClientDoor }): JSX.Element {
  const ways = (["sign-in", "key"] as const).filter((way) => ofWay(door, way).length > 0);
  return (
    <section class="card stack-m" id={door.id}>
      <h2 safe>{door.name}</h2>
      <Steps steps={door.steps} />
      {door.links.length > 0 && <Links door={door} />}
      {ways.map((way) => (
        <div class="stack-s">
          <h3 safe>{wayTitles[way]}</h3>
          <Snippets snippets={ofWay(door, way)} />
        </div>
      ))}
    </section>
  );
}

/** The clients that accept a key, folded, with the key filled in. */
export function KeyedDoors({ doors }: { doors: ClientDoor[] }): JSX.Element {
  return (
    <div class="stack-s">
      {doors
        .filter((door) => ofWay(door, "key").length > 0)
        .map((door) => (
          <details>
            <summary safe>{door.name}</summary>
            <div class="stack-s folded">
              <Snippets snippets={ofWay(door, "key")} />
            </div>
          </details>
        ))}
    </div>
  );
}

function Steps({ steps }: { steps: string[] }): JSX.Element {
  if (steps.length === 1) return <p safe>{steps.join("")}</p>;
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li safe>{step}</li>
      ))}
    </ol>
  );
}

function Links({ door }: { door: ClientDoor }): JSX.Element {
  return (
    <p class="actions">
      {door.links.map(({ label, href }) => (
        <a class="button plain" href={href} safe>
          {label}
        </a>
      ))}
    </p>
  );
}

function Snippets({ snippets }: { snippets: SnippetText[] }): JSX.Element {
  return (
    <>
      {snippets.map(({ place, text }) => (
        <Snippet place={place} text={text} />
      ))}
    </>
  );
}

const ofWay = ({ snippets }: ClientDoor, way: Way) =>
  snippets.filter((snippet) => snippet.way === way);
