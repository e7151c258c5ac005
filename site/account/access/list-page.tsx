import type { GatedListing } from "../../../db/queries/access/access.ts";
import { accessStates } from "../../../db/vocabulary/access.ts";
import { ACCESS_REASON_CHARS_MAX } from "../../../market/access/limits.ts";
import type { AccessView } from "../../../market/access/schemas.ts";
import { counted } from "../../../market/counted.ts";
import { OwnForm, PostButton } from "../../kit/fields.tsx";
import type { PageOf } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Time } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { AccessWanted } from "./use-cases.ts";
import { accessStateWords } from "./words.ts";

export function AccessPage(props: {
  frame: Frame;
  wanted: AccessWanted;
  page: PageOf<AccessView>;
  gates: GatedListing[];
}): JSX.Element {
  const { frame, wanted, page, gates } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Access"
      lead="Buyers who ask to order your gated datasets. Only you read their answers."
    >
      <StateFilters
        label="Requests by state"
        path={paths.access}
        states={accessStates}
        words={accessStateWords}
        current={wanted.status}
      />
      {page.total === 0 ? (
        <Empty
          title="No requests"
          text="If you ask questions about a dataset, buyers answer them here."
        />
      ) : (
        <>
          {page.items.map((request) => (
            <RequestCard {...{ frame, request }} />
          ))}
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
      <Gates gates={gates} />
    </AccountLayout>
  );
}

function RequestCard({ frame, request }: { frame: Frame; request: AccessView }): JSX.Element {
  const { id, dataset, buyer, status, answers, reason } = request;
  const { label, tone } = accessStateWords[status];
  return (
    <section class="card stack-m" aria-labelledby={`request-${id} asked-${id}`}>
      <h2 id={`request-${id}`}>
        <Foreign text={dataset.title} />
      </h2>
      <p id={`asked-${id}`}>
        <Badge tone={tone} label={label} /> <Foreign text={buyer.name} />,{" "}
        <Time at={request.created_at} />
      </p>
      {answers.map(({ question, answer }) => (
        <div>
          <p class="muted small">
            <Foreign text={question} />
          </p>
          <p>{answer === null ? "Deleted." : <Foreign text={answer.content} />}</p>
        </div>
      ))}
      {reason !== null && (
        <p>
          Your reason: <Foreign text={reason.content} />
        </p>
      )}
      {frame.standing.suspendedReason === null && <Decision {...{ frame, request }} />}
    </section>
  );
}

function Decision({ frame, request }: { frame: Frame; request: AccessView }): JSX.Element {
  const { id, status } = request;
  if (status !== "pending" && status !== "approved") return "";
  const action = `${paths.access}/${id}/decide`;
  const [refusal, verb] =
    status === "pending" ? ["decline", "Decline"] : ["withdraw", "Withdraw the access"];
  return (
    <div class="stack-m">
      {status === "pending" && (
        <div class="actions">
          <PostButton
            action={action}
            viewer={frame.viewer}
            label="Approve"
            kind="primary"
            name="decision"
            value="approve"
          />
        </div>
      )}
      <details>
        <summary safe>{verb}</summary>
        <OwnForm action={action} viewer={frame.viewer} class="stack-s">
          <input type="hidden" name="decision" value={refusal} />
          <div class="field">
            <label for={`reason-${id}`}>Reason, for the buyer</label>
            <input
              id={`reason-${id}`}
              name="reason"
              maxlength={ACCESS_REASON_CHARS_MAX}
              autocomplete="off"
              required
            />
          </div>
          <div class="actions">
            <button class="button plain" type="submit" safe>
              {verb}
            </button>
          </div>
        </OwnForm>
      </details>
    </div>
  );
}

function Gates({ gates }: { gates: GatedListing[] }): JSX.Element {
  if (gates.length === 0) return "";
  return (
    <section class="stack-s" aria-labelledby="gates">
      <h2 id="gates">Your datasets</h2>
      <Table
        caption="Datasets on sale, latest first"
        columns={["Dataset", "Who may order", "Questions"]}
        rows={gates.map(({ id, title, questions }) => [
          <a href={`/datasets/${id}`}>
            <Foreign text={title} />
          </a>,
          <span>{questions === null ? "Everybody" : "Buyers you approve"}</span>,
          <a href={`${paths.access}/gate/${id}`} safe>
            {questions === null ? "Ask questions" : counted(questions.length, "question")}
          </a>,
        ])}
      />
    </section>
  );
}
