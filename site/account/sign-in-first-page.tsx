/** Forwards the browser to the sign-in, because an answer to a form may not leave this site. */
import { Layout } from "../kit/layout.tsx";
import { signInPath } from "../kit/local-path.ts";

/** `next`: the page to return to after signing in. */
export function SignInFirstPage({ next }: { next: string }): JSX.Element {
  const href = signInPath(next);
  return (
    <Layout title="Sign in to continue" goesOnTo={href}>
      <div class="card stack">
        <h1>Sign in to continue</h1>
        <p>You are signed out. The sign-in opens automatically; if it does not, use this link.</p>
        <div class="actions">
          <a class="button primary" href={href}>
            Sign in
          </a>
        </div>
      </div>
    </Layout>
  );
}
