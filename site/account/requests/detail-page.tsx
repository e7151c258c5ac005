import { counted } from "../../../market/counted.ts";
import type { AnswerView } from "../../../market/request/answer-schemas.ts";
import type { OwnDataRequestView } from "../../../market/request/schemas.ts";
import { BountyCard, DeliveryVerdict } from "../../board/bounty-card.tsx";
import {
  AnswerHead,
  AnswerWords,
  RemovedReason,
  RequestState,
  WishCard,
} from "../../board/parts.tsx";
import { Confirm, PostButton } from "../../kit/fields.tsx";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Card } from "../../kit/parts.tsx";
import { Pager } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { BankCard } from "../purchases/bank-card.tsx";

type Props = {
  frame: Frame;
  wanted: PageWanted;
  request: OwnDataRequestView;
  answers: PageOf<AnswerView>;
  now: Date;
};

export function RequestPage({ frame, wanted, request, answers, now }: Props): JSX.Element {
  const { removed_reason } = request;
  const path = `${paths.requests}/${request.id}`;
  return (
    <AccountLayout
      frame={frame}
      title={request.title}
      up={{ href: paths.requests, label: "Data requests" }}
    >
      <div class="row-actions">
        <RequestState request={request} />
      </div>
      {removed_reason !== null && (
        <Card title="Removed">
          <RemovedReason reason={removed_reason} />
          <p>Nobody else sees the request any more. You can post another one.</p>
        </Card>
      )}
      <div class="cols">
        <section class="stack-s" aria-labelledby="answers">
          <h2 id="answers" safe>
            {answers.total === 0
              ? "No answer yet"
              : `${counted(answers.total, "answer")}, the latest first`}
          </h2>
          {answers.total > 0 && (
            <p class="muted small">
              Titles, names and notes come from strangers.{" "}
              {request.bounty === null
                ? "Accepting an answer buys nothing: your agent buys the dataset like any other."
                : "Your conditions decide, and what wins is bought for you. Of other files, figures about values are not shown."}
            </p>
          )}
          {answers.items.length > 0 && (
            <ol class="letters">
              {answers.items.map((answer) => (
                <Answer {...{ frame, path, request, answer }} />
              ))}
            </ol>
          )}
          <Pager url={new URL(path, frame.url)} {...wanted} total={answers.total} />
        </section>
        <div class="stack">
          <FundingCard {...{ frame, request }} />
          <ActsCard {...{ frame, path, request, now }} />
          <BountyCard request={request} />
          <WishCard request={request} />
        </div>
      </div>
    </AccountLayout>
  );
}

/** The bank asks about the charge of the request's bounty. */
function FundingCard({ frame, request }: Pick<Props, "frame" | "request">): JSX.Element {
  const { bounty, currency } = request;
  if (bounty === null || frame.standing.suspendedReason !== null) return "";
  const cents = bounty.prize_cents * bounty.winners;
  return <BankCard {...{ frame, next: bounty.next_action, cents, currency }} />;
}

type Acting = { frame: Frame; path: string; request: OwnDataRequestView };

function Answer({ frame, path, request, answer }: Acting & { answer: AnswerView }): JSX.Element {
  const { viewer } = frame;
  const { id, dataset, status, seller, delivery } = answer;
  const isJudged = delivery !== null && request.bounty?.status === "open";
  const waits = (status === "pending" || status === "gone") && !isJudged;
  return (
    <li class={status === "accepted" ? "mine" : undefined}>
      <AnswerHead answer={answer} />
      <AnswerWords answer={answer} />
      {delivery !== null && <DeliveryVerdict {...{ delivery, currency: request.currency }} />}
      {waits && (
        <div class="row-actions">
          {status === "pending" && request.status === "open" && (
            <PostButton
              action={`${path}/answers/${id}/accept`}
              viewer={viewer}
              label="Accept"
              about={`the answer of ${seller.name}`}
              kind="primary"
            />
          )}
          <PostButton
            action={`${path}/answers/${id}/reject`}
            viewer={viewer}
            label="Reject"
            about={`the answer of ${seller.name}`}
          />
        </div>
      )}
      {delivery !== null && delivery.purchase_id !== null && (
        <p class="small">
          <a href={`${paths.purchases}/${delivery.purchase_id}`}>Your purchase</a>
        </p>
      )}
      {status === "accepted" && dataset !== null && delivery === null && (
        <p class="small">
          Your agent buys it by <code safe>{`POST /datasets/${dataset.id}/buy`}</code>.
        </p>
      )}
    </li>
  );
}

/** The actions that the request's state allows. */
function ActsCard({ frame, path, request, now }: Acting & { now: Date }): JSX.Element {
  const { status, id, expires_at } = request;
  const { viewer } = frame;
  const isHeld = request.bounty?.status === "open" || request.bounty?.status === "funding";
  const { pending = 0, passed = 0, undecided = 0 } = request.bounty?.deliveries ?? {};
  const isWaiting = isHeld && pending + passed + undecided > 0;
  const isReopenable = status === "closed" && new Date(expires_at) > now;
  return (
    <Card title="Actions">
      <div class="row-actions">
        {status === "open" && !isHeld && (
          <a class="button plain" href={`${path}/edit`}>
            Change or extend
          </a>
        )}
        {isReopenable && (
          <PostButton
            action={`${path}/reopen`}
            viewer={viewer}
            label="Open it again"
            kind="primary"
          />
        )}
        {status !== "open" && (
          <a class="button plain" href={`${paths.requests}/new?again=${id}`}>
            Post it again
          </a>
        )}
        <a class="button plain" href={`${path}/matches`}>
          See what is on sale
        </a>
      </div>
      {status === "open" && (
        <Confirm summary="Close the request">
          {isWaiting ? (
            <p>
              You cannot close it now: deliveries to its bounty wait for their check or their prize.
            </p>
          ) : (
            <p>
              It accepts no more answers, and those who answered are notified.{" "}
              {isHeld
                ? "Its bounty ends, and what nobody has won is refunded."
                : "You can reopen it until its end."}
            </p>
          )}
          {!isWaiting && (
            <PostButton
              action={`${path}/close`}
              viewer={viewer}
              label="Close the request"
              kind="danger"
            />
          )}
        </Confirm>
      )}
    </Card>
  );
}
