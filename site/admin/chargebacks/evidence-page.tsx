import type { ChargebackDetail } from "../../../market/administration/read-chargebacks.ts";
import { formatByteSize } from "../../../market/format.ts";
import {
  type EvidenceText,
  evidenceFiles,
  evidenceTexts,
} from "../../../market/purchase/chargeback/schemas.ts";
import {
  EVIDENCE_FIELD_CHARS_MAX,
  EVIDENCE_FILE_BYTES_MAX,
} from "../../../market/purchase/limits.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import {
  ChoiceField,
  Confirm,
  ErrorSummary,
  FileField,
  OwnForm,
  PostButton,
  SelectField,
  TextArea,
  TextField,
} from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Card, Foreign, Time } from "../../kit/parts.tsx";
import { evidenceFileWords, evidenceTextWords } from "./words.ts";

export type EvidenceForm = {
  /** The input of a refused form; undefined: the saved texts. */
  texts: Partial<Record<EvidenceText, string>> | undefined;
  errors: FieldErrors;
};
type Props = { frame: Frame; chargeback: ChargebackDetail; form: EvidenceForm };

const labels: Record<string, string> = {
  ...Object.fromEntries(evidenceTexts.map((name) => [name, evidenceTextWords[name].label])),
  file: "File",
  field: "Kind of file",
  confirm: "Confirm",
};

export function EvidencePage({ frame, chargeback, form }: Props): JSX.Element {
  const { id, dispute, evidenceDueAt, obstacles } = chargeback;
  return (
    <AccountLayout
      frame={frame}
      title="Evidence"
      up={{ href: `/admin/chargebacks/${id}`, label: dispute.dataset_title }}
    >
      <ErrorSummary errors={form.errors} labels={labels} />
      {evidenceDueAt && (
        <p>
          The bank reads it until <Time at={evidenceDueAt} />, and accepts only one submission.
        </p>
      )}
      {obstacles.save_draft ? (
        <Card title="Nothing to write">
          <p safe>{obstacles.save_draft}</p>
        </Card>
      ) : (
        <div class="cols">
          <div class="stack">
            <TextsCard {...{ frame, chargeback, form }} />
          </div>
          <div class="stack">
            <FilesCard {...{ frame, chargeback, form }} />
            {obstacles.submit_evidence === undefined && (
              <SendCard {...{ frame, chargeback, form }} />
            )}
          </div>
        </div>
      )}
    </AccountLayout>
  );
}

function TextsCard({ frame, chargeback, form }: Props): JSX.Element {
  const { id, evidence, knownTexts } = chargeback;
  const isNew = Object.keys(evidence?.texts ?? {}).length === 0;
  const shown = form.texts ?? (isNew ? knownTexts : evidence?.texts) ?? {};
  return (
    <Card title="Texts">
      {isNew && <p class="muted small">We filled in what the marketplace knows. Check it.</p>}
      <OwnForm action={`/admin/chargebacks/${id}/evidence`} viewer={frame.viewer}>
        {evidenceTexts.map((name) => {
          const { isLine, ...words } = evidenceTextWords[name];
          const field = { name, ...words, value: shown[name] ?? "", errors: form.errors };
          const maxlength = EVIDENCE_FIELD_CHARS_MAX;
          return isLine ? (
            <TextField {...{ ...field, maxlength }} />
          ) : (
            <TextArea {...{ ...field, maxlength }} />
          );
        })}
        <div class="actions">
          <button class="button primary" type="submit">
            Save the texts
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function FilesCard({ frame, chargeback, form }: Props): JSX.Element {
  const { id, evidence } = chargeback;
  const path = `/admin/chargebacks/${id}/evidence`;
  const kept = Object.entries(evidence?.files ?? {});
  return (
    <Card title="Files">
      {kept.length > 0 && (
        <ul class="stack-s">
          {kept.map(([field, { name, byteSize }]) => (
            <li class="row-actions">
              <span class="lines">
                <Foreign text={name} />
                <span class="muted small" safe>
                  {`${evidenceFileWords[field as keyof typeof evidenceFileWords]}, ${formatByteSize(byteSize)}`}
                </span>
              </span>
              <PostButton
                action={`${path}/files/remove`}
                viewer={frame.viewer}
                label="Remove"
                about={name}
                name="field"
                value={field}
              />
            </li>
          ))}
        </ul>
      )}
      <OwnForm action={`${path}/files`} viewer={frame.viewer} enctype="multipart/form-data">
        <SelectField
          name="field"
          label={labels.field ?? ""}
          hint="One file of each kind; a new one replaces it."
          value="service_documentation"
          options={evidenceFiles.map((field) => [field, evidenceFileWords[field]])}
          errors={form.errors}
        />
        <FileField
          name="file"
          label="File"
          hint={`PDF, JPEG or PNG; all files together at most ${formatByteSize(EVIDENCE_FILE_BYTES_MAX)}.`}
          accept=".pdf,.jpg,.jpeg,.png"
          errors={form.errors}
        />
        <div class="actions">
          <button class="button plain" type="submit">
            Add the file
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function SendCard({ frame, chargeback, form }: Props): JSX.Element {
  const action = `/admin/chargebacks/${chargeback.id}/steps`;
  return (
    <Card title="Submit">
      <p class="small">Only saved texts are sent.</p>
      <OwnForm action={action} viewer={frame.viewer}>
        <input type="hidden" name="step" value="send_draft" />
        <p class="muted small">A draft appears on the provider's page. The bank does not get it.</p>
        <div class="actions">
          <button class="button plain" type="submit">
            Send the draft to the provider
          </button>
        </div>
      </OwnForm>
      <Confirm summary="Submit evidence to the bank" open={form.errors.confirm !== undefined}>
        <OwnForm action={action} viewer={frame.viewer}>
          <input type="hidden" name="step" value="submit_evidence" />
          <ChoiceField
            kind="checkbox"
            name="confirm"
            label="Confirmation"
            choices={[
              { value: "yes", label: "It is complete: the bank accepts only one submission" },
            ]}
            chosen={[]}
            errors={form.errors}
          />
          <div class="actions">
            <button class="button danger" type="submit">
              Submit to the bank
            </button>
          </div>
        </OwnForm>
      </Confirm>
    </Card>
  );
}
