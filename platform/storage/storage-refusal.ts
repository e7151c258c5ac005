/** Refusals of the disk store's signed URLs; the edge that mounts them creates the response. */

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

/** Thrown by the disk handler: `message` explains this case. */
export class StorageRefusal extends Error {
  readonly code: StorageRefusalCode;
  /** Additional headers for the response. */
  readonly headers: Record<string, string>;

  constructor(code: StorageRefusalCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.name = "StorageRefusal";
    this.code = code;
    this.headers = headers;
  }
}
