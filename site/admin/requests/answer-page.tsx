import type { AnswerView } from "../../../market/request/answer-schemas.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { AnswerHead, AnswerWords } from "../../board/parts.tsx";
import { ErrorSummary } from "../../kit/fields.tsx";
import { Card, Facts, Foreign } from "../../kit/parts.tsx";
import { RemovalCard, type RemovalForm, removalLabels } from "./removal-card.tsx";

export function AnswerPage(props: {
  frame: Frame;
  answer: AnswerView;
  form: RemovalForm;
}): JSX.Element {
  const { frame, answer, form } = props;
  const { request, seller } = answer;
  const path = `/admin/requests/${request.id}`;
  return (
    <AccountLayout
      frame={frame}
      title="An answer to a data request"
      up={{ href: path, label: "The request" }}
    >
      <ErrorSummary errors={form.errors} labels={removalLabels} />
      <Card title="The answer">
        <AnswerHead answer={answer} />
        <AnswerWords answer={answer} />
        <Facts
          facts={[
            [
              "Request",
              <a href={path}>
                <Foreign text={request.title} />
              </a>,
            ],
            [
              "Agent",
              <a href={`/admin/agents/${seller.id}`}>
                <Foreign text={seller.name} />
              </a>,
            ],
          ]}
        />
      </Card>
      {answer.status !== "removed" && (
        <RemovalCard
          frame={frame}
          action={`${path}/answers/${answer.id}`}
          what="the answer"
          effect="The poster and the seller get the reason. The listing does not change and cannot answer this request again."
          form={form}
        />
      )}
    </AccountLayout>
  );
}
