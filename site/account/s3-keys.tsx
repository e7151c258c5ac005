/** The fields for access to somebody's S3 bucket: to import from it, or to deliver to it. */
import { TextField } from "../kit/fields.tsx";
import type { FieldErrors } from "../kit/form.ts";

export const s3KeyNames = ["region", "endpoint", "access_key_id", "secret_access_key"] as const;

export type S3KeyFields = Record<(typeof s3KeyNames)[number], string>;

export const s3KeyLabels: S3KeyFields = {
  region: "Region",
  endpoint: "Endpoint",
  access_key_id: "Access key",
  secret_access_key: "Secret key",
};

type Props = { fields: S3KeyFields; errors: FieldErrors; required: boolean; secretHint?: string };

export function S3KeyInputs({ fields, errors, required, secretHint }: Props): JSX.Element {
  const field = (name: keyof S3KeyFields) => ({
    name,
    label: s3KeyLabels[name],
    value: fields[name],
    errors,
  });
  return (
    <>
      <TextField {...field("region")} maxlength={40} hint="us-east-1 if empty." />
      <TextField {...field("endpoint")} maxlength={300} hint="Empty for AWS." />
      <TextField {...field("access_key_id")} required={required} maxlength={200} />
      <TextField
        {...field("secret_access_key")}
        required={required}
        maxlength={200}
        hint={secretHint}
      />
    </>
  );
}
