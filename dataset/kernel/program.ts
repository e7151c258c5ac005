/**
 * The exports of `assembly/index.ts`. Addresses and counts are numbers, 64-bit words are bigints.
 */
export type Program = {
  freeFrom(): number;
  fillKinds(): void;
  useTokens(at: number, many: number): void;
  takeSeen(areLater: number): bigint;
  dropMissing(cells: number, from: number, to: number, low: bigint, high: bigint): bigint;
  countLines(from: number, to: number): number;
  findCells(
    from: number,
    to: number,
    delimiter: number,
    isQuoting: number,
    hasComments: number,
    skipsEmpty: number,
    columns: number,
    rowsMax: number,
    cells: number,
    copies: number,
    into: number,
  ): number;
  useLanes(at: number): void;
  measureNested(cells: number, rows: number, lacking: number, shaped: number): number;
  findValues(
    from: number,
    to: number,
    keys: number,
    keyCount: number,
    rowsMax: number,
    cells: number,
    copies: number,
    nesting: number,
    hards: number,
    into: number,
  ): number;
  keepHashes(
    known: number,
    places: number,
    count: number,
    bound: bigint,
    hashes: number,
    hashedPlaces: number,
  ): number;
  hashNumbersIntoRows(
    values: number,
    places: number,
    count: number,
    from: number,
    to: number,
    hashes: number,
    isFirst: number,
    state: bigint,
    missing: bigint,
    kept: number,
  ): void;
  hashTruthsIntoRows(
    cells: number,
    from: number,
    to: number,
    hashes: number,
    isFirst: number,
    ofTrue: bigint,
    ofFalse: bigint,
    ofNone: bigint,
  ): number;
  hashIntoRows(
    cells: number,
    from: number,
    to: number,
    hashes: number,
    isFirst: number,
    seed: bigint,
    kept: number,
  ): number;
  measureTexts(
    cells: number,
    rows: number,
    known: number,
    weights: number,
    bound: bigint,
    hashes: number,
    places: number,
    lacking: number,
    shaped: number,
    doubted: number,
    into: number,
  ): void;
  parseIntegers: ParseWords;
  parseDays: ParseWords;
  parseTimes(
    cells: number,
    from: number,
    to: number,
    values: number,
    places: number,
    lacking: number,
    separator: number,
    isZoned: number,
  ): number;
  parseFractions(
    cells: number,
    from: number,
    to: number,
    values: number,
    places: number,
    lacking: number,
    hard: number,
  ): bigint;
  countTrue(cells: number, from: number, to: number, lacking: number): bigint;
  toFloats(values: number, count: number, unit: bigint, floats: number): void;
  hashNumbers(
    values: number,
    places: number,
    count: number,
    areFloats: number,
    mask: bigint,
    state: bigint,
    bound: bigint,
    hashes: number,
    hashedPlaces: number,
  ): number;
  measureFloats(floats: number, count: number, into: number): void;
  countFractions(cells: number, rows: number, doubted: number): bigint;
  countBetween(floats: number, count: number, from: number, end: number): number;
  boundsOfWords(values: number, count: number, into: number): void;
};

type ParseWords = (
  cells: number,
  from: number,
  to: number,
  values: number,
  places: number,
  lacking: number,
) => number;
