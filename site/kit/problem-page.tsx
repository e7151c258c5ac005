import { Icon } from "./icons.tsx";
import { Layout, type Viewer } from "./layout.tsx";
import { privatePage } from "./respond.ts";

export type PageProblem = {
  status: number;
  title: string;
  detail: string;
  /** Shown so that the person can quote it to support. */
  requestId?: string | undefined;
  action?: { href: string; label: string } | undefined;
  viewer?: Viewer;
  retryAfterSeconds?: number | undefined;
  cookies?: string[];
  /** Further elements below the message. */
  more?: JSX.Element;
};

/** A refusal or an error as a page for people; the API's problem documents are for programs. */
export function problemPage(problem: PageProblem): Promise<Response> {
  const { retryAfterSeconds, cookies = [] } = problem;
  const headers = cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  if (retryAfterSeconds !== undefined) headers.push(["retry-after", String(retryAfterSeconds)]);
  return privatePage(<ProblemPage {...problem} />, { status: problem.status, headers });
}

function ProblemPage(problem: PageProblem): JSX.Element {
  const { action } = problem;
  return (
    <Layout title={problem.title} viewer={problem.viewer}>
      <div class="card stack">
        <div class={problem.status >= 500 ? "mark bad" : "mark warn"}>
          <Icon name="alert" />
        </div>
        <div class="stack-s">
          <h1 safe>{problem.title}</h1>
          <p safe>{problem.detail}</p>
        </div>
        {problem.more ?? ""}
        {problem.requestId ? (
          <p class="muted small">
            Request <code safe>{problem.requestId}</code>
          </p>
        ) : (
          ""
        )}
        {action ? (
          <div class="actions">
            <a class="button primary" href={action.href} safe>
              {action.label}
            </a>
          </div>
        ) : (
          ""
        )}
      </div>
    </Layout>
  );
}
