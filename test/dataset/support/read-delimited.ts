/** All rows of a delimited file as this engine reads it. */
import { statSync } from "node:fs";
import { DEFAULT_LIMITS } from "../../../dataset/base/limits.ts";
import { detectFormat } from "../../../dataset/open/detect.ts";
import { guessLegacyEncoding } from "../../../dataset/open/guess-encoding.ts";
import { DelimitedSource } from "../../../dataset/read/delimited/source.ts";
import { NotUtf8Error } from "../../../dataset/read/utf8-reader.ts";

/** A table as text, without names if the file has none. */
type Table = {
  names: readonly string[] | null;
  rows: readonly (readonly string[])[];
  columns: number;
  /** Why there is no table. */
  failure?: string;
};

/** Reads without a hint of the dialect; a refusal is returned as a failed table. */
export async function readDelimited(filePath: string): Promise<Table> {
  const byteSize = statSync(filePath).size;
  try {
    const detected = await detectFormat(filePath, byteSize, "csv");
    if (detected.kind !== "delimited") return failed(`read as ${detected.kind}`);
    try {
      return await rowsOf({ filePath, byteSize, limits: DEFAULT_LIMITS, ...detected });
    } catch (error) {
      if (!(error instanceof NotUtf8Error)) throw error;
      const name = (await guessLegacyEncoding(error.bytes)) ?? "windows-1252";
      const encoding = { ...detected.encoding, name };
      return await rowsOf({ filePath, byteSize, limits: DEFAULT_LIMITS, ...detected, encoding });
    }
  } catch (error) {
    return failed(String(error));
  }
}

async function rowsOf(input: ConstructorParameters<typeof DelimitedSource>[0]): Promise<Table> {
  const source = new DelimitedSource(input);
  const rows: string[][] = [];
  for await (const chunk of source.chunks()) {
    const offsets = Array.from({ length: chunk.rows }, (_, i) => i);
    for (const row of chunk.pick(offsets)) rows.push(row.map((cell) => String(cell ?? "")));
  }
  const isNumbered = source.facts().alerts.some(({ code }) => code === "no_header");
  return { names: isNumbered ? null : source.names, rows, columns: source.names.length };
}

function failed(failure: string): Table {
  return { names: null, rows: [], columns: 0, failure };
}
