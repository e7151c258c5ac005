/**
 * The storage port: what the marketplace asks of an object store. Two adapters implement it
 * (`disk.ts`, `s3.ts`) and one contract suite holds both to the same behaviour.
 * A key is a relative path such as `uploads/{listing}/{upload}`; it never comes from outside.
 */

type ObjectHead = { byteSize: number; etag: string; lastModified: Date };

/** An object as a listing tells it. */
export type StoredObject = { key: string; byteSize: number; etag: string };

/** What signed PUTs have brought; admitted: it is the object of its key, which none of them changes. */
export type ArrivedObject = StoredObject & { isAdmitted: boolean };

/** `after`: the key behind which the listing begins. */
export type ListOptions = { after?: string | undefined; keysMax: number };

type PutUrlOptions = {
  ttlSeconds: number;
  /** The disk store refuses more with 413. S3 has no such limit in a signed PUT. */
  byteSizeMax: number;
  /**
   * The size that was announced, where it was: S3 then takes no body of another one. The disk store
   * refuses a longer one alone, of a part a shorter one too.
   */
  byteSizeExact?: number | undefined;
};

type ObjectUrlOptions = PutUrlOptions & {
  /**
   * Of the object, in hexadecimal: the disk store takes no other bytes. S3 compares only headers that
   * each client would have to send, so what it took is compared when the object is read.
   */
  sha256?: string | undefined;
};

type PartUrlOptions = PutUrlOptions & {
  /** Of the part, in hexadecimal: the URL then wants this `Content-MD5`, and takes no other bytes. */
  md5?: string | undefined;
};

/** A part that lies in the store. `md5` is null where the store does not tell it. */
export type ArrivedPart = {
  partNumber: number;
  byteSize: number;
  etag: string;
  md5: string | null;
  arrivedAt: Date;
};

/**
 * joined: the object is there. changed: a part is gone, or another one. too_small: the store wants
 * larger parts. gone: there is no such upload any more, and no object.
 */
export type JoinOutcome = "joined" | "changed" | "too_small" | "gone";

type GetUrlOptions = {
  ttlSeconds: number;
  /** The name that a browser saves the file under. */
  downloadName: string;
  contentType: string;
};

export type SweepOptions = { olderThanSeconds: number };

export type RunningMultipart = { key: string; multipartId: string };

export type ByteRange = { start: number; endInclusive: number };

export interface Storage {
  /**
   * A URL that takes PUTs of the whole object until it expires or one of them is admitted. What they
   * bring is no object before: it waits where `findArrived` sees it. Afterwards the disk store refuses
   * them, even one that is under way; S3 takes them beside the object, where nobody reads them.
   */
  signPut(key: string, options: ObjectUrlOptions): Promise<string>;
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
    options: PartUrlOptions,
  ): Promise<string>;
  /** The parts that have arrived, by number; null where there is no such upload any more. */
  listParts(key: string, multipartId: string): Promise<ArrivedPart[] | null>;
  /**
   * Joins these parts, in their order, into the object. Idempotent: what was joined before is
   * `joined`, and an object that the key has stays. Unless it is, nothing is changed. Takes no longer for a large file than for a small one.
   */
  completeMultipart(
    key: string,
    multipartId: string,
    parts: Pick<ArrivedPart, "partNumber" | "etag">[],
  ): Promise<JoinOutcome>;
  abortMultipart(key: string, multipartId: string): Promise<void>;
  /** Uploads that began so long ago and were neither joined nor given up. */
  listMultiparts(options: SweepOptions): Promise<RunningMultipart[]>;

  /** The object, or else what signed PUTs have brought. */
  findArrived(key: string): Promise<ArrivedObject | null>;
  /** The same of a folder, in the order of `list`. */
  listArrived(prefix: string, options: ListOptions): Promise<ArrivedObject[]>;
  /**
   * Makes what has arrived the objects of their keys, which no signed PUT and no joining replaces from
   * then on. Left out of the answer is what was replaced since it was looked at, or is gone. Repeated,
   * it answers the same.
   */
  admit(arrived: readonly ArrivedObject[]): Promise<StoredObject[]>;
  /** Deletes what has arrived and was not admitted, of the key and of those directly in its folder. */
  discardArrived(key: string): Promise<void>;
  /** Brings the body as a signed PUT does. False: an object was admitted before, and stays. */
  writeArrived(key: string, body: ReadableStream<Uint8Array>): Promise<boolean>;

  /** The object's size and ETag, or null when there is none. */
  head(key: string): Promise<ObjectHead | null>;
  /**
   * The first objects that lie directly in a folder of keys (`prefix` ends in `/`), in the order of
   * their keys' bytes. Only folders without folders in them are listed.
   */
  list(prefix: string, options: ListOptions): Promise<StoredObject[]>;
  /**
   * Streams the object. Throws {@link ObjectNotFoundError} when there is none, and
   * {@link ObjectReplacedError} when an ETag is given and the object has another one. The stream
   * itself may fail with {@link StorageUnavailableError} where the object is replaced meanwhile.
   */
  read(key: string, range?: ByteRange, etag?: string): Promise<ReadableStream<Uint8Array>>;
  /** Writes the object atomically: readers see the old one or the whole new one. */
  write(
    key: string,
    body: ReadableStream<Uint8Array> | Uint8Array,
    contentType: string,
  ): Promise<void>;
  /** Deletes the object and what has arrived for it; deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Deletes many in as few calls as the store allows. Rejects when one may be left. */
  deleteAll(keys: string[]): Promise<void>;
  /**
   * Removes the temporary files that nobody touched for `olderThanSeconds`; returns how many. Neither
   * objects nor parts are touched.
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

/** Another object took the place of the one that was asked for. */
export class ObjectReplacedError extends Error {
  constructor(key: string) {
    super(`The object ${key} is another one`);
    this.name = "ObjectReplacedError";
  }
}

export class ObjectNotFoundError extends Error {
  constructor(key: string) {
    super(`There is no object ${key}`);
    this.name = "ObjectNotFoundError";
  }
}
