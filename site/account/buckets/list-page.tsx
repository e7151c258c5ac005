/** The buckets to which purchases are delivered. */

import { leastPolicy, unfinishedUploadsRule } from "../../../market/delivery/rules.ts";
import type { BucketDeliveryView } from "../../../market/delivery/schemas.ts";
import { formatByteSize } from "../../../market/format.ts";
import { Confirm, ErrorSummary, OwnForm, PostButton, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Badge, Card, Facts, Foreign, Time, type Tone } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { type S3KeyFields, S3KeyInputs, s3KeyLabels } from "../s3-keys.tsx";
import type { ShownBucket } from "./use-cases.ts";

export type BucketFields = S3KeyFields & Record<"bucket" | "prefix", string>;

type BucketsPageProps = {
  frame: Frame;
  fields: BucketFields;
  errors: FieldErrors;
  buckets: ShownBucket[];
};

const labels: Record<keyof BucketFields, string> = {
  bucket: "Bucket",
  prefix: "Folder",
  ...s3KeyLabels,
};

const stateWords: Record<BucketDeliveryView["state"], { label: string; tone: Tone }> = {
  waiting: { label: "Waiting", tone: "plain" },
  running: { label: "Sending", tone: "accent" },
  delivered: { label: "Delivered", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
};

export function BucketsPage({ frame, fields, errors, buckets }: BucketsPageProps): JSX.Element {
  const mayAct = frame.standing.suspendedReason === null;
  return (
    <AccountLayout
      frame={frame}
      title="Delivery to a bucket"
      lead="We push everything that you buy into your S3 bucket, and verify its SHA-256. A delivery counts as a download."
    >
      <ErrorSummary errors={errors} labels={labels} />
      {buckets.map((one) => (
        <BucketCard frame={frame} bucket={one} mayAct={mayAct} />
      ))}
      {mayAct && <BucketForm {...{ frame, fields, errors }} />}
    </AccountLayout>
  );
}

type BucketProps = { frame: Frame; bucket: ShownBucket; mayAct: boolean };

function BucketCard({ frame, bucket, mayAct }: BucketProps): JSX.Element {
  const place = `s3://${bucket.bucket}/${bucket.prefix}`;
  return (
    <Card title={place}>
      <Facts
        facts={[
          ["Region", <Foreign text={bucket.region} />],
          bucket.endpoint === null ? null : ["Endpoint", <Foreign text={bucket.endpoint} />],
          ["Access key", <Foreign text={bucket.access_key_id} />],
          ["Tested", <Time at={bucket.checked_at} />],
        ]}
      />
      <Policy policy={bucket.policy} prefix={bucket.prefix} />
      {bucket.deliveries.length === 0 ? (
        <p class="muted">Nothing has been delivered yet. Your next purchase will be.</p>
      ) : (
        <Table
          caption={`Deliveries to ${place}, latest first`}
          columns={["Purchase", "State", { label: "Actions", kind: "actions" }]}
          rows={bucket.deliveries.map((one) => deliveryCells(one, { frame, bucket, mayAct }))}
        />
      )}
      {mayAct && (
        <Confirm summary="Remove this bucket" about={place}>
          <p>We delete its keys and this list. Nothing in the bucket is deleted.</p>
          <PostButton
            action={`${paths.buckets}/${bucket.id}/remove`}
            viewer={frame.viewer}
            kind="danger"
            label="Remove"
            about={place}
          />
        </Confirm>
      )}
    </Card>
  );
}

type PolicyProps = { policy: object; prefix: string };

function Policy({ policy, prefix }: PolicyProps): JSX.Element {
  return (
    <details>
      <summary>Minimal policy for its keys, and a rule for unfinished uploads</summary>
      <div class="stack-s">
        <pre tabindex="0">
          <code safe>{JSON.stringify(policy, null, 2)}</code>
        </pre>
        <p class="small">
          Large files arrive in parts. If a delivery ends before the last part, because you removed
          the bucket or took back its keys, the parts stay there and cost storage. This lifecycle
          rule of the bucket deletes them:
        </p>
        <pre tabindex="0">
          <code safe>{JSON.stringify(unfinishedUploadsRule(prefix), null, 2)}</code>
        </pre>
      </div>
    </details>
  );
}

function deliveryCells(
  one: BucketDeliveryView,
  { frame, bucket, mayAct }: BucketProps,
): JSX.Element[] {
  const total = one.bytes_total === null ? "" : ` of ${formatByteSize(one.bytes_total)}`;
  const hasEnded = one.state === "delivered" || one.state === "failed";
  return [
    <span class="lines">
      <a href={`${paths.purchases}/${one.purchase_id}`} safe>
        {one.purchase_id}
      </a>
      <span class="muted small">
        <Time at={one.created_at} />
      </span>
    </span>,
    <span class="lines">
      <Badge {...stateWords[one.state]} />
      <span class="small" safe>
        {one.problem === null ? `${formatByteSize(one.bytes_done)}${total}` : one.problem.detail}
      </span>
    </span>,
    hasEnded && mayAct ? (
      <PostButton
        action={`${paths.buckets}/${bucket.id}/deliver`}
        viewer={frame.viewer}
        name="purchase_id"
        value={one.purchase_id}
        label="Deliver again"
        about={`purchase ${one.purchase_id}`}
      />
    ) : (
      ""
    ),
  ];
}

function BucketForm({ frame, fields, errors }: Omit<BucketsPageProps, "buckets">): JSX.Element {
  const field = (name: keyof BucketFields) => ({
    name,
    label: labels[name],
    value: fields[name],
    errors,
  });
  return (
    <Card title="Add a bucket">
      <OwnForm action={paths.buckets} viewer={frame.viewer}>
        <TextField {...field("bucket")} required maxlength={63} />
        <TextField {...field("prefix")} maxlength={200} hint="Optional. We write only below it." />
        <S3KeyInputs
          {...{ fields, errors }}
          required
          secretHint="Stored encrypted, and never shown. To change the keys, add the same bucket again."
        />
        <p class="muted small">
          Give the keys no more than the policy below. Before we save them, we write a small test
          object and read it back.
        </p>
        <Policy
          policy={leastPolicy({ bucket: "<bucket>", prefix: "<folder>/" })}
          prefix="<folder>/"
        />
        <div class="actions">
          <button class="button primary" type="submit">
            Test and save
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}
