/** The file step for a file that is on another server. */
import { formatByteSize } from "../../../../market/format.ts";
import type { ImportView } from "../../../../market/listing/import/schemas.ts";
import { IMPORT_ADDRESS_CHARS_MAX } from "../../../../market/listing/limits.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import { ErrorSummary, OwnForm, PostButton, TextField } from "../../../kit/fields.tsx";
import type { FieldErrors } from "../../../kit/form.ts";
import { Badge, Card, Foreign, Time, type Tone } from "../../../kit/parts.tsx";
import { Table } from "../../../kit/table.tsx";
import { Reload } from "../../../scripts/script.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { type S3KeyFields, S3KeyInputs, s3KeyLabels } from "../../s3-keys.tsx";
import { listingPath, Steps } from "./steps.tsx";

export type ImportFields = S3KeyFields & Record<"from" | "sha256", string>;

export type ImportPageProps = {
  frame: Frame;
  listing: ListingView;
  fields: ImportFields;
  errors: FieldErrors;
  /** Newest first. */
  imports: ImportView[];
};

const labels = {
  from: "Address",
  sha256: "SHA-256",
  s3: "S3 keys",
  ...s3KeyLabels,
};

const stateWords: Record<ImportView["state"], { label: string; tone: Tone }> = {
  waiting: { label: "Waiting", tone: "plain" },
  running: { label: "Importing", tone: "accent" },
  done: { label: "Imported", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  cancelled: { label: "Cancelled", tone: "plain" },
};

export const isUnfinished = ({ state }: ImportView) => state === "waiting" || state === "running";

export function ImportPage(props: ImportPageProps): JSX.Element {
  const { frame, listing, fields, errors, imports } = props;
  const path = `${listingPath(listing.id)}/import`;
  const isRunning = imports.some(isUnfinished);
  return (
    <AccountLayout
      frame={frame}
      title="Import from an address"
      up={{ href: `${listingPath(listing.id)}/file`, label: "Upload a file instead" }}
      head={isRunning ? <Reload /> : undefined}
    >
      <p class="lead">
        <Foreign text={listing.title} />
      </p>
      <Steps listing={listing} current="/file" />
      <ErrorSummary errors={errors} labels={labels} />
      {isRunning && (
        <Card title="We are fetching your file">
          <div data-live={`${path}/progress`} data-live-seconds="1">
            <ImportRows imports={imports} />
          </div>
          <p class="muted small">
            You can leave this page. <a href={path}>Reload</a>
          </p>
        </Card>
      )}
      <ImportForm {...{ frame, fields, errors, path }} />
      {imports.length > 0 && <ImportTable {...{ frame, listing, imports }} />}
    </AccountLayout>
  );
}

type FormProps = Pick<ImportPageProps, "frame" | "fields" | "errors"> & { path: string };

function ImportForm({ frame, fields, errors, path }: FormProps): JSX.Element {
  const field = (name: keyof ImportFields) => ({
    name,
    label: labels[name],
    value: fields[name],
    errors,
  });
  const hasS3 = fields.from.startsWith("s3:") || errors.s3 !== undefined;
  return (
    <Card title="Where is the file?">
      <OwnForm action={path} viewer={frame.viewer}>
        <TextField
          {...field("from")}
          required
          maxlength={IMPORT_ADDRESS_CHARS_MAX}
          hint="An https:// address, s3://bucket/key, or a Croissant document, whose files become a folder. Hugging Face: https://huggingface.co/api/datasets/<name>/croissant"
        />
        <TextField
          {...field("sha256")}
          maxlength={64}
          hint="Optional, of a single file: we refuse other bytes."
        />
        <details class="stack-m" open={hasS3}>
          <summary>Keys for an s3:// address</summary>
          <div class="stack-m">
            <p class="muted small">
              Use keys that may only read this object (s3:GetObject). We store them encrypted and
              delete them once the file has arrived. A presigned https:// address needs none.
            </p>
            <S3KeyInputs fields={fields} errors={errors} required={false} />
          </div>
        </details>
        <div class="actions">
          <button class="button primary" type="submit">
            Import the file
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

/** The part of the page that changes while imports run. */
export function ImportRows({ imports }: { imports: ImportView[] }): JSX.Element {
  return (
    <div class="stack-m">
      {imports.filter(isUnfinished).map((one) => (
        <div class="stack-s">
          <p role="status">
            <Foreign text={one.from} />
            <span safe>{`: ${amountText(one)}`}</span>
          </p>
          {one.bytes_total !== null && one.bytes_total > 0 && (
            <progress
              aria-label="Progress of the import"
              max={String(one.bytes_total)}
              value={String(Math.min(one.bytes_done, one.bytes_total))}
            />
          )}
          {one.problem !== null && (
            <p class="muted small" safe>
              {`The last attempt failed: ${one.problem.detail} We try again.`}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

function amountText({
  bytes_done: done,
  bytes_total: total,
  files_total: files,
  ...one
}: ImportView) {
  const of = total === null ? "" : ` of ${formatByteSize(total)}`;
  const inFiles = files === null || files < 2 ? "" : `, file ${one.files_done + 1} of ${files}`;
  return `${formatByteSize(done)}${of}${inFiles}`;
}

function ImportTable({
  frame,
  listing,
  imports,
}: Pick<ImportPageProps, "frame" | "listing" | "imports">): JSX.Element {
  return (
    <section class="stack-m" aria-labelledby="imports">
      <h2 id="imports">Imports of this listing</h2>
      <Table
        caption="Imports, newest first"
        columns={["Address", "State", { label: "Actions", kind: "actions" }]}
        rows={imports.map((one) => [
          <span class="lines">
            <Foreign text={one.from} />
            <span class="muted small">
              <Time at={one.created_at} />
            </span>
          </span>,
          <span class="lines">
            <Badge {...stateWords[one.state]} />
            {one.state === "failed" && one.problem !== null && (
              <span class="small" safe>
                {one.problem.detail}
              </span>
            )}
          </span>,
          <Actions frame={frame} path={`${listingPath(listing.id)}/import`} one={one} />,
        ])}
      />
      {imports[0]?.state === "done" && (
        <div class="actions">
          <a class="button primary" href={`${listingPath(listing.id)}/found`}>
            Next: check the file
          </a>
        </div>
      )}
    </section>
  );
}

function Actions(props: { frame: Frame; path: string; one: ImportView }): JSX.Element {
  const { frame, path, one } = props;
  const button = {
    viewer: frame.viewer,
    name: "import_id",
    value: one.id,
    about: `the import of ${one.from}`,
  };
  if (one.state === "failed") {
    return <PostButton {...button} action={`${path}/retry`} label="Try again" />;
  }
  if (!isUnfinished(one)) return "";
  return <PostButton {...button} action={`${path}/cancel`} label="Cancel" />;
}
