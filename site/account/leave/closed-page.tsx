import { Layout } from "../../kit/layout.tsx";

export function ClosedPage(): JSX.Element {
  return (
    <Layout title="Your account is closed">
      <div class="stack">
        <h1>Your account is closed</h1>
        <p class="lead">
          You are signed out everywhere, and nothing acts for you any more. A mail confirms it.
        </p>
        <p>
          Signing in again makes a new, empty account. <a href="/">Go to the first page</a>
        </p>
      </div>
    </Layout>
  );
}
