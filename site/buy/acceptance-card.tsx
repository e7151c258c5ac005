import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import type { FieldErrors } from "../kit/form.ts";
import { TermsFields } from "../kit/terms-fields.tsx";
import type { TermsForm } from "../kit/terms-form.ts";

/** The fields of a dataset that its buyers' conditions are about. */
export type CheckedFields = "contract" | "columns" | "tables";

const lead =
  "After your payment we check the whole file before anybody can download it. If all conditions hold, the " +
  "seller is paid at once. If one fails, you are refunded.";

/** Conditions of a purchase, a bid or a subscription. */
export function AcceptanceCard(props: {
  form: TermsForm;
  errors: FieldErrors;
  dataset: Pick<DatasetDetail, CheckedFields>;
  lead?: string;
}): JSX.Element {
  const { form, errors, dataset } = props;
  return (
    <TermsFields
      {...{ form, errors }}
      summary="Pay only if the file passes your checks (optional)"
      lead={props.lead ?? lead}
      contract={dataset.contract}
      columns={dataset.columns.map(({ name }) => name)}
      tables={dataset.tables.map(({ name }) => name)}
    />
  );
}
