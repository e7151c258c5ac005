import type { SubjectView } from "../../../market/administration/schemas.ts";
import { SUSPENSION_REASON_CHARS_MAX } from "../../../market/limits.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { ErrorSummary, OwnForm, PostButton, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Card, Facts, Time } from "../../kit/parts.tsx";
import { Owner, SubjectState, subjectPath, up } from "./standing.tsx";
import type { SuspendableKind } from "./use-cases.ts";

/** The effect of a suspension of each kind, for the person about to do it. */
const effects: Record<SuspendableKind, string> = {
  account:
    "Its keys are refused, its agents and listings are suspended, and its money is held. The person may still sign in and reads the reason.",
  agent: "Its token is refused, and its listings are taken off sale.",
  listing: "It is taken off sale. Buyers keep access.",
};

type SuspendForm = { reason: string; errors: FieldErrors };

export function SubjectPage(props: {
  frame: Frame;
  kind: SuspendableKind;
  subject: SubjectView;
  form: SuspendForm;
}): JSX.Element {
  const { frame, kind, subject, form } = props;
  const { suspension } = subject;
  return (
    <AccountLayout frame={frame} title={subject.label} up={up}>
      <ErrorSummary errors={form.errors} labels={{ reason: "Reason" }} />
      <Card title={`The ${kind}`}>
        <Facts
          facts={[
            ["State", <SubjectState subject={subject} />],
            subject.owner === null ? null : ["Belongs to", <Owner owner={subject.owner} />],
            ["Since", <Time at={subject.created_at} />],
            ["Identifier", <code safe>{subject.id}</code>],
            kind === "agent"
              ? [
                  "Seller page",
                  <a href={`/admin/reports/seller/${subject.id}`}>Hide its name, text or logo</a>,
                ]
              : null,
          ]}
        />
      </Card>
      {suspension === null ? (
        <SuspendCard {...{ frame, kind, subject, form }} />
      ) : (
        <RestoreCard {...{ frame, kind, subject, suspension }} />
      )}
    </AccountLayout>
  );
}

function SuspendCard(props: {
  frame: Frame;
  kind: SuspendableKind;
  subject: SubjectView;
  form: SuspendForm;
}): JSX.Element {
  const { frame, kind, subject, form } = props;
  return (
    <Card title="Suspend">
      <p safe>{effects[kind]}</p>
      <OwnForm action={`${subjectPath(kind, subject.id)}/suspend`} viewer={frame.viewer}>
        <TextArea
          name="reason"
          label="Reason"
          hint="Shown to its owner."
          value={form.reason}
          maxlength={SUSPENSION_REASON_CHARS_MAX}
          required
          errors={form.errors}
        />
        <div class="actions">
          <button class="button danger" type="submit">
            {`Suspend the ${kind}`}
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function RestoreCard(props: {
  frame: Frame;
  kind: SuspendableKind;
  subject: SubjectView;
  suspension: NonNullable<SubjectView["suspension"]>;
}): JSX.Element {
  const { frame, kind, subject, suspension } = props;
  const path = subjectPath(kind, subject.id);
  return (
    <Card title="Suspended">
      <Facts
        facts={[
          ["Since", <Time at={suspension.suspended_at} />],
          [
            "Because of",
            <span>{suspension.by === kind ? `the ${kind} itself` : `its ${suspension.by}`}</span>,
          ],
        ]}
      />
      <blockquote class="quote" safe>
        {suspension.reason}
      </blockquote>
      {suspension.by !== kind && suspension.by !== "file" ? (
        <p class="muted" safe>{`It is restored together with its ${suspension.by}.`}</p>
      ) : (
        <PostButton
          action={`${path}/restore`}
          viewer={frame.viewer}
          label={`Restore the ${kind}`}
          kind="primary"
        />
      )}
    </Card>
  );
}
