/** The signed receipt as a page to print; it states the receipt's own facts and nothing else. */
import { type ReceiptFact, receiptFacts } from "../../../market/purchase/receipt/receipt-facts.ts";
import type { ReceiptView } from "../../../market/purchase/receipt/schemas.ts";
import { Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

export function ReceiptPage(props: { frame: Frame; receipt: ReceiptView }): JSX.Element {
  const { frame, receipt } = props;
  const path = `${paths.purchases}/${receipt.purchase_id}`;
  return (
    <AccountLayout
      frame={frame}
      title="Receipt"
      lead="Print this page, or download the receipt as a PDF file."
      up={{ href: path, label: "The purchase" }}
    >
      <div class="actions">
        <a class="button primary" href={`${path}/receipt?format=pdf`}>
          Download PDF
        </a>
      </div>
      {receiptFacts(receipt).map(({ title, facts }) => (
        <Card title={title}>
          <Facts facts={facts.map((fact) => [fact.label, shownValue(fact)])} />
        </Card>
      ))}
      <Card title="How to verify this receipt">
        <p>
          The marketplace signs the same facts as a compact JWS (RFC 7515). Download the{" "}
          <a href={`${path}/receipt?format=json`}>signed receipt (JSON)</a> and check its field{" "}
          <code>jws</code> with the public keys at{" "}
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

const shownValue = ({ kind, value }: ReceiptFact): JSX.Element => {
  switch (kind) {
    case "amount":
      return <strong safe>{value}</strong>;
    case "time":
      return <Time at={value} />;
    case "code":
      return <code safe>{value}</code>;
    case "foreign":
      return <Foreign text={value} />;
    default:
      return <span safe>{value}</span>;
  }
};
