/** Reads text whose delimiter has several characters by way of a copy with a delimiter of one. */
import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { DiskFile } from "../../base/input.ts";
import { openFile, streamFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { PlacedRow, ReadAs, TableChunk, TableFacts, TableSource } from "../../base/table.ts";
import { findLongDelimiter } from "../../open/delimited/long-delimiter.ts";
import { delimitedBy } from "../../open/detect.ts";
import {
  decodeHead,
  detectEncoding,
  HEAD_BYTES_MAX,
  type TextEncoding,
} from "../../open/encoding.ts";
import { requireRoom } from "../../open/require-room.ts";
import type { OpenInner } from "../inner-table.ts";
import { DelimitedSource } from "./source.ts";

const format = "csv";
/** The unit separator, which ends a cell and is in no text. */
const separator = "\x1f";

export const openLongDelimited: OpenInner = async (file, target, _budget, onShare) => {
  const { delimiter, encoding } = await layoutOf(file);
  const filePath = `${target}.csv`;
  requireRoom(dirname(target), file.byteSize);
  let byteSize = 0;
  async function* copied(): AsyncGenerator<Buffer> {
    let bytesDone = 0;
    for await (const part of replaced(file.filePath, delimiter)) {
      byteSize += part.length;
      bytesDone = Math.min(file.byteSize, bytesDone + part.length);
      onShare(bytesDone / file.byteSize);
      yield part;
    }
  }
  await pipeline(Readable.from(copied(), { objectMode: false }), createWriteStream(filePath));
  const detected = delimitedBy(separator, encoding, filePath);
  const open = (limits: ConstructorParameters<typeof DelimitedSource>[0]["limits"]): TableSource =>
    new LongDelimitedSource(
      new DelimitedSource({ filePath, byteSize, limits, ...detected }),
      delimiter,
    );
  return { format, tables: [{ name: "", byteSize, named: true, open }], notes: [], alerts: [] };
};

function fault(): DatasetRefusal {
  return new DatasetRefusal("malformed_file", "The text's delimiter cannot be recognised.", format);
}

async function layoutOf(
  file: DiskFile,
): Promise<{ delimiter: string; encoding: TextEncoding & { carriageReturnOnly: boolean } }> {
  const { filePath, byteSize } = file;
  const stored = openFile(filePath);
  try {
    const block = Buffer.allocUnsafe(HEAD_BYTES_MAX);
    const head = block.subarray(0, stored.readSync(block, 0, block.length, 0));
    const whole = head.length >= byteSize;
    const encoding = await detectEncoding(head, whole);
    if (!encoding) throw fault();
    const raw = decodeHead(head, encoding, whole);
    const carriageReturnOnly = !raw.includes("\n");
    const text = carriageReturnOnly ? raw.replaceAll("\r", "\n") : raw;
    const delimiter = findLongDelimiter(text, whole);
    if (delimiter === null) throw fault();
    return { delimiter, encoding: { ...encoding, carriageReturnOnly } };
  } finally {
    stored.close();
  }
}

/** The file's bytes with the separator in place of the delimiter, which is ASCII. */
async function* replaced(filePath: string, delimiter: string): AsyncGenerator<Buffer> {
  let rest = "";
  for await (const part of streamFile(filePath)) {
    const pieces = (rest + (part as Buffer).toString("latin1")).split(delimiter);
    // The last characters may begin a delimiter.
    const last = pieces.pop() ?? "";
    const held = Math.min(last.length, delimiter.length - 1);
    rest = last.slice(last.length - held);
    pieces.push(last.slice(0, last.length - held));
    yield Buffer.from(pieces.join(separator), "latin1");
  }
  yield Buffer.from(rest, "latin1");
}

/** The copy's table, with the delimiter of the file. */
class LongDelimitedSource implements TableSource {
  readonly format = format;
  readonly encoding: string;
  readonly delimiter: string;
  readonly #copy: DelimitedSource;

  constructor(copy: DelimitedSource, delimiter: string) {
    this.#copy = copy;
    this.encoding = copy.encoding;
    this.delimiter = delimiter;
  }

  get names(): readonly string[] {
    return this.#copy.names;
  }

  leaveOutLast(columns: number): void {
    this.#copy.leaveOutLast(columns);
  }

  chunks(readAs?: ReadAs): AsyncGenerator<TableChunk> {
    return this.#copy.chunks(readAs);
  }

  placedRows(): Iterable<PlacedRow> {
    return this.#copy.placedRows();
  }

  facts(): TableFacts {
    return this.#copy.facts();
  }
}
