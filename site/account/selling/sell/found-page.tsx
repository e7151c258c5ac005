/** The profile's findings, during and after the read: personal data first, each with advice. */

import type { ColumnFindings, FileFindings } from "../../../../db/queries/catalogue/findings.ts";
import { counted } from "../../../../market/counted.ts";
import { formatByteSize } from "../../../../market/format.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import { Icon } from "../../../kit/icons.tsx";
import { Card, Facts, Foreign } from "../../../kit/parts.tsx";
import { Reload } from "../../../scripts/script.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { adviceFor, piiWords } from "./advice.ts";
import { phaseText } from "./phases.ts";
import { jobOf, listingPath, Steps, workingFile } from "./steps.tsx";

type FoundPageProps = {
  frame: Frame;
  listing: ListingView;
  /** Null while the file is being read, and if it could not be read. */
  findings: FileFindings | null;
};

export function FoundPage({ frame, listing, findings }: FoundPageProps): JSX.Element {
  const state = jobOf(listing);
  return (
    <AccountLayout
      frame={frame}
      title="Check the file"
      up={{ href: listingPath(listing.id), label: "The listing" }}
      head={state === "running" ? <Reload /> : undefined}
    >
      <p class="lead">
        <Foreign text={listing.title} />
      </p>
      <Steps listing={listing} current="/found" />
      {state === "none" && (
        <p>
          There is no file yet. <a href={`${listingPath(listing.id)}/file`}>Choose one</a>
        </p>
      )}
      {state === "running" && <Running listing={listing} />}
      {state === "ended" && <Ended listing={listing} findings={findings} />}
    </AccountLayout>
  );
}

function Running({ listing }: { listing: ListingView }): JSX.Element {
  const path = `${listingPath(listing.id)}/found`;
  return (
    <Card title="We are reading your file">
      <div data-live={`${path}/progress`} data-live-seconds="1">
        <Progress listing={listing} />
      </div>
      <p class="muted small">
        You can leave this page. <a href={path}>Reload</a>
      </p>
      <div class="actions">
        <a class="button primary" href={`${listingPath(listing.id)}/terms`}>
          Next: describe and price
        </a>
      </div>
    </Card>
  );
}

/** The part of the page that changes while the file is read. */
export function Progress({ listing }: { listing: ListingView }): JSX.Element {
  const { progress } = workingFile(listing).job;
  const total = progress?.bytes_total ?? 0;
  return (
    <div class="stack-s">
      <p role="status" safe>
        {phaseText(progress)}
      </p>
      {total > 0 && (
        <progress
          aria-label="Progress of reading"
          max={String(total)}
          value={String(Math.min(progress?.bytes_done ?? 0, total))}
        />
      )}
    </div>
  );
}

function Ended({ listing, findings }: Omit<FoundPageProps, "frame">): JSX.Element {
  const { job, version } = workingFile(listing);
  // A new version keeps the listing's texts and price.
  const next =
    version === "next"
      ? { path: "/publish", label: "Next: publish" }
      : { path: "/terms", label: "Next: describe and price" };
  return (
    <>
      {job.error !== undefined && <Unread listing={listing} error={job.error} />}
      <FileFacts listing={listing} />
      {findings !== null && <Findings findings={findings} />}
      <div class="actions">
        <a class="button primary" href={listingPath(listing.id) + next.path} safe>
          {next.label}
        </a>
        <a class="button plain" href={`${listingPath(listing.id)}/file`}>
          Replace the file
        </a>
      </div>
    </>
  );
}

function Unread(props: {
  listing: ListingView;
  error: { code: string; detail: string };
}): JSX.Element {
  return (
    <div class="notice warn">
      <Icon name="warning" />
      <div>
        <p>
          <strong>No sample and no statistics could be computed.</strong>{" "}
          <Foreign text={props.error.detail} />
        </p>
        <p>
          You can still sell it, but buyers see less of it. Correct the file and{" "}
          <a href={`${listingPath(props.listing.id)}/file`}>upload it again</a>, or go on.
        </p>
      </div>
    </div>
  );
}

function FileFacts({ listing }: { listing: ListingView }): JSX.Element {
  const { job, version } = workingFile(listing);
  const { format, byte_size: bytes, sha256 } = job;
  const { row_count: rows, column_count: columns, quality_score: score } = listing.data_profile;
  const isNext = version === "next";
  return (
    <Card title="The file">
      <Facts
        facts={[
          format === null ? null : ["Format", <span safe>{format}</span>],
          bytes === null ? null : ["Size", <span>{formatByteSize(bytes)}</span>],
          isNext || rows === null ? null : ["Rows", <span>{counted(rows, "row")}</span>],
          isNext || columns === null
            ? null
            : ["Columns", <span>{counted(columns, "column")}</span>],
          isNext || score === null
            ? null
            : ["Quality", <span safe>{`${Math.round(score * 100)} of 100`}</span>],
          sha256 === null
            ? null
            : [
                "SHA-256",
                <code class="hash" safe>
                  {sha256}
                </code>,
              ],
        ]}
      />
    </Card>
  );
}

const isPersonal = ({ pii, alerts }: ColumnFindings) =>
  pii.length > 0 || alerts.some(({ code }) => code.endsWith("personal_data"));

function Findings({ findings }: { findings: FileFindings }): JSX.Element {
  const { alerts, columns, columnsFound } = findings;
  const personal = columns.filter(isPersonal);
  const others = columns.filter((column) => !isPersonal(column));
  return (
    <>
      <Personal columns={personal} />
      {alerts.length + others.length > 0 && (
        <Card title="Findings that buyers will see">
          <p class="muted small">
            These findings appear on the dataset's page. None prevents publishing.
          </p>
          <ul class="bullets">
            {alerts.map((alert) => (
              <Finding {...alert} />
            ))}
            {others.flatMap(({ name, alerts: ofColumn }) =>
              ofColumn.map((alert) => <Finding column={name} {...alert} />),
            )}
          </ul>
          {columnsFound > columns.length && (
            <p class="muted small" safe>
              {`${counted(columnsFound - columns.length, "more column")} with findings.`}
            </p>
          )}
        </Card>
      )}
    </>
  );
}

function Personal({ columns }: { columns: ColumnFindings[] }): JSX.Element {
  if (columns.length === 0) {
    return (
      <Card title="Personal data">
        <p>None was found. Check the sample yourself to be sure.</p>
      </Card>
    );
  }
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div class="stack-s">
        <h2>Personal data</h2>
        <p>
          Sell it only if the people concerned have agreed or the law allows it. Otherwise remove
          these columns or replace their values, and upload the file again. The sample of a paid
          file masks them; buyers get the original values.
        </p>
        <ul class="bullets">
          {columns.map(({ name, pii, alerts }) => (
            <li>
              <strong>
                <Foreign text={name} />
              </strong>
              {": "}
              <span safe>{pii.map(piiWords).join(", ") || (alerts[0]?.detail ?? "")}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Finding(props: { column?: string; code: string; detail: string }): JSX.Element {
  return (
    <li>
      {props.column !== undefined && (
        <>
          <strong>
            <Foreign text={props.column} />
          </strong>
          {": "}
        </>
      )}
      <Foreign text={props.detail} />{" "}
      <span class="muted small" safe>
        {adviceFor(props.code)}
      </span>
    </li>
  );
}
