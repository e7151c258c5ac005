/**
 * The exports of `assembly/columns.ts` and `dictionaries.ts`, which read columns of binary formats.
 * Addresses and counts are numbers, 64-bit words are bigints.
 */
export type ColumnsProgram = {
  unpackRuns(
    from: number,
    to: number,
    width: number,
    count: number,
    end: number,
    into: number,
  ): number;
  cellsBehindLengths(from: number, to: number, count: number, cells: number): number;
  bytesOfCells(cells: number, rows: number): number;
  chooseWords(words: number, chosen: number, count: number, into: number): void;
  spreadWords(words: number, levels: number, rows: number, into: number): void;
  placesOf(levels: number, rows: number, first: number, places: number): number;
  countUp(first: number, count: number, places: number): void;
  widenWords(from: number, count: number, isSigned: number, into: number): void;
  widenFloats(from: number, count: number, into: number): void;
  widenBits(from: number, first: number, count: number, into: number): void;
  floorToFloats(values: number, count: number, unit: bigint, floats: number): void;
  hashWordsIntoRows(
    values: number,
    places: number,
    count: number,
    rows: number,
    areFloats: number,
    areTruths: number,
    mask: bigint,
    state: bigint,
    ofNone: bigint,
    bound: bigint,
    isFirst: number,
    rowHashes: number,
    lacking: number,
    hashes: number,
    hashedPlaces: number,
  ): number;
  mixTextHashes(
    cells: number,
    known: number,
    rows: number,
    ofNone: bigint,
    isFirst: number,
    rowHashes: number,
  ): number;
  countChosen(
    chosen: number,
    count: number,
    entries: number,
    rows: number,
    tally: number,
    listed: number,
    counts: number,
    firsts: number,
  ): number;
  mixChosenIntoRows(
    chosen: number,
    known: number,
    places: number,
    count: number,
    rows: number,
    areTruths: number,
    ofNone: bigint,
    isFirst: number,
    rowHashes: number,
    lacking: number,
  ): void;
};
