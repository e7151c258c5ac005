/**
 * The storage port for object stores. Two adapters implement it (`disk.ts`, `s3.ts`), and one
 * contract suite holds both to the same behaviour. A key is a relative path such as
 * `uploads/{listing}/{upload}`; it never comes from outside.
 */

type ObjectHead = { byteSize: number; etag: string; lastModified: Date };

/** An object in a list. */
export type StoredObject = { key: string; byteSize: number; etag: string };

/**
 * Content brought by signed PUTs. Admitted means: it is the object of its key, which no signed PUT
 * changes.
 */
export type ArrivedObject = StoredObject & { isAdmitted: boolean };

/** `after`: the key after which the list begins. */
export type ListOptions = { after?: string | undefined; keysMax: number };

type PutUrlOptions = {
  ttlSeconds: number;
  /** The disk store refuses larger bodies with 413. S3 has no such limit for a signed PUT. */
  byteSizeMax: number;
  /**
   * The announced size, if any: S3 then accepts only this size. The disk store only refuses larger
   * bodies, and for parts smaller ones, too.
   */
  byteSizeExact?: number | undefined;
};

type ObjectUrlOptions = PutUrlOptions & {
  /**
   * Hash of the object in hexadecimal: the disk store accepts no other bytes. S3 only checks
   * headers that each client would have to send, so its content is compared when the object is
   * read.
   */
  sha256?: string | undefined;
};

type PartUrlOptions = PutUrlOptions & {
  /**
   * MD5 of the part in hexadecimal: the URL then requires this `Content-MD5`, and accepts no other
   * bytes.
   */
  md5?: string | undefined;
};

/** A part in the store. `md5` is null if the store does not provide it. */
export type ArrivedPart = {
  partNumber: number;
  byteSize: number;
  etag: string;
  md5: string | null;
  arrivedAt: Date;
};

/**
 * `joined`: the object exists. `changed`: a part is missing or differs. `too_small`: the store
 * requires larger parts. `gone`: neither the upload nor an object exists.
 */
export type JoinOutcome = "joined" | "changed" | "too_small" | "gone";

type GetUrlOptions = {
  ttlSeconds: number;
  /** The name under which a browser saves the file. */
  downloadName: string;
  contentType: string;
};

export type SweepOptions = { olderThanSeconds: number };

export type RunningMultipart = { key: string; multipartId: string };

export type ByteRange = { start: number; endInclusive: number };

export interface Storage {
  /**
   * A URL for PUTs of the whole object until it expires or one of them is admitted. Before that,
   * the content is not an object: it waits where `findArrived` finds it. Afterwards the disk store
   * refuses PUTs, even one in progress; S3 accepts them next to the object, where nobody reads
   * them.
   */
  signPut(key: string, options: ObjectUrlOptions): Promise<string>;
  /**
   * A URL for GET, including byte ranges, until it expires. HEAD may not work, because S3 signs one
   * method: to learn only the size, request `Range: bytes=0-0`.
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
  /** Stores a part like a PUT to its URL. False if the upload does not exist any more. */
  writePart(
    key: string,
    multipartId: string,
    partNumber: number,
    bytes: Uint8Array,
  ): Promise<boolean>;
  /** The parts that have arrived, by number; null if the upload does not exist any more. */
  listParts(key: string, multipartId: string): Promise<ArrivedPart[] | null>;
  /**
   * Joins these parts in order into the object. Idempotent: an upload joined earlier is `joined`,
   * and an existing object of the key stays. Otherwise nothing is changed. Takes no longer for a
   * large file than for a small one.
   */
  completeMultipart(
    key: string,
    multipartId: string,
    parts: Pick<ArrivedPart, "partNumber" | "etag">[],
  ): Promise<JoinOutcome>;
  abortMultipart(key: string, multipartId: string): Promise<void>;
  /** Uploads that began this long ago and were neither joined nor given up. */
  listMultiparts(options: SweepOptions): Promise<RunningMultipart[]>;

  /** The object, or otherwise the content of signed PUTs. */
  findArrived(key: string): Promise<ArrivedObject | null>;
  /** The same for a folder, in the order of `list`. */
  listArrived(prefix: string, options: ListOptions): Promise<ArrivedObject[]>;
  /**
   * Makes arrived contents the objects of their keys, which no signed PUT and no join replaces from
   * then on. The result omits contents that were replaced or deleted since they were listed.
   * Repeating the call gives the same result.
   */
  admit(arrived: readonly ArrivedObject[]): Promise<StoredObject[]>;
  /** Deletes arrived content that was not admitted, of the key and directly in its folder. */
  discardArrived(key: string): Promise<void>;
  /** Stores the body like a signed PUT. False if an object was admitted before, which stays. */
  writeArrived(key: string, body: ReadableStream<Uint8Array>): Promise<boolean>;

  /** The object's size and ETag, or null if there is none. */
  head(key: string): Promise<ObjectHead | null>;
  /**
   * The first objects directly in a folder of keys (`prefix` ends in `/`), in byte order of the
   * keys. Only folders without subfolders can be listed.
   */
  list(prefix: string, options: ListOptions): Promise<StoredObject[]>;
  /**
   * Streams the object. Throws {@link ObjectNotFoundError} if there is none, and {@link
   * ObjectReplacedError} if an ETag is given and the object has another one. The stream may fail
   * with {@link StorageUnavailableError} if the object is replaced meanwhile.
   */
  read(key: string, range?: ByteRange, etag?: string): Promise<ReadableStream<Uint8Array>>;
  /** Writes the object atomically: readers see the old one or the whole new one. */
  write(
    key: string,
    body: ReadableStream<Uint8Array> | Uint8Array,
    contentType: string,
  ): Promise<void>;
  /** Deletes the object and its arrived content; succeeds if there is none. */
  delete(key: string): Promise<void>;
  /** Deletes many in as few calls as the store allows. Rejects if one may be left. */
  deleteAll(keys: string[]): Promise<void>;
  /**
   * Removes temporary files not touched for `olderThanSeconds`; returns how many. Touches neither
   * objects nor parts.
   */
  sweep(options: SweepOptions): Promise<number>;
  /** Resolves if the store answers; rejects otherwise. Used by `/health/ready`. */
  ping(): Promise<void>;
}

/** The store does not answer, or is unable to: see `cause`. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super("The file store does not answer.", { cause });
    this.name = "StorageUnavailableError";
  }
}

/** Another object has replaced the requested one. */
export class ObjectReplacedError extends Error {
  constructor(key: string) {
    super(`The object ${key} was replaced`);
    this.name = "ObjectReplacedError";
  }
}

export class ObjectNotFoundError extends Error {
  constructor(key: string) {
    super(`There is no object ${key}`);
    this.name = "ObjectNotFoundError";
  }
}
