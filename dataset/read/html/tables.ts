/** Finds the tables of an HTML page by its tags, without building a document. */
import { type Token, Tokenizer, TokenizerMode } from "parse5";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";

const format = "html";

/** A table with its cells as texts, repeated where they span rows or columns. */
export type PageTable = { caption: string; rows: string[][] };

/** Cells may span this many columns and rows (HTML, section 4.9.11). */
const columnSpanMax = 1000;
const rowSpanMax = 65_534;

type OpenTable = PageTable & {
  /** Cells of earlier rows that reach into the next ones, by column. */
  reaching: { text: string; rows: number }[];
  row: { text: string; columns: number; rows: number }[] | null;
  cell: { text: string; columns: number; rows: number } | null;
  /** Whether another table is in it: it arranges a page. */
  isLayout: boolean;
};

/** The tables of a page in its order; those that only hold other tables are left out. */
export function tablesIn(text: string, limits: DatasetLimits): PageTable[] {
  const reader = new TableReader(limits, text.length);
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, reader);
  reader.tokenizer = tokenizer;
  // In pieces, a long tag would be read again with each.
  tokenizer.write(text, true);
  return reader.finish();
}

const modes: Readonly<Record<string, number>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  noscript: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
};

class TableReader {
  tokenizer: Tokenizer | null = null;
  readonly #limits: DatasetLimits;
  readonly #chars: number;
  readonly #found: PageTable[] = [];
  readonly #open: OpenTable[] = [];
  /** The element whose text is not part of a cell, and the caption being read. */
  #hidden: string | null = null;
  #isCaption = false;
  #cells = 0;

  constructor(limits: DatasetLimits, chars: number) {
    this.#limits = limits;
    this.#chars = chars;
  }

  finish(): PageTable[] {
    while (this.#open.length > 0) this.#endTable();
    return this.#found;
  }

  onStartTag({ tagName, attrs, selfClosing }: Token.TagToken): void {
    const mode = modes[tagName];
    if (mode !== undefined && !selfClosing) {
      this.#hidden = tagName;
      const { tokenizer } = this;
      if (tokenizer) {
        tokenizer.lastStartTagName = tagName;
        tokenizer.state = mode;
      }
      return;
    }
    const table = this.#open.at(-1);
    switch (tagName) {
      case "table":
        if (table) table.isLayout = true;
        this.#open.push({
          ...{ caption: "", rows: [], reaching: [], row: null, cell: null, isLayout: false },
        });
        break;
      case "caption":
        this.#isCaption = table !== undefined;
        break;
      case "tr":
        this.#endRow();
        if (table) table.row = [];
        break;
      case "td":
      case "th":
        this.#endCell();
        if (table) {
          table.row ??= [];
          const columns = spanOf(attrs, "colspan", columnSpanMax);
          table.cell = { text: "", columns, rows: spanOf(attrs, "rowspan", rowSpanMax) };
        }
        break;
      case "br":
      case "p":
      case "div":
      case "li":
        if (table?.cell) table.cell.text += " ";
    }
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === this.#hidden) this.#hidden = null;
    if (tagName === "table") this.#endTable();
    if (tagName === "tr" || tagName === "thead" || tagName === "tbody") this.#endRow();
    if (tagName === "td" || tagName === "th") this.#endCell();
    if (tagName === "caption") this.#isCaption = false;
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    const table = this.#open.at(-1);
    if (table === undefined || this.#hidden !== null) return;
    if (this.#isCaption) table.caption += chars;
    else if (table.cell) table.cell.text += chars;
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}

  #endCell(): void {
    const table = this.#open.at(-1);
    if (!table?.cell) return;
    const { text } = table.cell;
    if (text.length > this.#limits.rowBytesMax) {
      throw limitRefusal(this.#limits, "rowBytesMax", text.length, format);
    }
    table.row?.push({ ...table.cell, text: text.replace(/\s+/g, " ").trim() });
    table.cell = null;
  }

  #endRow(): void {
    this.#endCell();
    const table = this.#open.at(-1);
    if (!table?.row) return;
    const { row, reaching } = table;
    table.row = null;
    const cells: string[] = [];
    const takeReaching = (): boolean => {
      const above = reaching[cells.length];
      if (above === undefined || above.rows === 0) return false;
      above.rows--;
      cells.push(above.text);
      return true;
    };
    for (const { text, columns, rows } of row) {
      while (takeReaching());
      for (let i = 0; i < columns; i++) {
        if (rows > 1) reaching[cells.length] = { text, rows: rows - 1 };
        cells.push(text);
      }
      this.#limit(cells.length);
    }
    while (cells.length < reaching.length && (takeReaching() || cells.push("")));
    while (cells.at(-1) === "") cells.pop();
    this.#cells += cells.length;
    this.#limit(cells.length);
    if (cells.length > 0) table.rows.push(cells);
  }

  /** A few bytes may state many cells by spans. */
  #limit(columns: number): void {
    const { columnsMax, sparseCellsFree, sparseCellsPerByteMax } = this.#limits;
    if (columns > columnsMax) throw limitRefusal(this.#limits, "columnsMax", columns, format);
    const cells = this.#cells + columns;
    if (cells > sparseCellsFree && cells > this.#chars * sparseCellsPerByteMax) {
      throw limitRefusal(this.#limits, "sparseCellsPerByteMax", null, format);
    }
  }

  #endTable(): void {
    this.#endRow();
    const table = this.#open.pop();
    this.#isCaption = false;
    if (table === undefined || table.isLayout) return;
    const caption = table.caption.replace(/\s+/g, " ").trim();
    this.#found.push({ caption, rows: table.rows });
  }
}

function spanOf(attrs: readonly Token.Attribute[], name: string, max: number): number {
  const stated = Number.parseInt(attrs.find((each) => each.name === name)?.value ?? "1", 10);
  return stated >= 1 ? Math.min(stated, max) : 1;
}
