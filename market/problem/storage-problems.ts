/** Problems of the signed addresses by which files are uploaded and downloaded. */
import type { Problem } from "./problem.ts";

export const storageProblems = {
  signature_invalid: {
    status: 403,
    title: "The signature is not valid",
    resolution: "none",
    meaning: "The signed address was changed, or is not signed for this method and this object.",
    whatToDo: (act) =>
      "Use the address exactly as it was given, with its whole query and the method it is for. If it " +
      `is lost, ask for another: ${act.requestUpload} to upload, ${act.readPurchaseDownloadUrl} or ` +
      `${act.readDownloadUrl} to download.`,
  },
  upload_url_expired: {
    status: 403,
    title: "The upload URL expired",
    resolution: "fix_request",
    meaning: "The signed address was good for a time that has run out. Nothing was stored.",
    whatToDo: (act) =>
      `Call ${act.requestUpload} again and PUT the file to the new address; of a file in parts, ` +
      `${act.requestParts} signs those that are missing anew, and what has arrived stays.`,
  },
  download_url_expired: {
    status: 403,
    title: "The download URL expired",
    resolution: "fix_request",
    meaning: "The signed address was good for a time that has run out: 60 seconds for a purchase.",
    whatToDo: (act) =>
      `Ask for a new one with ${act.readPurchaseDownloadUrl} or ${act.readDownloadUrl}, and start ` +
      "the download at once. Nothing is charged for it.",
  },
  upload_too_large: {
    status: 413,
    title: "The upload is too large",
    resolution: "fix_request",
    meaning: "The body has more bytes than this address was signed for. Nothing was stored.",
    whatToDo: (act) =>
      `Ask for an address for a larger file with \`byte_size\` of ${act.requestUpload}, up to the ` +
      "limit of the marketplace, or send a smaller file.",
  },
  upload_incomplete: {
    status: 400,
    title: "The upload is incomplete",
    resolution: "retry",
    meaning: "The body ended before the announced length. Nothing was stored.",
    whatToDo: "PUT the whole file to the same address again while that is good.",
  },
  upload_partial: {
    status: 400,
    title: "A PUT takes the whole object",
    resolution: "fix_request",
    meaning: "The request has a `Content-Range` header: only whole files are taken.",
    whatToDo: "PUT the whole file in one request, without `Content-Range`.",
  },
  upload_checksum_mismatch: {
    status: 400,
    title: "The bytes are not those of the checksum",
    resolution: "retry",
    meaning:
      "What arrived has another MD5 than `Content-MD5` says or than was stated of this part, or another " +
      "SHA-256 than was announced of this file. `detail` has both. Nothing was stored.",
    whatToDo:
      "Send the announced bytes to the same address again; the other files of a folder stay. If the " +
      "announced hash is wrong, announce the files again.",
  },
  upload_closed: {
    status: 409,
    title: "The file was handed in",
    resolution: "none",
    meaning:
      "The file of this address was attached to its listing, or joined of its parts. It stays as it is: " +
      "nothing was stored.",
    whatToDo: (act) =>
      `To hand in another file, call ${act.requestUpload} for an address of its own, of a published ` +
      `listing after ${act.openVersion}.`,
  },
  multipart_not_found: {
    status: 404,
    title: "The multipart upload is not running",
    resolution: "fix_request",
    meaning: "The upload that this part belongs to was completed or given up.",
    whatToDo: (act) => `Call ${act.requestUpload} and send the whole file anew.`,
  },
  object_not_found: {
    status: 404,
    title: "The object was not found",
    resolution: "none",
    meaning: "The address is signed, but nothing is stored there any more.",
    whatToDo: (act) =>
      `Ask for a new address with ${act.readPurchaseDownloadUrl} or ${act.readDownloadUrl}: it is ` +
      "refused with the reason where the file is gone.",
  },
  precondition_failed: {
    status: 412,
    title: "The object changed",
    resolution: "fix_request",
    meaning:
      "The header `If-Match` names another ETag than the file, or what was to be changed, has now.",
    whatToDo:
      "Of a file, drop what was loaded of the earlier one, and load the whole file without `If-Match`. " +
      "Of a change, read again what it is of, and send the change with the new ETag if it is still right.",
  },
  range_not_satisfiable: {
    status: 416,
    title: "The range lies outside the object",
    resolution: "fix_request",
    meaning: "The header `Range` begins behind the end of the file; `detail` gives its size.",
    whatToDo: "Ask for a range within the size that `Content-Range` gives, or for the whole file.",
  },
  storage_full: {
    status: 507,
    title: "The storage is full",
    resolution: "retry",
    meaning: "The service has no room for the file at present. Nothing was stored.",
    whatToDo:
      "PUT the same file again in some minutes; the operator of the service has to make room.",
  },
} as const satisfies Record<string, Problem>;
