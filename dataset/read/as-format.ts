import type { TableChunk, TableFacts, TableSource } from "../base/table.ts";

/** A table that was written in another format to be read, reported in its own. */
export class ConvertedSource implements TableSource {
  readonly format: string;
  readonly encoding: string | null;
  readonly delimiter = null;
  readonly #written: TableSource;

  constructor(written: TableSource, format: string, encoding: string | null = null) {
    this.#written = written;
    this.format = format;
    this.encoding = encoding;
  }

  get names(): readonly string[] {
    return this.#written.names;
  }

  chunks(readAs?: Parameters<TableSource["chunks"]>[0]): AsyncGenerator<TableChunk> {
    return this.#written.chunks(readAs);
  }

  facts(): TableFacts {
    return this.#written.facts();
  }
}
