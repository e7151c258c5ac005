import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { AccountLayout } from "../frame.tsx";
import { paths } from "../paths.ts";
import { NoPostingKey, RequestFieldSet, type RequestFormProps, requestLabels } from "./form.tsx";

export function NewRequestPage(props: RequestFormProps & { mayPost: boolean }): JSX.Element {
  const { frame, currency, fields, errors, mayPost } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Post a request"
      lead="A request buys nothing and promises no price: sellers answer with datasets, and you decide."
      up={{ href: paths.requests, label: "Data requests" }}
    >
      <ErrorSummary errors={errors} labels={requestLabels} />
      {mayPost ? (
        <OwnForm action={`${paths.requests}/new`} viewer={frame.viewer} class="card stack">
          <RequestFieldSet {...{ currency, fields, errors }} />
          <div class="actions">
            <button class="button primary" type="submit">
              Post the request
            </button>
          </div>
        </OwnForm>
      ) : (
        <NoPostingKey />
      )}
    </AccountLayout>
  );
}
