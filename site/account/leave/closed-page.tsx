import { Layout } from "../../kit/layout.tsx";

export function ClosedPage(): JSX.Element {
  return (
    <Layout title="Your account is closed">
      <div class="stack">
        <h1>Your account is closed</h1>
        <p class="lead">
          You are signed out everywhere, and no key, program or agent acts for you any more. We
          confirm this by e-mail.
        </p>
        <p>
          Signing in again creates a new, empty account. <a href="/">Go to the home page</a>
        </p>
      </div>
    </Layout>
  );
}
