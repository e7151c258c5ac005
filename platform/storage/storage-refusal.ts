/** What the signed URLs of the disk store refuse; the edge that mounts them makes the answer. */

export type StorageRefusalCode =
  | "signature_invalid"
  | "upload_url_expired"
  | "download_url_expired"
  | "upload_too_large"
  | "upload_incomplete"
  | "upload_partial"
  | "upload_checksum_mismatch"
  | "upload_closed"
  | "multipart_not_found"
  | "object_not_found"
  | "precondition_failed"
  | "range_not_satisfiable"
  | "storage_full";

/** Thrown by the disk handler: `message` says what is wrong this time. */
export class StorageRefusal extends Error {
  readonly code: StorageRefusalCode;
  /** Headers that the answer has to carry besides its own. */
  readonly headers: Record<string, string>;

  constructor(code: StorageRefusalCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.name = "StorageRefusal";
    this.code = code;
    this.headers = headers;
  }
}
