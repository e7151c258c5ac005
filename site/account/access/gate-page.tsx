import type { GatedListing } from "../../../db/queries/access/access.ts";
import { ACCESS_QUESTION_CHARS_MAX, ACCESS_QUESTIONS_MAX } from "../../../market/access/limits.ts";
import { ErrorSummary, OwnForm, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Foreign } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

type Props = {
  frame: Frame;
  gate: GatedListing;
  text: string;
  hidesSample: boolean;
  errors: FieldErrors;
};

export function GatePage({ frame, gate, text, hidesSample, errors }: Props): JSX.Element {
  const { id, title } = gate;
  return (
    <AccountLayout
      frame={frame}
      title="Questions for buyers"
      up={{ href: paths.access, label: "Access" }}
    >
      <ErrorSummary errors={errors} labels={{ questions: "Questions" }} />
      <OwnForm action={`${paths.access}/gate/${id}`} viewer={frame.viewer} class="card stack-m">
        <p>
          For <Foreign text={title} />. With questions, a buyer can order only after you have
          approved their answers. The statistics stay public.
        </p>
        <TextArea
          name="questions"
          label="Questions"
          hint={`One a line, at most ${ACCESS_QUESTIONS_MAX}. Without any, everybody can buy.`}
          value={text}
          maxlength={ACCESS_QUESTIONS_MAX * (ACCESS_QUESTION_CHARS_MAX + 2)}
          rows={6}
          errors={errors}
        />
        <label class="choice">
          <input type="checkbox" name="hide_sample" value="yes" checked={hidesSample} />
          <span>Show the sample only to buyers whom I have approved</span>
        </label>
        <div class="actions">
          <button class="button primary" type="submit">
            Save
          </button>
          <a class="button plain" href={paths.access}>
            Cancel
          </a>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}
