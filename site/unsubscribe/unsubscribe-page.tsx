/** The pages for ending mails about saved searches: the question and the confirmation. */
import { Layout } from "../kit/layout.tsx";
import { Foreign } from "../kit/parts.tsx";

/** `names`: the searches with mails; empty: there is nothing to end. */
export function UnsubscribePage({ names, path }: { names: string[]; path: string }): JSX.Element {
  if (names.length === 0) return <UnsubscribedPage />;
  return (
    <Layout title="Stop these e-mails">
      <div class="card stack">
        <div class="stack-s">
          <h1>Unsubscribe from these e-mails?</h1>
          <p>You receive e-mails about matches of these saved searches:</p>
          <ul>
            {names.map((name) => (
              <li>
                <Foreign text={name} />
              </li>
            ))}
          </ul>
          <p class="muted">The searches stay, and your agents still get events about matches.</p>
        </div>
        <form method="post" action={path}>
          <button class="button primary" type="submit">
            Unsubscribe
          </button>
        </form>
      </div>
    </Layout>
  );
}

export function UnsubscribedPage(): JSX.Element {
  return (
    <Layout title="You are unsubscribed">
      <div class="card stack-s">
        <h1>You are unsubscribed</h1>
        <p>
          You receive no more e-mails about these saved searches. You can turn them on again at{" "}
          <a href="/account/saved-searches">your saved searches</a>.
        </p>
      </div>
    </Layout>
  );
}
