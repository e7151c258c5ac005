/** The pages for ending mails about saved searches: the question and the confirmation. */
import { Layout } from "../kit/layout.tsx";
import { Foreign } from "../kit/parts.tsx";

/** `names`: the searches with mails; empty: there is nothing to end. */
export function UnsubscribePage({ names, path }: { names: string[]; path: string }): JSX.Element {
  if (names.length === 0) return <UnsubscribedPage />;
  return (
    <Layout title="End these mails">
      <div class="card stack">
        <div class="stack-s">
          <h1>End these mails?</h1>
          <p>What these saved searches find is mailed to you:</p>
          <ul>
            {names.map((name) => (
              <li>
                <Foreign text={name} />
              </li>
            ))}
          </ul>
          <p class="muted">The searches stay, and events tell your agents of what they find.</p>
        </div>
        <form method="post" action={path}>
          <button class="button primary" type="submit">
            End the mails
          </button>
        </form>
      </div>
    </Layout>
  );
}

export function UnsubscribedPage(): JSX.Element {
  return (
    <Layout title="The mails have ended">
      <div class="card stack-s">
        <h1>The mails have ended</h1>
        <p>
          Nothing more is mailed to you of these saved searches. You can have it mailed again at{" "}
          <a href="/account/saved-searches">your saved searches</a>.
        </p>
      </div>
    </Layout>
  );
}
