/** Sample disputes and sales, as their pages show them. */
import type { SaleView } from "../../../market/earnings/schemas.ts";
import type { DisputeFileView } from "../../../market/purchase/dispute/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

const signed = { url: "https://files.example/signed" };

export function sampleDisputePages(name: string) {
  return {
    getDispute: async (_, id) => sampleDisputeFile(id, name),
    getDisputeFile: async () => signed,
    getSale: async (_, id) => sampleSale(id, name),
    getSaleDispute: async (_, id) => sampleDisputeFile(id, name),
    getSaleDisputeFile: async () => signed,
    answerDispute: async () => {},
  } satisfies Partial<AccountUseCases>;
}

/** Both sides' statements, with files. Number 5 is a refunded purchase or sale. */
export function sampleDisputeFile(id: string, name: string): DisputeFileView {
  const isDecided = id === sampleId(5);
  const file = (number: number, fileName: string, mediaType: string) => ({
    id: sampleId(number),
    name: fileName,
    media_type: mediaType,
    byte_size: 48_204,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    download_url: signed.url,
    expires_in: 60,
  });
  return {
    purchase_id: id,
    dataset_id: sampleId(50),
    status: isDecided ? "refunded" : "disputed",
    reason: "not_as_described",
    opened_at: isoAt(-2),
    resolved_at: isDecided ? isoAt(-1) : null,
    resolution: isDecided ? "refunded" : null,
    resolution_detail: isDecided ? `The buyer is right. ${name}` : null,
    statements: [
      {
        from: "buyer",
        text: `The rows end in 2013.\n\nThe description says 2015. ${name}`,
        written_at: isoAt(-2),
        attachments: [
          file(70, `${longTitle}.png`, "image/png"),
          file(71, "<b>rows</b>.csv", "text/csv"),
        ],
      },
      {
        from: "seller",
        text: "The rows of 2014 and 2015 are in the second table.",
        written_at: isoAt(-1),
        attachments: [],
      },
    ],
    answers_left: isDecided ? 0 : 4,
  };
}

/** Disputed; the fifth is refunded, the first was never disputed. */
function sampleSale(id: string, name: string): SaleView {
  const { reason: _, ...dispute } = sampleDisputeFile(id, name);
  const isRefunded = id === sampleId(5);
  const { opened_at, resolved_at, resolution, resolution_detail } = dispute;
  const said = { reason: "not_as_described" as const, detail: name, opened_at };
  return {
    id,
    dataset_id: sampleId(50),
    dataset_title: longTitle,
    dataset_version: 2,
    agent_id: sampleId(1),
    price_cents: 24_950,
    fee_cents: 1_248,
    currency: "usd",
    status: isRefunded ? "refunded" : "disputed",
    net_cents: 23_702,
    payable_cents: 0,
    paid_out_cents: 0,
    sold_at: isoAt(-3),
    release_due_at: null,
    released_at: null,
    release_cause: null,
    refunded_at: isRefunded ? isoAt(-1) : null,
    refund_cause: isRefunded ? "dispute_resolved" : null,
    dispute: id === sampleId(1) ? null : { ...said, resolved_at, resolution, resolution_detail },
    chargeback: null,
    transferred_at: null,
    links: {},
  };
}
