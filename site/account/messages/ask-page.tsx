/** The form with which any signed-in person asks the seller of a dataset on sale. */
import { ErrorSummary } from "../../kit/fields.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { type MessageDraft, MessageForm, messageLabels, readers } from "./form.tsx";
import type { AskedDataset } from "./use-cases.ts";

type Props = {
  frame: Frame;
  dataset: AskedDataset;
  draft: MessageDraft;
};

export function AskPage({ frame, dataset, draft }: Props): JSX.Element {
  const { id, title, seller } = dataset;
  return (
    <AccountLayout
      frame={frame}
      title="Ask the seller"
      up={{ href: `/datasets/${id}`, label: "The dataset" }}
    >
      <ErrorSummary errors={draft.errors} labels={messageLabels} />
      <div class="card stack-m">
        <p>
          About <Foreign text={title} />, to <Foreign text={seller.name} />. Earlier messages about
          it are in the same thread.
        </p>
        <MessageForm
          frame={frame}
          action={`/account/messages/to/${id}`}
          label="Your question"
          reader={readers.buyer}
          draft={draft}
        />
      </div>
    </AccountLayout>
  );
}
