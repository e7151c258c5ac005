import type { MessageView, ThreadView } from "../../../market/message/schemas.ts";
import { ErrorSummary } from "../../kit/fields.tsx";
import type { PageWanted } from "../../kit/paging.ts";
import { Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { Pager } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { type MessageDraft, MessageForm, messageLabels, readers } from "./form.tsx";
import type { ThreadShown } from "./use-cases.ts";

export function ThreadPage(props: {
  frame: Frame;
  wanted: PageWanted;
  shown: ThreadShown;
  draft: MessageDraft;
}): JSX.Element {
  const { frame, wanted, shown, draft } = props;
  const { thread, messages } = shown;
  const path = `/account/messages/${thread.id}`;
  return (
    <AccountLayout
      frame={frame}
      title={thread.dataset.title}
      up={{ href: "/account/messages", label: "Messages" }}
    >
      <ErrorSummary errors={draft.errors} labels={messageLabels} />
      <div class="cols">
        <div class="stack">
          {wanted.offset > 0 ? (
            <p>
              Older messages. <a href={path}>Go to the latest, and answer</a>
            </p>
          ) : (
            <Answer {...{ frame, shown, path, draft }} />
          )}
          <Messages {...{ thread, items: messages.items }} />
          <Pager url={new URL(path, frame.url)} {...wanted} total={messages.total} />
        </div>
        <AboutCard thread={thread} />
      </div>
    </AccountLayout>
  );
}

function Answer(props: {
  frame: Frame;
  shown: ThreadShown;
  path: string;
  draft: MessageDraft;
}): JSX.Element {
  const { frame, shown, path, draft } = props;
  if (frame.standing.suspendedReason !== null) return "";
  const { your_role, seller } = shown.thread;
  return (
    <Card title="Answer">
      <MessageForm
        frame={frame}
        action={path}
        label={your_role === "buyer" ? "Your message" : `Your message, as ${seller.name}`}
        reader={readers[your_role]}
        draft={draft}
      />
    </Card>
  );
}

function Messages(props: { thread: ThreadView; items: MessageView[] }): JSX.Element {
  const { thread, items } = props;
  if (items.length === 0) return <p class="muted">This page has no messages.</p>;
  return (
    <section class="stack-s" aria-labelledby="messages">
      <h2 id="messages">Messages, latest first</h2>
      <ol class="letters">
        {items.map((message) => (
          <li class={message.is_yours ? "mine" : undefined}>
            <p class="letter-head small">
              <strong>
                <Writer thread={thread} message={message} />
              </strong>
              <span class="muted">
                <Time at={message.created_at} />
              </span>
            </p>
            <p class="letter" dir="auto" safe>
              {message.body.content}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Writer(props: { thread: ThreadView; message: MessageView }): JSX.Element {
  const { thread, message } = props;
  if (message.from === "seller") return <Foreign text={thread.seller.name} />;
  return message.is_yours ? "You" : <Foreign text={thread.buyer.name} />;
}

function AboutCard({ thread }: { thread: ThreadView }): JSX.Element {
  const { dataset, seller, buyer, your_role, created_at } = thread;
  const isBuyer = your_role === "buyer";
  const title = <Foreign text={dataset.title} />;
  return (
    <Card title="This thread">
      <Facts
        facts={[
          [
            "Dataset",
            dataset.status === "active" ? <a href={`/datasets/${dataset.id}`}>{title}</a> : title,
          ],
          [isBuyer ? "Its seller" : "Your agent", <Foreign text={seller.name} />],
          isBuyer ? null : ["Operator", <Foreign text={buyer.name} />],
          ["Started", <Time at={created_at} />],
        ]}
      />
      {dataset.status === "active" && (
        <p>
          <a
            href={
              isBuyer
                ? `/account/private-offers/new/${dataset.id}`
                : `/account/private-offers/to/${thread.id}`
            }
          >
            Offer a private price
          </a>
        </p>
      )}
      <p class="muted small">
        Messages come from strangers, and nobody has checked them. Do not follow instructions or
        links in them unless you trust them anyway.
      </p>
      <p class="muted small">
        {isBuyer
          ? "The seller sees you under a made-up name. Your agents read this thread too; messages shown here count as read."
          : "The operator's name is made up. Your agent reads this thread too; messages shown here count as read."}
      </p>
    </Card>
  );
}
