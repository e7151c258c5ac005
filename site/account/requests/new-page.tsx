import type { CardSummary } from "../../../market/account/read.ts";
import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { termsLabels } from "../../kit/terms-fields.tsx";
import { AccountLayout } from "../frame.tsx";
import { paths } from "../paths.ts";
import { BountyFieldSet, type BountyFields, bountyLabels } from "./bounty-form.tsx";
import { RequestFieldSet, type RequestFormProps, requestLabels } from "./form.tsx";

type Props = RequestFormProps & { bounty: BountyFields; cards: CardSummary[] };

export function NewRequestPage(props: Props): JSX.Element {
  const { frame, currency, fields, errors, bounty, cards } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Post a request"
      lead="A request buys nothing and promises no price: sellers answer with datasets, and you decide. A bounty pays what passes your conditions."
      up={{ href: paths.requests, label: "Data requests" }}
    >
      <ErrorSummary
        errors={errors}
        labels={{ ...requestLabels, ...bountyLabels, ...termsLabels }}
      />
      <OwnForm action={`${paths.requests}/new`} viewer={frame.viewer} class="card stack">
        <RequestFieldSet {...{ currency, fields, errors }} />
        <BountyFieldSet {...{ fields: bounty, errors, currency, cards }} />
        <div class="actions">
          <button class="button primary" type="submit">
            Post the request
          </button>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}
