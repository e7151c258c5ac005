/** Problems of the signed URLs that upload and download files. */
import type { Problem } from "./problem.ts";

export const storageProblems = {
  signature_invalid: {
    status: 403,
    title: "The signature is not valid",
    resolution: "none",
    meaning: "The signed URL was changed, or was signed for another method or object.",
    whatToDo: (act) =>
      "Use the URL exactly as issued, with its whole query and its method. If it " +
      `is lost, get another: ${act.requestUpload} to upload, ${act.readPurchaseDownloadUrl} or ` +
      `${act.readDownloadUrl} to download.`,
  },
  upload_url_expired: {
    status: 403,
    title: "The upload URL has expired",
    resolution: "fix_request",
    meaning: "The signed URL's time has run out. Nothing was stored.",
    whatToDo: (act) =>
      `Call ${act.requestUpload} again and PUT the file to the new URL. For a file in parts, ` +
      `${act.requestParts} signs the missing parts again, and the parts that have arrived stay.`,
  },
  download_url_expired: {
    status: 403,
    title: "The download URL has expired",
    resolution: "fix_request",
    meaning: "The signed URL's time has run out: 60 seconds for a purchase.",
    whatToDo: (act) =>
      `Get a new one with ${act.readPurchaseDownloadUrl} or ${act.readDownloadUrl}, and start ` +
      "the download at once. It costs nothing.",
  },
  upload_too_large: {
    status: 413,
    title: "The upload is too large",
    resolution: "fix_request",
    meaning: "The body has more bytes than this URL was signed for. Nothing was stored.",
    whatToDo: (act) =>
      `Get a URL for a larger file by announcing \`byte_size\` to ${act.requestUpload}, up to the ` +
      "marketplace's limit, or send a smaller file.",
  },
  upload_incomplete: {
    status: 400,
    title: "The upload is incomplete",
    resolution: "retry",
    meaning: "The body ended before the announced length. Nothing was stored.",
    whatToDo: "PUT the whole file to the same URL again while it is valid.",
  },
  upload_partial: {
    status: 400,
    title: "A PUT must send the whole object",
    resolution: "fix_request",
    meaning: "The request has a `Content-Range` header, but only whole files are accepted.",
    whatToDo: "PUT the whole file in one request, without `Content-Range`.",
  },
  upload_checksum_mismatch: {
    status: 400,
    title: "The bytes do not match the checksum",
    resolution: "retry",
    meaning:
      "The received bytes have another MD5 than `Content-MD5` or the part's announced MD5, or another " +
      "SHA-256 than the file's announced one. `detail` has both. Nothing was stored.",
    whatToDo:
      "Send the announced bytes to the same URL again; a folder's other files stay. If the " +
      "announced hash is wrong, announce the files again.",
  },
  upload_closed: {
    status: 409,
    title: "The file has already been attached",
    resolution: "none",
    meaning:
      "This URL's file was attached to its listing, or joined from its parts, and can no longer change. " +
      "Nothing was stored.",
    whatToDo: (act) =>
      `To hand in another file, get a new URL with ${act.requestUpload}; for a published ` +
      `listing, first call ${act.openVersion}.`,
  },
  multipart_not_found: {
    status: 404,
    title: "The multipart upload is not running",
    resolution: "fix_request",
    meaning: "The multipart upload of this part was completed or aborted.",
    whatToDo: (act) => `Call ${act.requestUpload} and send the whole file again.`,
  },
  object_not_found: {
    status: 404,
    title: "The object was not found",
    resolution: "none",
    meaning: "The URL is signed, but nothing is stored there any more.",
    whatToDo: (act) =>
      `Ask for a new URL with ${act.readPurchaseDownloadUrl} or ${act.readDownloadUrl}: if the file is ` +
      "gone, the refusal gives the reason.",
  },
  precondition_failed: {
    status: 412,
    title: "The object changed",
    resolution: "fix_request",
    meaning: "The `If-Match` header has another ETag than the current one of the file or resource.",
    whatToDo:
      "For a file, discard the bytes downloaded so far, and download the whole file without `If-Match`. " +
      "For a change, read the resource again, and resend the change with the new ETag if it still applies.",
  },
  range_not_satisfiable: {
    status: 416,
    title: "The range lies outside the object",
    resolution: "fix_request",
    meaning: "The `Range` header begins beyond the end of the file; `detail` gives its size.",
    whatToDo: "Ask for a range within the size that `Content-Range` gives, or for the whole file.",
  },
  storage_full: {
    status: 507,
    title: "The storage is full",
    resolution: "retry",
    meaning: "The service currently has no room for the file. Nothing was stored.",
    whatToDo: "PUT the same file again in some minutes; the service's operator has to make room.",
  },
} as const satisfies Record<string, Problem>;
