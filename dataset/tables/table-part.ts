/**
 * A file on disk that is a table or a part of one, with the findings of earlier attempts to read
 * it.
 */
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import { ColumnRouteError } from "../base/column-routes.ts";
import type { DiskFile, ProfileInput } from "../base/input.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import type { TableSource } from "../base/table.ts";
import { type Detected, detectFormat } from "../open/detect.ts";
import { guessLegacyEncoding } from "../open/guess-encoding.ts";
import type { FileTable } from "../open/unpack.ts";
import { openTable } from "../read/open-table.ts";
import { NotUtf8Error } from "../read/utf8-reader.ts";

/** Something that can be opened as a table more than once. */
export interface TablePart {
  /** Its path in the file on sale, as stored there. */
  readonly path: string;
  readonly byteSize: number;
  /** Throws `DatasetRefusal` if it holds no table. */
  open(input: ProfileInput): Promise<TableSource>;
  /** Adapts the next opening to the last error; rethrows errors that it cannot handle. */
  learn(error: unknown): void;
  /** Alerts about how it was opened. */
  alerts(): ProfileAlert[];
}

/** How to read a detected file after a failed attempt. */
type Correction = { encodingName?: string; routes?: ColumnRouteError["routes"] };

/** A table in a file of its own. Without `detected`, its format is detected at each opening. */
export class FilePart implements TablePart {
  readonly path: string;
  readonly byteSize: number;
  readonly #file: DiskFile;
  readonly #hint: string | null;
  readonly #detected: FileTable | null;
  #correction: Correction = {};
  #guessed: string | null = null;
  #foreignBytes: Buffer | null = null;

  constructor(
    path: string,
    file: DiskFile,
    { hint, detected }: { hint: string | null; detected?: FileTable },
  ) {
    this.path = path;
    this.#file = file;
    this.byteSize = file.byteSize;
    this.#hint = hint;
    this.#detected = detected ?? null;
  }

  async open(input: ProfileInput): Promise<TableSource> {
    if (this.#foreignBytes) await this.#guess(this.#foreignBytes);
    const detected = corrected(await this.#detect(), this.#correction);
    if ("encoding" in detected && detected.encoding.guessed) {
      this.#guessed ??= detected.encoding.name;
    }
    const formatHint = this.#hint ?? input.formatHint;
    return await openTable(detected, this.#file, { ...input, formatHint });
  }

  learn(error: unknown): void {
    if (error instanceof NotUtf8Error) {
      this.#foreignBytes = error.bytes;
      return;
    }
    if (!(error instanceof ColumnRouteError)) throw error;
    this.#correction = { routes: error.routes };
  }

  /** Guesses the encoding from bytes after the head, because the head was valid UTF-8. */
  async #guess(bytes: Buffer): Promise<void> {
    const name = await guessLegacyEncoding(bytes);
    if (!name) throw new DatasetRefusal("encoding_unsupported", "The text encoding is not known.");
    this.#guessed = name;
    this.#correction = { encodingName: name };
    this.#foreignBytes = null;
  }

  alerts(): ProfileAlert[] {
    if (this.#guessed === null) return [];
    const detail = `The text is not UTF-8; it was read as ${this.#guessed}.`;
    return [{ code: "encoding_guessed", detail }];
  }

  async #detect(): Promise<FileTable> {
    if (this.#detected) return this.#detected;
    const { filePath, byteSize } = this.#file;
    const detected = await detectFormat(filePath, byteSize, this.#hint);
    if (isFileTable(detected)) return detected;
    throw new DatasetRefusal("archive_nested", "The archive holds another archive.");
  }
}

const wrappings: ReadonlySet<Detected["kind"]> = new Set(["compressed", "archive", "inner"]);

function isFileTable(detected: Detected): detected is FileTable {
  return !wrappings.has(detected.kind);
}

function corrected(detected: FileTable, { encodingName, routes }: Correction): FileTable {
  if (routes && detected.kind === "parquet") return { ...detected, routes };
  if (encodingName === undefined || !("encoding" in detected)) return detected;
  return { ...detected, encoding: { ...detected.encoding, name: encodingName } };
}
