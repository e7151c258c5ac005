/** `/problems` and `/problems/{code}`: explanations of the API's problem codes. */
import type { ExplainedProblem } from "../../market/problem/schemas.ts";
import { Layout } from "../kit/layout.tsx";
import { Facts } from "../kit/parts.tsx";
import { publicPage } from "../kit/respond.ts";
import { Table } from "../kit/table.tsx";

const resolutionWords: Record<ExplainedProblem["resolution"], string> = {
  retry: "Repeat it later",
  fix_request: "Correct the request",
  authenticate: "Send a valid token",
  pay: "Pay first",
  ask_owner: "Ask the human owner",
  none: "Nothing: repeating the call does not help",
};

const SUMMARY = "Every problem code: what it means and what to do.";

export function problemCodePage(problem: ExplainedProblem): Promise<Response> {
  return publicPage(<ProblemCodePage {...problem} />);
}

export function problemCodesPage(problems: ExplainedProblem[]): Promise<Response> {
  return publicPage(<ProblemCodesPage problems={problems} />);
}

function ProblemCodePage(problem: ExplainedProblem): JSX.Element {
  return (
    <Layout title={problem.title} description={problem.meaning}>
      <div class="card stack">
        <div class="stack-s">
          <h1 safe>{problem.title}</h1>
          <p>
            <code safe>{problem.code}</code>
          </p>
        </div>
        <section class="stack-s">
          <h2>What it means</h2>
          <Words text={problem.meaning} />
        </section>
        <section class="stack-s">
          <h2>What to do</h2>
          <Words text={problem.what_to_do} />
        </section>
        <Facts
          facts={[
            ["HTTP status", String(problem.status)],
            ["Resolution", <ResolutionWords of={problem.resolution} />],
          ]}
        />
        <div class="actions">
          <a class="button plain" href="/problems">
            All codes
          </a>
        </div>
      </div>
    </Layout>
  );
}

function ProblemCodesPage(props: { problems: ExplainedProblem[] }): JSX.Element {
  return (
    <Layout title="Problem codes" description={SUMMARY} kind="wide">
      <div class="stack">
        <div class="stack-s">
          <h1>Problem codes</h1>
          <p class="lead">{SUMMARY}</p>
          <p>
            A refusal is a problem document (RFC 9457). Its <code>type</code> is the address of one
            of these pages, which answers programs in JSON.
          </p>
        </div>
        <Table
          caption="Problem codes"
          columns={["Code", { label: "Status", kind: "number" }, "In words", "What to do"]}
          rows={props.problems.map(({ code, status, title, resolution }) => [
            <a href={`/problems/${code}`}>
              <code safe>{code}</code>
            </a>,
            String(status),
            <span safe>{title}</span>,
            <span safe>{resolutionWords[resolution]}</span>,
          ])}
        />
      </div>
    </Layout>
  );
}

function ResolutionWords(props: { of: ExplainedProblem["resolution"] }): JSX.Element {
  return (
    <>
      <span safe>{resolutionWords[props.of]}</span> (<code safe>{props.of}</code>)
    </>
  );
}

/** Text with names between backticks. */
function Words(props: { text: string }): JSX.Element {
  const parts = props.text.split("`");
  return (
    <p>
      {parts.map((part, index) =>
        index % 2 === 1 ? <code safe>{part}</code> : <span safe>{part}</span>,
      )}
    </p>
  );
}
