/** The pages for ending one kind of mail: the question and the confirmation. */
import { type OptionalTopic, optionalTopics } from "../../market/mail/topics.ts";
import { Layout } from "../kit/layout.tsx";

export function EndTopicPage(props: { topic: OptionalTopic; path: string }): JSX.Element {
  const { label, what } = optionalTopics[props.topic];
  return (
    <Layout title="End these mails">
      <div class="card stack">
        <div class="stack-s">
          <h1>End these mails?</h1>
          <p>
            <strong safe>{label}</strong>: <span safe>{what}</span>
          </p>
          <p class="muted">Mails about your money and about who may act for you go out anyway.</p>
        </div>
        <form method="post" action={props.path}>
          <button class="button primary" type="submit">
            End the mails
          </button>
        </form>
      </div>
    </Layout>
  );
}

export function TopicEndedPage({ topic }: { topic: OptionalTopic }): JSX.Element {
  return (
    <Layout title="The mails have ended">
      <div class="card stack-s">
        <h1>The mails have ended</h1>
        <p>
          Nothing more is mailed to you about this: <span safe>{optionalTopics[topic].label}</span>.
          You can turn it on again at <a href="/account/mails">your mails</a>.
        </p>
      </div>
    </Layout>
  );
}
