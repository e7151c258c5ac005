/** Rules for a chargeback's evidence, and the evidence that the marketplace can supply itself. Pure. */
import type { EvidenceFile, EvidenceFileField, EvidenceText } from "./schemas.ts";

const signatures: { mediaType: string; starts: number[] }[] = [
  { mediaType: "application/pdf", starts: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { mediaType: "image/jpeg", starts: [0xff, 0xd8, 0xff] },
  { mediaType: "image/png", starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
];

/** The file's type by its first bytes, whatever its name says; null if no bank reads it. */
export function evidenceMediaType(bytes: Uint8Array): string | null {
  const isStart = ({ starts }: { starts: number[] }) =>
    starts.every((byte, index) => bytes[index] === byte);
  return signatures.find(isStart)?.mediaType ?? null;
}

/** The total size if this file replaces its field's current one, in bytes. */
export function filesByteSize(
  files: Partial<Record<EvidenceFileField, EvidenceFile>>,
  given: { field: EvidenceFileField; byteSize: number },
): number {
  const others = Object.entries(files).filter(([field]) => field !== given.field);
  return others.reduce((sum, [, file]) => sum + file.byteSize, given.byteSize);
}

/** The file's base name without characters that break forms or headers; at most 100 characters. */
export function evidenceFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").slice(-100);
  return plain.trim() === "" ? "evidence" : plain;
}

export type EvidenceFacts = {
  title: string;
  version: number;
  format: string | null;
  byteSize: number | null;
  sha256: string | null;
  purchaseId: string;
  buyerEmail: string;
  paidAt: Date | null;
  escrowDays: number;
  /** When the buyer got the file's URL, oldest first. */
  downloads: Date[];
};

/** Evidence texts that the marketplace fills in: what was sold, to whom, and when the buyer downloaded it. */
export function knownEvidence(facts: EvidenceFacts): Partial<Record<EvidenceText, string>> {
  const { title, version, buyerEmail, paidAt, escrowDays } = facts;
  const of = [facts.format, facts.byteSize === null ? null : `${facts.byteSize} bytes`];
  const described = of.filter((part) => part !== null).join(", ");
  const file = described === "" ? "A data file" : `A data file (${described})`;
  return {
    product_description:
      `${file}, sold as a download: "${title}", version ${version}. ` +
      `Purchase ${facts.purchaseId}.${facts.sha256 === null ? "" : ` SHA-256 ${facts.sha256}.`}`,
    customer_email_address: buyerEmail,
    ...(paidAt === null ? {} : { service_date: paidAt.toISOString().slice(0, 10) }),
    access_activity_log: activityLog(facts),
    refund_policy_disclosure:
      `The payment was held for ${escrowDays} days after the purchase, in which the buyer could ` +
      "dispute the delivery and be refunded. The description, a sample and a profile of the file " +
      "were available to the buyer before the purchase.",
  };
}

function activityLog({ paidAt, downloads }: EvidenceFacts): string {
  const at = (time: Date) => `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const paid = paidAt === null ? [] : [`${at(paidAt)}  The buyer paid by card.`];
  const taken = downloads.map((time) => `${at(time)}  The buyer got the file's download URL.`);
  const none = taken.length === 0 ? ["The log has no download of the file."] : [];
  return [...paid, ...taken, ...none].join("\n");
}
