/** The file step: a form that works in every browser, and an uploader where scripts run. */

import { formatByteSize } from "../../../../market/format.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import { uploadKinds } from "../../../../market/profile/formats.ts";
import { ErrorSummary, OwnForm } from "../../../kit/fields.tsx";
import type { FieldErrors } from "../../../kit/form.ts";
import { Card, Foreign } from "../../../kit/parts.tsx";
import { Script } from "../../../scripts/script.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { listingPath, Steps, workingFile } from "./steps.tsx";

export type FilePageProps = {
  frame: Frame;
  listing: ListingView;
  errors: FieldErrors;
  formBytesMax: number;
  fileBytesMax: number;
};

export function FilePage(props: FilePageProps): JSX.Element {
  const { frame, listing, errors, formBytesMax } = props;
  const { hasFile } = workingFile(listing);
  return (
    <AccountLayout
      frame={frame}
      title={listing.next_version === null ? "Upload the file" : "Upload the new version"}
      up={{ href: listingPath(listing.id), label: "The listing" }}
      head={<Script name="upload.js" />}
    >
      <p class="lead">
        <Foreign text={listing.title} />
      </p>
      <Steps listing={listing} current="/file" />
      <ErrorSummary errors={errors} labels={{ file: "File" }} />
      <div data-upload={listingPath(listing.id)}>
        <Card title={hasFile ? "Replace the file" : "Choose the file"}>
          {hasFile && <p>A new file replaces the present one.</p>}
          <OwnForm
            action={`${listingPath(listing.id)}/file`}
            viewer={frame.viewer}
            enctype="multipart/form-data"
          >
            <div class="field">
              <label for="file">File</label>
              <p class="muted small" id="file-hint" safe>
                {`${uploadKinds} and more. At most ${formatByteSize(formBytesMax)} in this form; larger files need a browser with JavaScript, or an agent.`}
              </p>
              {errors.file && (
                <p class="error" id="file-error" safe>
                  {errors.file}
                </p>
              )}
              <input
                id="file"
                name="file"
                type="file"
                required
                aria-describedby={errors.file ? "file-hint file-error" : "file-hint"}
              />
            </div>
            <div class="actions">
              <button class="button primary" type="submit">
                Upload the file
              </button>
            </div>
          </OwnForm>
          <UploadTools fileBytesMax={props.fileBytesMax} />
        </Card>
      </div>
      <p>
        Is the file on a server already?{" "}
        <a href={`${listingPath(listing.id)}/import`}>Import it from an address</a>
      </p>
    </AccountLayout>
  );
}

/** From the File and Directory Entries API. Every browser supports it under this name. */
const wholeFolders = { webkitdirectory: true };

/** Elements for the script; hidden where no script runs. */
function UploadTools({ fileBytesMax }: { fileBytesMax: number }): JSX.Element {
  return (
    <div class="stack-s" data-upload-tools hidden>
      <div class="field">
        <label for="folder">Or a folder of files, as one dataset</label>
        <input id="folder" type="file" {...wholeFolders} data-upload-folder />
      </div>
      <p class="muted small" safe>
        {`This browser can upload up to ${formatByteSize(fileBytesMax)} directly to the store. To resume after a lost connection, or after closing this page, choose the same file again.`}
      </p>
      <p role="status" />
      <div class="stack-s" data-upload-running hidden>
        <progress max="1" value="0" aria-label="Upload progress" />
        <div class="actions">
          <button class="button plain" type="button" data-upload-pause>
            Pause
          </button>
        </div>
      </div>
    </div>
  );
}
