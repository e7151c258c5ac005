/** Which files a dispute statement may have, judged by their content. Pure. */

import type { Refusal } from "../../refusal.ts";
import { evidenceFileName, evidenceMediaType } from "../chargeback/evidence-rules.ts";
import {
  DISPUTE_ATTACHMENT_BYTES_MAX,
  DISPUTE_ATTACHMENTS_BYTES_MAX,
  DISPUTE_ATTACHMENTS_MAX,
} from "../limits.ts";

export type GivenAttachment = { name: string; bytes: Uint8Array };

/** Allowed file extensions by type; a name with another extension gets the first one added. */
const endings: Record<string, readonly string[]> = {
  "application/pdf": ["pdf"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/webp": ["webp"],
  "text/csv": ["csv"],
  "text/plain": ["txt"],
};

/** The extensions that a form's file field accepts. */
export const attachmentEndings = Object.values(endings).flat();

// biome-ignore lint/suspicious/noControlCharactersInRegex: text contains no control characters.
const controls = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** The file's type by its bytes, whatever its name says; null if a dispute does not accept it. */
export function attachmentMediaType({ name, bytes }: GivenAttachment): string | null {
  const byStart = evidenceMediaType(bytes) ?? (isWebp(bytes) ? "image/webp" : null);
  if (byStart !== null) return byStart;
  if (bytes.byteLength === 0 || !isText(bytes)) return null;
  return /\.csv$/i.test(name) ? "text/csv" : "text/plain";
}

/** A RIFF container with the form type WEBP. */
function isWebp(bytes: Uint8Array): boolean {
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  return text(0) === "RIFF" && text(8) === "WEBP";
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !controls.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

/** The download name. Its extension matches the content, so that text never opens as a page. */
export function attachmentName(name: string, mediaType: string): string {
  const plain = evidenceFileName(name);
  const known = endings[mediaType] ?? [];
  const ending = plain.split(".").at(-1)?.toLowerCase() ?? "";
  return known.includes(ending) ? plain : `${plain}.${known[0] ?? "bin"}`;
}

/** Everything that is wrong with a statement's files. */
export function attachmentRefusals(files: readonly GivenAttachment[]): Refusal[] {
  const refuse = (detail: string): Refusal => ({
    code: "invalid_request",
    pointer: "/attachments",
    detail,
  });
  if (files.length > DISPUTE_ATTACHMENTS_MAX) {
    return [refuse(`takes at most ${DISPUTE_ATTACHMENTS_MAX} files`)];
  }
  const sum = files.reduce((bytes, file) => bytes + file.bytes.byteLength, 0);
  const together = `takes files of at most ${DISPUTE_ATTACHMENTS_BYTES_MAX} bytes together`;
  const ofAll = sum > DISPUTE_ATTACHMENTS_BYTES_MAX ? [refuse(together)] : [];
  const ofEach = files.flatMap((file, index) => {
    const why = faultOf(file);
    return why === null ? [] : [refuse(`file ${index + 1} ${why}`)];
  });
  return [...ofAll, ...ofEach];
}

function faultOf(file: GivenAttachment): string | null {
  const { byteLength } = file.bytes;
  if (byteLength === 0) return "is empty";
  if (byteLength > DISPUTE_ATTACHMENT_BYTES_MAX) {
    return `has ${byteLength} bytes, but may have at most ${DISPUTE_ATTACHMENT_BYTES_MAX}`;
  }
  const isKnown = attachmentMediaType(file) !== null;
  return isKnown ? null : "is not a PNG, JPEG, WebP or PDF, nor text or CSV in UTF-8";
}
