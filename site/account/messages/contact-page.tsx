/** The form that starts or continues a thread with the seller of a purchase. */
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { ErrorSummary } from "../../kit/fields.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { type MessageDraft, MessageForm, messageLabels, readers } from "./form.tsx";

export function ContactPage(props: {
  frame: Frame;
  purchase: PurchaseView;
  draft: MessageDraft;
}): JSX.Element {
  const { frame, purchase, draft } = props;
  const path = `/account/purchases/${purchase.id}`;
  return (
    <AccountLayout
      frame={frame}
      title="Write to the seller"
      up={{ href: path, label: "The purchase" }}
    >
      <ErrorSummary errors={draft.errors} labels={messageLabels} />
      <div class="card stack-m">
        <p>
          About <Foreign text={purchase.dataset_title} />. Earlier messages about it are in the same
          thread.
        </p>
        <MessageForm
          frame={frame}
          action={`${path}/message`}
          label="Your message"
          reader={readers.buyer}
          draft={draft}
        />
      </div>
    </AccountLayout>
  );
}
