/** The readable reference: every operation of the API by subject, without scripts. */
import { Layout } from "../kit/layout.tsx";
import { Table } from "../kit/table.tsx";
import type { Field, Operation } from "./read-document.ts";

/** The operations of one tag in the document; `path`: its page. */
export type Subject = { name: string; path: string; operations: Operation[] };

export function subjectsOf(operations: Operation[]): Subject[] {
  return [...Map.groupBy(operations, ({ tag }) => tag)].map(([name, ofTag]) => {
    const path = `/reference/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
    return { name, path, operations: ofTag };
  });
}

/** One line for each operation, linked to its subject's page. */
export function ReferenceIndexPage({ subjects }: { subjects: Subject[] }): JSX.Element {
  const count = subjects.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <Layout title="API reference" kind="wide" description="Every operation of the API.">
      <div class="stack">
        <div class="stack-s">
          <h1>API reference</h1>
          <p class="lead">
            {count} operations. For programs: <a href="/openapi.json">the OpenAPI document</a>. To
            send calls from the browser: <a href="/reference/try">the console</a>, which needs
            JavaScript.
          </p>
        </div>
        {subjects.map(({ name, path, operations }) => (
          <section class="card stack-s">
            <h2>
              <a href={path} safe>
                {name}
              </a>{" "}
              <span class="muted">{operations.length}</span>
            </h2>
            <ul class="operations">
              {operations.map(({ id, call, summary }) => (
                <li id={id}>
                  <a href={`${path}#${id}`}>
                    <code safe>{call}</code>
                  </a>{" "}
                  <span class="muted" safe>
                    {summary}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Layout>
  );
}

type SubjectProps = { subject: Subject; subjects: Subject[] };

export function SubjectPage({ subject, subjects }: SubjectProps): JSX.Element {
  const { name, operations } = subject;
  const description = `API operations for ${name.toLowerCase()}.`;
  return (
    <Layout title={`${name} · API reference`} kind="wide" description={description}>
      <div class="stack">
        <div class="stack-s">
          <p class="small">
            <a href="/reference">‹ API reference</a>
          </p>
          <h1 safe>{name}</h1>
        </div>
        <nav aria-label="Subjects">
          <ul class="chips">
            {subjects.map((one) => (
              <li>
                <a href={one.path} aria-current={one === subject ? "page" : undefined} safe>
                  {one.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {operations.map((operation) => (
          <OperationCard operation={operation} isOpen={operations.length === 1} />
        ))}
      </div>
    </Layout>
  );
}

type CardProps = { operation: Operation; isOpen: boolean };

function OperationCard({ operation, isOpen }: CardProps): JSX.Element {
  const { id, call, summary, description, fields, statuses } = operation;
  return (
    <details class="card" id={id} open={isOpen}>
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
            columns={["Name", "In", "Description"]}
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

/** Text with code between backticks. */
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
