/** Lists the streams of Microsoft's compound files (MS-CFB), which hold several formats. */
import { type OpenFile, openFile } from "../base/open-file.ts";

const headerBytes = 512;
const entryBytes = 128;
/** Sectors of the directory to read; real ones have a few. */
const sectorsMax = 256;

/** The names of the file's streams and folders; fewer if the file is damaged. */
export function compoundFileNames(filePath: string): Set<string> {
  const file = openFile(filePath);
  try {
    return readNames(file);
  } finally {
    file.close();
  }
}

function readNames(file: OpenFile): Set<string> {
  const names = new Set<string>();
  const header = readAt(file, 0, headerBytes);
  if (header.length < headerBytes) return names;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return names;
  const sectorBytes = 2 ** shift;
  const sectorAt = (sector: number): number => (sector + 1) * sectorBytes;
  let sector = header.readUInt32LE(48);
  for (let count = 0; count < sectorsMax; count++) {
    const directory = readAt(file, sectorAt(sector), sectorBytes);
    if (directory.length < sectorBytes) return names;
    for (let at = 0; at < sectorBytes; at += entryBytes) {
      const nameBytes = Math.min(64, directory.readUInt16LE(at + 64));
      if (nameBytes > 2) names.add(directory.toString("utf16le", at, at + nameBytes - 2));
    }
    const next = nextSector(file, header, sector, sectorBytes);
    if (next === null) return names;
    sector = next;
  }
  return names;
}

/** By the allocation table, whose first 109 sectors the header names; null at a chain's end. */
function nextSector(
  file: OpenFile,
  header: Buffer,
  sector: number,
  sectorBytes: number,
): number | null {
  const perSector = sectorBytes / 4;
  const table = Math.floor(sector / perSector);
  if (table >= 109) return null;
  const tableSector = header.readUInt32LE(76 + table * 4);
  const entry = readAt(file, (tableSector + 1) * sectorBytes + (sector % perSector) * 4, 4);
  if (entry.length < 4) return null;
  const next = entry.readUInt32LE(0);
  return next >= 0xffff_fffa ? null : next;
}

function readAt(file: OpenFile, at: number, bytes: number): Buffer {
  const block = Buffer.alloc(bytes);
  return block.subarray(0, file.readSync(block, 0, bytes, at));
}
