/** The page for changing an open data request or extending its end date. */
import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { AccountLayout } from "../frame.tsx";
import { paths } from "../paths.ts";
import { RequestFieldSet, type RequestFormProps, requestLabels } from "./form.tsx";

export function EditRequestPage(props: RequestFormProps & { requestId: string }): JSX.Element {
  const { frame, currency, fields, errors, requestId } = props;
  const path = `${paths.requests}/${requestId}`;
  return (
    <AccountLayout
      frame={frame}
      title="Change the request"
      lead="Everyone who has answered is notified of every change."
      up={{ href: path, label: "The request" }}
    >
      <ErrorSummary errors={errors} labels={requestLabels} />
      <OwnForm action={`${path}/edit`} viewer={frame.viewer} class="card stack">
        <RequestFieldSet {...{ currency, fields, errors }} />
        <div class="actions">
          <button class="button primary" type="submit">
            Save
          </button>
          <a class="button plain" href={path}>
            Cancel
          </a>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}
