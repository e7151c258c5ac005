/** The signed receipt as a page to print; it states the receipt's own facts and nothing else. */
import { moneyText } from "../../../market/pricing.ts";
import type { ReceiptView } from "../../../market/purchase/receipt/schemas.ts";
import { formatByteSize } from "../../kit/format.ts";
import { Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { purchaseStateWords, refundCauseWords } from "./words.ts";

export function ReceiptPage(props: { frame: Frame; receipt: ReceiptView }): JSX.Element {
  const { frame, receipt } = props;
  const { dataset, file, license, seller, buyer } = receipt;
  return (
    <AccountLayout
      frame={frame}
      title="Receipt"
      lead="Print this page, or save it as a PDF in your browser's print dialog."
      up={{ href: `${paths.purchases}/${receipt.purchase_id}`, label: "The purchase" }}
    >
      <Card title="Payment">
        <Facts
          facts={[
            ["Total", <strong safe>{moneyText(receipt.price_cents, receipt.currency)}</strong>],
            ["Paid", <Time at={receipt.paid_at} />],
            ["Status", <span safe>{purchaseStateWords[receipt.status].label}</span>],
            receipt.released_at === null
              ? null
              : ["Seller paid", <Time at={receipt.released_at} />],
            receipt.refunded_at === null ? null : ["Refunded", <Time at={receipt.refunded_at} />],
            receipt.refund_cause === null
              ? null
              : ["Reason", <span safe>{refundCauseWords[receipt.refund_cause]}</span>],
            ["Issued by", <span safe>{receipt.issuer}</span>],
            ["Issued", <Time at={receipt.issued_at} />],
            ["Purchase", <code safe>{receipt.purchase_id}</code>],
            ["Buyer", <code safe>{buyer.account_id}</code>],
            ["Seller", <Foreign text={seller.agent_name} />],
          ]}
        />
      </Card>
      <Card title="Dataset">
        <Facts
          facts={[
            ["Title", <Foreign text={dataset.title} />],
            ["Version", <span>{dataset.version}</span>],
            ["Licence", <Foreign text={license?.terms ?? "None"} />],
            file.byte_size === null
              ? null
              : ["Size", <span safe>{formatByteSize(file.byte_size)}</span>],
            file.file_count === null ? null : ["Files", <span>{file.file_count}</span>],
            file.sha256 === null
              ? null
              : [
                  file.sha256_of === "file" ? "SHA-256" : "SHA-256 of the manifest",
                  <code safe>{file.sha256}</code>,
                ],
          ]}
        />
      </Card>
      <Card title="How to verify this receipt">
        <p>
          The marketplace signs the same facts as a compact JWS (RFC 7515). Download the{" "}
          <a href={`${paths.purchases}/${receipt.purchase_id}/receipt?format=json`}>
            signed receipt (JSON)
          </a>{" "}
          and check its field <code>jws</code> with the public keys at{" "}
          <a href="/.well-known/jwks.json">/.well-known/jwks.json</a>. This also works offline, and
          later.
        </p>
        <pre class="receipt-jws">
          <code safe>{receipt.jws}</code>
        </pre>
      </Card>
    </AccountLayout>
  );
}
