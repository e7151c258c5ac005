import { renderPdf } from "../../../platform/pdf/render-pdf.ts";
import { MarketError } from "../../errors.ts";
import { formatInstant } from "../../format.ts";
import { serviceTitle } from "../../service.ts";
import { type ReceiptFact, receiptFacts } from "./receipt-facts.ts";
import type { ReceiptView } from "./schemas.ts";

const busyRetrySeconds = 2;

/**
 * The receipt as a PDF file, which carries the signed receipt as an attachment.
 * Errors: answer_overdue if too many files are being made.
 */
export async function renderReceipt(
  receipt: ReceiptView,
  { signal }: { signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const { issuer, purchase_id: id } = receipt;
  const signedName = `receipt-${id}.jws`;
  const pdf = await renderPdf(
    {
      title: "Receipt",
      issuer: `${serviceTitle} · ${issuer}`,
      createdAt: new Date(receipt.issued_at),
      sections: [
        ...receiptFacts(receipt).map(({ title, facts }) => ({
          title,
          rows: facts.map((fact): [string, string] => [fact.label, textOf(fact)]),
          notes: [],
        })),
        {
          title: "How to verify this receipt",
          rows: [],
          notes: [
            `This file is a copy for people. Its attachment ${signedName} has the same facts, signed by the ` +
              `marketplace as a compact JWS (RFC 7515). Verify it with the public keys at ` +
              `${issuer}/.well-known/jwks.json. This also works offline, and later.`,
          ],
        },
      ],
      missingNote:
        "□ stands for a character that this file's font does not have. The attached signed receipt has the exact text.",
      footer: `Receipt of purchase ${id}`,
      attachments: [{ name: signedName, mediaType: "application/jose", content: receipt.jws }],
    },
    { caller: receipt.buyer.account_id, signal },
  );
  if (pdf !== null && typeof pdf === "object") return pdf;
  throw new MarketError("answer_overdue", "Too many receipts are being made.", {
    retryAfterSeconds: busyRetrySeconds,
  });
}

const textOf = ({ kind, value }: ReceiptFact): string =>
  kind === "time" ? formatInstant(new Date(value)) : value;
