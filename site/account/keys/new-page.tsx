import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { AccountLayout } from "../frame.tsx";
import { paths } from "../paths.ts";
import { type KeyFormProps, keyLabels, LimitFields, NameField, ScopeField } from "./form.tsx";

export function NewKeyPage(props: KeyFormProps): JSX.Element {
  const { frame, currency, fields, errors } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Create an API key"
      lead="You can change its name and limits later, and revoke it at any time."
      up={{ href: paths.keys, label: "API keys" }}
    >
      <ErrorSummary errors={errors} labels={keyLabels} />
      <OwnForm action="/account/keys/new" viewer={frame.viewer} class="card stack">
        <NameField {...{ fields, errors }} />
        <ScopeField {...{ fields, errors }} />
        <LimitFields {...{ fields, errors, currency }} />
        <div class="actions">
          <button class="button primary" type="submit">
            Create the key
          </button>
          <a class="button plain" href="/account/keys">
            Cancel
          </a>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}
