/** The facts of a receipt in the order in which its page and its PDF file show them. Pure. */
import { formatByteSize } from "../../format.ts";
import { moneyText } from "../../pricing.ts";
import { purchaseStateLabels, refundCauseWords } from "../words.ts";
import type { ReceiptClaims } from "./schemas.ts";

/** `kind`: an amount, an instant (ISO 8601), an id or hash, a stranger's words, or our own. */
export type ReceiptFact = {
  label: string;
  kind: "amount" | "time" | "code" | "foreign" | "plain";
  value: string;
};
type Optional = Omit<ReceiptFact, "value"> & { value: string | number | null };

export function receiptFacts(receipt: ReceiptClaims): { title: string; facts: ReceiptFact[] }[] {
  const { dataset, file, license, seller, buyer } = receipt;
  const cause = receipt.refund_cause;
  return [
    {
      title: "Payment",
      facts: shown([
        {
          label: "Total",
          kind: "amount",
          value: moneyText(receipt.price_cents, receipt.currency),
        },
        { label: "Shared charge", kind: "plain", value: sharedCharge(receipt) },
        { label: "Paid", kind: "time", value: receipt.paid_at },
        { label: "Status", kind: "plain", value: purchaseStateLabels[receipt.status] },
        { label: "Seller paid", kind: "time", value: receipt.released_at },
        { label: "Refunded", kind: "time", value: receipt.refunded_at },
        { label: "Reason", kind: "plain", value: cause === null ? null : refundCauseWords[cause] },
        { label: "Issued by", kind: "plain", value: receipt.issuer },
        { label: "Issued", kind: "time", value: receipt.issued_at },
        { label: "Purchase", kind: "code", value: receipt.purchase_id },
        { label: "Buyer", kind: "code", value: buyer.account_id },
        { label: "Seller", kind: "foreign", value: seller.agent_name },
      ]),
    },
    {
      title: "Dataset",
      facts: shown([
        { label: "Title", kind: "foreign", value: dataset.title },
        { label: "Dataset", kind: "code", value: dataset.id },
        { label: "Version", kind: "plain", value: dataset.version },
        { label: "Licence", kind: "foreign", value: license?.terms ?? "None" },
        { label: "Licence terms", kind: "foreign", value: addressOf(license) },
        {
          label: "Size",
          kind: "plain",
          value: file.byte_size === null ? null : formatByteSize(file.byte_size),
        },
        { label: "Files", kind: "plain", value: file.file_count },
        {
          label: file.sha256_of === "file" ? "SHA-256" : "SHA-256 of the manifest",
          kind: "code",
          value: file.sha256,
        },
      ]),
    },
  ];
}

const sharedFor = { bundle: "the whole bundle", bounty: "all prizes of the bounty" };

function sharedCharge({ shared_charge: shared, currency }: ReceiptClaims): string | null {
  if (shared === null) return null;
  return `${moneyText(shared.cents, currency)} for ${sharedFor[shared.kind]}`;
}

/** The address of the terms, unless the terms name it. */
function addressOf(license: ReceiptClaims["license"]): string | null {
  if (license === null || license.url === null || license.terms.includes(license.url)) return null;
  return license.url;
}

function shown(facts: Optional[]): ReceiptFact[] {
  return facts.flatMap(({ value, ...fact }) =>
    value === null ? [] : [{ ...fact, value: String(value) }],
  );
}
