/**
 * The storage port: what the marketplace asks of an object store. Two adapters implement it
 * (`disk.ts`, `s3.ts`) and one contract suite holds both to the same behaviour.
 * A key is a relative path such as `uploads/{listing}/{upload}`; it never comes from outside.
 */

type ObjectHead = { byteSize: number; etag: string; lastModified: Date };

type PutUrlOptions = {
  ttlSeconds: number;
  /** The disk store refuses more with 413. S3 has no such limit in a signed PUT. */
  byteSizeMax: number;
  /**
   * The size that was announced, where it was: S3 then takes no body of another one. The disk store
   * refuses a longer one alone.
   */
  byteSizeExact?: number | undefined;
};

type GetUrlOptions = {
  ttlSeconds: number;
  /** The name that a browser saves the file under. */
  downloadName: string;
  contentType: string;
};

export type SweepOptions = { olderThanSeconds: number };

export type ByteRange = { start: number; endInclusive: number };

export interface Storage {
  /** A URL that takes one PUT of the whole object until it expires. */
  signPut(key: string, options: PutUrlOptions): Promise<string>;
  /**
   * A URL that answers GET, byte ranges included, until it expires. HEAD is not promised: S3 signs
   * one method, so who wants only the size asks for `Range: bytes=0-0`.
   */
  signGet(key: string, options: GetUrlOptions): Promise<string>;

  /** Starts a multipart upload and returns its id. */
  startMultipart(key: string): Promise<string>;
  signPart(
    key: string,
    multipartId: string,
    partNumber: number,
    options: PutUrlOptions,
  ): Promise<string>;
  /**
   * Joins the parts 1..partsExpected into the object. Idempotent: true when the object exists
   * afterwards, false when a part has not arrived, or is too small for the store (nothing is changed
   * then).
   */
  completeMultipart(key: string, multipartId: string, partsExpected: number): Promise<boolean>;
  abortMultipart(key: string, multipartId: string): Promise<void>;
  /** The bytes of the parts that have arrived and are not joined; 0 where there is no such upload. */
  countMultipartBytes(key: string, multipartId: string): Promise<number>;

  /** The object's size and ETag, or null when there is none. */
  head(key: string): Promise<ObjectHead | null>;
  /** Streams the object. Throws {@link ObjectNotFoundError} when there is none. */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Writes the object atomically: readers see the old one or the whole new one. */
  write(
    key: string,
    body: ReadableStream<Uint8Array> | Uint8Array,
    contentType: string,
  ): Promise<void>;
  /** Deletes the object; deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Deletes many in as few calls as the store allows. Rejects when one may be left. */
  deleteAll(keys: string[]): Promise<void>;
  /**
   * Removes what unfinished uploads left behind (temporary files, parts of multipart uploads)
   * and nobody touched for `olderThanSeconds`; returns how many. Objects are never touched.
   */
  sweep(options: SweepOptions): Promise<number>;
  /** Resolves when the store answers; rejects otherwise. Used by `/health/ready`. */
  ping(): Promise<void>;
}

/** The store does not answer, or cannot: `cause` says why. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super("The file store does not answer.", { cause });
    this.name = "StorageUnavailableError";
  }
}

export class ObjectNotFoundError extends Error {
  constructor(key: string) {
    super(`There is no object ${key}`);
    this.name = "ObjectNotFoundError";
  }
}
