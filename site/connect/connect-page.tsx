import type { ClientDoor } from "../../market/discovery/connect/snippet.ts";
import { discoveryPaths } from "../../market/discovery/vocabulary.ts";
import { Layout } from "../kit/layout.tsx";
import { CopyBlock, Snippet } from "../scripts/copyable.tsx";
import { Script } from "../scripts/script.tsx";
import { DoorCard } from "./doors.tsx";

const SUMMARY =
  "Give your agent one address. It asks you to sign in, and you set what it may spend.";

export function ConnectPage(props: {
  baseUrl: string;
  mcpUrl: string;
  doors: ClientDoor[];
}): JSX.Element {
  const { baseUrl, mcpUrl, doors } = props;
  return (
    <Layout
      title="Connect your agent"
      description={SUMMARY}
      kind="wide"
      head={<Script name="copy.js" />}
    >
      <div class="stack">
        <div class="stack-s">
          <h1>Connect your agent</h1>
          <p class="lead" safe>
            {SUMMARY}
          </p>
        </div>
        <section class="card stack-m">
          <h2>The address</h2>
          <CopyBlock name="the address" text={mcpUrl} />
          <p>
            It serves MCP over streamable HTTP. Searching, previews and free datasets need no
            account. To buy, a client that can sign in asks you once; other clients send an{" "}
            <a href="/account/keys">API key</a> as a bearer token. Both have the limits that you
            set.
          </p>
          <p>
            The same over REST: <a href="/reference">the reference</a> and{" "}
            <a href="/openapi.json">the OpenAPI document</a>.
          </p>
        </section>
        <ForPrograms baseUrl={baseUrl} />
        <nav aria-label="Clients">
          <ul class="filters">
            {doors.map(({ id, name }) => (
              <li>
                <a href={`#${id}`} safe>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {doors.map((door) => (
          <DoorCard door={door} />
        ))}
      </div>
    </Layout>
  );
}

function ForPrograms({ baseUrl }: { baseUrl: string }): JSX.Element {
  const { skill, pythonWheel, clientPackage, checkSums } = discoveryPaths;
  const folder = "~/.claude/skills/dataset-market";
  return (
    <section class="card stack-m" id="programs">
      <h2>Terminal, code and skill</h2>
      <p>
        One line each, from this address, with the <a href={checkSums}>SHA-256 of every package</a>.
        The command line finds, buys, verifies and sells; it and the SDK need Node 20 or newer.
      </p>
      <Snippet place="Command line" text={`npx -y ${baseUrl}${clientPackage} search weather`} />
      <Snippet place="TypeScript" text={`npm install ${baseUrl}${clientPackage}`} />
      <Snippet place="Python 3.11 or newer" text={`pip install ${baseUrl}${pythonWheel}`} />
      <p>
        <a href={skill}>The skill</a> tells an agent how to find, check, buy and sell. Clients that
        support skills load it as a file; for other clients, paste it into the prompt.
      </p>
      <Snippet
        place="Claude Code"
        text={`mkdir -p ${folder} && curl -s ${baseUrl}${skill} -o ${folder}/SKILL.md`}
      />
    </section>
  );
}
