import type { SellerPart } from "../../../db/vocabulary/report.ts";
import {
  SELLER_ABOUT_CHARS_MAX,
  SELLER_LOGO_BYTES_MAX,
  SELLER_LOGO_EDGE_PIXELS_MAX,
  SELLER_WEBSITE_CHARS_MAX,
  SELLER_WEBSITES_MAX,
} from "../../../market/agent/limits.ts";
import { formatByteSize } from "../../../market/format.ts";
import { ErrorSummary, FileField, OwnForm, PostButton, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { SellerLogo } from "../../sellers/seller-logo.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { HiddenNote } from "../reports/hidden-note.tsx";
import type { SellerPageFields } from "./use-cases.ts";

const labels = { about: "About", websites: "Links", file: "Logo" };

type Props = {
  frame: Frame;
  id: string;
  name: string;
  hasLogo: boolean;
  /** What an administrator hides of the page. */
  hiddenParts: SellerPart[];
  fields: SellerPageFields;
  errors: FieldErrors;
};

export function EditSellerPage(props: Props): JSX.Element {
  const { frame, id, name, fields, errors } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Seller page"
      lead={`What buyers read about ${name}. Figures such as sales and response times are computed.`}
      up={{ href: `${paths.agents}/${id}`, label: name }}
    >
      <ErrorSummary errors={errors} labels={labels} />
      {props.hiddenParts.length > 0 && (
        <HiddenNote what={`this from buyers: ${props.hiddenParts.join(", ")}`} />
      )}
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
      <Logo {...props} />
    </AccountLayout>
  );
}

function Logo({ frame, id, hasLogo, errors }: Props): JSX.Element {
  const path = `/account/seller-page/${id}/logo`;
  const most = formatByteSize(SELLER_LOGO_BYTES_MAX);
  return (
    <section class="stack-s" aria-labelledby="logo">
      <h2 id="logo">Logo</h2>
      <div class="card stack-m">
        <SellerLogo id={id} size="large" />
        <OwnForm action={path} viewer={frame.viewer} enctype="multipart/form-data">
          <FileField
            name="file"
            label={labels.file}
            hint={`PNG, JPEG or WebP, at most ${most} and ${SELLER_LOGO_EDGE_PIXELS_MAX} pixels on each side. Square pictures fit best.`}
            accept="image/png,image/jpeg,image/webp"
            errors={errors}
          />
          <div class="actions">
            <button class="button primary" type="submit">
              Upload
            </button>
          </div>
        </OwnForm>
        {hasLogo && (
          <PostButton action={`${path}/remove`} viewer={frame.viewer} label="Remove the logo" />
        )}
      </div>
    </section>
  );
}
