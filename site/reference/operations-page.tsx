/** The reference to read: every operation of the API, on the server, complete without a script. */
import { Layout } from "../kit/layout.tsx";
import { Table } from "../kit/table.tsx";
import type { Field, Operation } from "./read-document.ts";

export function OperationsPage({ operations }: { operations: Operation[] }): JSX.Element {
  const byTag = [...Map.groupBy(operations, ({ tag }) => tag)];
  return (
    <Layout title="API reference" kind="wide" description="Every operation of the API.">
      <div class="stack">
        <div class="stack-s">
          <h1>API reference</h1>
          <p class="lead">
            {operations.length} operations. The same facts for programs:{" "}
            <a href="/openapi.json">the OpenAPI document</a>. To send calls from the browser:{" "}
            <a href="/reference/try">the console</a>, which needs scripts.
          </p>
        </div>
        <nav aria-label="Subjects">
          <ul class="chips">
            {byTag.map(([tag, ofTag]) => (
              <li>
                <a class="chip" href={`#${anchorOf(tag)}`}>
                  <span safe>{tag}</span> <span class="muted">{ofTag.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {byTag.map(([tag, ofTag]) => (
          <section class="stack-s" aria-labelledby={anchorOf(tag)}>
            <h2 id={anchorOf(tag)} safe>
              {tag}
            </h2>
            {ofTag.map((operation) => (
              <OperationCard operation={operation} />
            ))}
          </section>
        ))}
      </div>
    </Layout>
  );
}

const anchorOf = (tag: string) => `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;

function OperationCard({ operation }: { operation: Operation }): JSX.Element {
  const { id, call, summary, description, fields, statuses } = operation;
  return (
    <details class="card" id={id}>
      <summary>
        <code safe>{call}</code> <span safe>{summary}</span>
      </summary>
      <div class="stack-s">
        <p>
          <Words text={description} />
        </p>
        {fields.length > 0 && (
          <Table
            caption={`What ${call} takes`}
            columns={["Name", "In", "What it is"]}
            rows={fields.map(fieldCells)}
          />
        )}
        <p class="muted small" safe>{`Answers: ${statuses.join(", ")}`}</p>
      </div>
    </details>
  );
}

function fieldCells({ name, where, isRequired, words }: Field): JSX.Element[] {
  return [
    <span class="lines">
      <code safe>{name}</code>
      {isRequired && <span class="muted small">required</span>}
    </span>,
    <span safe>{where}</span>,
    <span>
      <Words text={words} />
    </span>,
  ];
}

/** Code stands between backticks; all else is text. */
function Words({ text }: { text: string }): JSX.Element {
  return (
    <>
      {text
        .split("`")
        .map((part, index) =>
          index % 2 === 1 ? <code safe>{part}</code> : <span safe>{part}</span>,
        )}
    </>
  );
}
