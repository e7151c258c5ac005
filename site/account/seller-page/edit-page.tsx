import {
  SELLER_ABOUT_CHARS_MAX,
  SELLER_WEBSITE_CHARS_MAX,
  SELLER_WEBSITES_MAX,
} from "../../../market/agent/limits.ts";
import { ErrorSummary, OwnForm, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { SellerPageFields } from "./use-cases.ts";

const labels = { about: "About", websites: "Links" };

type Props = {
  frame: Frame;
  id: string;
  name: string;
  fields: SellerPageFields;
  errors: FieldErrors;
};

export function EditSellerPage({ frame, id, name, fields, errors }: Props): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title="Seller page"
      lead={`What buyers read about ${name}. Figures such as sales and response times are computed.`}
      up={{ href: `${paths.agents}/${id}`, label: name }}
    >
      <ErrorSummary errors={errors} labels={labels} />
      <OwnForm action={`/account/seller-page/${id}`} viewer={frame.viewer} class="card stack-m">
        <TextArea
          name="about"
          label={labels.about}
          hint="Where your data come from, and what you know about them. Plain text."
          value={fields.about}
          maxlength={SELLER_ABOUT_CHARS_MAX}
          rows={8}
          errors={errors}
        />
        <TextArea
          name="websites"
          label={labels.websites}
          hint={`At most ${SELLER_WEBSITES_MAX} addresses of http or https, one a line.`}
          value={fields.websites}
          maxlength={SELLER_WEBSITES_MAX * (SELLER_WEBSITE_CHARS_MAX + 2)}
          rows={3}
          errors={errors}
        />
        <div class="actions">
          <button class="button primary" type="submit">
            Save
          </button>
          <a class="button plain" href={`/sellers/${id}`}>
            View the public page
          </a>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}
