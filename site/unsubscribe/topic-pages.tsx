/** The pages for ending one kind of mail: the question and the confirmation. */
import { type OptionalTopic, optionalTopics } from "../../market/mail/topics.ts";
import { Layout } from "../kit/layout.tsx";

export function EndTopicPage(props: { topic: OptionalTopic; path: string }): JSX.Element {
  const { label, what } = optionalTopics[props.topic];
  return (
    <Layout title="Stop these e-mails">
      <div class="card stack">
        <div class="stack-s">
          <h1>Unsubscribe from these e-mails?</h1>
          <p>
            <strong safe>{label}</strong>: <span safe>{what}</span>
          </p>
          <p class="muted">
            We always send e-mails about your money and about who may act for you.
          </p>
        </div>
        <form method="post" action={props.path}>
          <button class="button primary" type="submit">
            Unsubscribe
          </button>
        </form>
      </div>
    </Layout>
  );
}

export function TopicEndedPage({ topic }: { topic: OptionalTopic }): JSX.Element {
  return (
    <Layout title="You are unsubscribed">
      <div class="card stack-s">
        <h1>You are unsubscribed</h1>
        <p>
          You receive no more e-mails about this: <span safe>{optionalTopics[topic].label}</span>.
          You can turn them on again at <a href="/account/mails">your e-mail settings</a>.
        </p>
      </div>
    </Layout>
  );
}
