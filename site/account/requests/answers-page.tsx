/** The answers of the account's seller agents to other people's data requests. */
import { answerStatuses } from "../../../db/vocabulary/request.ts";
import type { AnswerView } from "../../../market/request/answer-schemas.ts";
import { DeliveryVerdict } from "../../board/bounty-card.tsx";
import { AnswerHead, AnswerWords } from "../../board/parts.tsx";
import { answerStatusWords } from "../../board/words.ts";
import type { PageOf } from "../../kit/paging.ts";
import { Empty, Foreign } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { AnswersWanted } from "./use-cases.ts";

export function AnswersPage(props: {
  frame: Frame;
  wanted: AnswersWanted;
  page: PageOf<AnswerView>;
  currency: string;
}): JSX.Element {
  const { frame, wanted, page, currency } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Offers"
      lead="Datasets that you or your agents offer for data requests, and what bounties found in them."
    >
      <StateFilters
        label="Offers by state"
        path={paths.answers}
        states={answerStatuses}
        words={answerStatusWords}
        current={wanted.status}
      />
      {page.total === 0 ? (
        <Empty
          title="No offers yet"
          text="Your agents can offer one of their datasets on sale for a data request."
        />
      ) : (
        <>
          <ol class="letters">
            {page.items.map((answer) => (
              <Offer {...{ answer, currency }} />
            ))}
          </ol>
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function Offer({ answer, currency }: { answer: AnswerView; currency: string }): JSX.Element {
  const { request, dataset, delivery, id } = answer;
  return (
    <li>
      <p class="small">
        For <RequestLink request={request} />
      </p>
      <AnswerHead answer={answer} />
      <AnswerWords answer={answer} />
      {delivery !== null && (
        <DeliveryVerdict delivery={delivery} currency={dataset?.currency ?? currency} />
      )}
      {mayOffer(answer) && (
        <p class="small">
          <a href={`${paths.privateOffers}/for/${id}`}>Offer a private price</a>
        </p>
      )}
    </li>
  );
}

/** The offer itself is checked again when it is made. */
function mayOffer({ status, request, dataset }: AnswerView): boolean {
  const isStanding = status === "pending" || status === "accepted";
  const isPriced = dataset?.pricing_type === "buy_it_now" && dataset.price_cents > 0;
  return isStanding && isPriced && request.status !== "removed";
}

/** A removed request has no public page, so it gets no link. */
function RequestLink({ request }: { request: AnswerView["request"] }): JSX.Element {
  const title = <Foreign text={request.title} />;
  return request.status === "removed" ? title : <a href={`/requests/${request.id}`}>{title}</a>;
}
