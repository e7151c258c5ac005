/** Folders of recordings and of PDF files: each file is a row with its facts. */
import type { ITokenizer } from "strtok3";
import type { ProfileInput } from "../base/input.ts";
import type { DatasetLimits } from "../base/limits.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import { audioExtensions } from "../base/table-extensions.ts";
import { type ArchiveEntry, readWhole } from "../open/archive/entries.ts";
import type { UnpackBudget } from "../open/unpacked-size.ts";
import { type GatherRun, gatherRows } from "./documents.ts";
import type { FoundPart } from "./found-tables.ts";
import { pdfPages } from "./pdf-pages.ts";

type Facts = Readonly<Record<string, unknown>>;
type Media = {
  format: string;
  /** The columns besides file and label. */
  names: readonly string[];
  /** Throws for a damaged file. */
  read(bytes: Buffer, name: string, limits: DatasetLimits): Promise<Facts>;
};

const audio: Media = {
  format: "audio",
  names: ["codec", "duration_seconds", "sample_rate_hz", "channels", "byte_size"],
  read: async (bytes, name, limits) => {
    const { parseFromTokenizer } = await import("music-metadata");
    const { format } = await parseFromTokenizer(await countedReads(bytes, name, limits), {
      duration: true,
      skipCovers: true,
    });
    const { codec, container, duration, sampleRate, numberOfChannels } = format;
    if (sampleRate === undefined && duration === undefined) throw new Error("no sound");
    return {
      codec: codec ?? container ?? null,
      duration_seconds: duration === undefined ? null : Math.round(duration * 1000) / 1000,
      sample_rate_hz: sampleRate ?? null,
      channels: numberOfChannels ?? null,
      byte_size: bytes.length,
    };
  },
};

/** The library looks for a frame at every byte of a damaged file, a read each. */
async function countedReads(
  bytes: Buffer,
  path: string,
  { recordingReadsMax }: DatasetLimits,
): Promise<ITokenizer> {
  const { fromBuffer } = await import("strtok3");
  const tokenizer = fromBuffer(bytes, { fileInfo: { path } });
  const peek = tokenizer.peekBuffer.bind(tokenizer);
  let reads = 0;
  tokenizer.peekBuffer = async (into, options) => {
    if (++reads > recordingReadsMax) throw new Error("too many reads");
    return await peek(into, options);
  };
  return tokenizer;
}

const pdf: Media = {
  format: "pdf",
  names: ["pages", "byte_size"],
  read: async (bytes, _name, { wholeFileBytesMax }) => {
    const pages = pdfPages(bytes, wholeFileBytesMax);
    if (pages === null) throw new Error("no page tree");
    return { pages, byte_size: bytes.length };
  },
};

/** What an archive's files are, if all are recordings or PDF files by their names. */
export function mediaAmong(files: readonly ArchiveEntry[]): Media | null {
  if (files.every(({ name }) => /\.pdf$/i.test(name))) return pdf;
  const isAudio = files.every(({ name }) => new RegExp(`\\.(${audioExtensions})$`, "i").test(name));
  return isAudio ? audio : null;
}

/** Writes the files' facts as one table. Throws `DatasetRefusal` if none can be read. */
export async function gatherMedia(
  media: Media,
  files: readonly ArchiveEntry[],
  input: ProfileInput,
  budget: UnpackBudget,
  run: GatherRun,
): Promise<FoundPart> {
  const megabytes = input.limits.wholeFileBytesMax / 1024 ** 2;
  return await gatherRows(
    files,
    {
      format: media.format,
      names: media.names,
      what: `damaged, locked, or larger than ${megabytes} MiB, and not read`,
      rowOf: (entry) => factsOf(media, entry, input.limits),
    },
    input,
    budget,
    run,
  );
}

async function factsOf(
  media: Media,
  entry: ArchiveEntry,
  limits: DatasetLimits,
): Promise<Facts | null> {
  let bytes: Buffer | null;
  try {
    bytes = await readWhole(entry, limits.wholeFileBytesMax);
  } catch (error) {
    if (error instanceof DatasetRefusal) return null;
    throw error;
  }
  if (bytes === null) return null;
  // The libraries throw errors of many kinds for damaged files.
  return await media.read(bytes, entry.name, limits).catch(() => null);
}
