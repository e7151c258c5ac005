/** How a file comes in parts, which of them are missing, and what lies behind its URLs. Pure. */
import type { UploadState } from "../../../db/vocabulary/listing.ts";
import { dayMs, daySeconds, hourSeconds, secondsUntil } from "../../../platform/time.ts";
import type { FieldFault } from "../../errors.ts";
import type { Refusal } from "../../refusal.ts";
import { UPLOAD_PARTS_MAX, UPLOADS_PER_LISTING_PER_DAY_MAX } from "../limits.ts";

/** What the deployment and its store take: of a file, in one PUT, and in a part at least. */
export type SizeLimits = { fileBytesMax: number; putBytesMax: number; partBytesMin: number };

type Announced = {
  byte_size?: number | undefined;
  parts?: number | undefined;
  part_byte_size?: number | undefined;
};

/** `partBytes` is null where the file's size was not announced: each part is then what it is. */
export type PartPlan = { parts: number; partBytes: number | null };

/** Parts that are recommended: none smaller than this, and not more of them than this. */
const recommendedPartBytesMin = 16 * 1024 ** 2;
const recommendedPartsMax = 5000;
const partBytesStep = 1024 ** 2;

/** Why a listing takes no upload now, by when the earliest of the last day's most was issued. */
export function issueRefusal(firstOfFull: Date | null, now: Date): Refusal | null {
  if (firstOfFull === null) return null;
  return {
    code: "rate_limited",
    detail: `A listing takes ${UPLOADS_PER_LISTING_PER_DAY_MAX} uploads a day.`,
    retryAfterSeconds: secondsUntil(firstOfFull.getTime() + dayMs, now),
  };
}

/**
 * Parts of 16 MiB, larger ones where these would be more than 5,000: a part that is lost on a bad line
 * costs little, and an answer or two hold the URLs of a usual file.
 */
export function recommendParts(byteSize: number, limits: SizeLimits): PartPlan {
  const even = Math.ceil(byteSize / recommendedPartsMax / partBytesStep) * partBytesStep;
  const wanted = Math.max(recommendedPartBytesMin, limits.partBytesMin, even);
  const partBytes = Math.min(wanted, limits.putBytesMax, byteSize);
  return { parts: Math.ceil(byteSize / partBytes), partBytes };
}

/** In which parts the file comes; null for a file in one PUT, a fault for parts that it cannot have. */
export function planParts(announced: Announced, limits: SizeLimits): PartPlan | null | FieldFault {
  const { byte_size: byteSize, parts, part_byte_size: asked } = announced;
  if (byteSize === undefined) {
    if (asked !== undefined) return outOfRange("/part_byte_size", "needs `byte_size` beside it");
    return parts === undefined ? null : { parts, partBytes: null };
  }
  if (parts === undefined && asked === undefined) {
    return byteSize > limits.putBytesMax ? recommendParts(byteSize, limits) : null;
  }
  if (asked !== undefined) return planBySize(byteSize, asked, parts, limits);
  const count = parts ?? 1;
  const detail = countFault(byteSize, count, limits);
  if (detail !== null) return outOfRange("/parts", detail);
  return { parts: count, partBytes: Math.ceil(byteSize / count) };
}

function planBySize(
  byteSize: number,
  asked: number,
  parts: number | undefined,
  limits: SizeLimits,
): PartPlan | FieldFault {
  const { putBytesMax, partBytesMin } = limits;
  const partBytes = Math.min(asked, byteSize);
  const count = Math.ceil(byteSize / partBytes);
  const refuse = (detail: string) => outOfRange("/part_byte_size", detail);
  if (partBytes > putBytesMax) return refuse(`is above the ${putBytesMax} that the store takes`);
  if (count > 1 && partBytes < partBytesMin) return refuse(`is below the store's ${partBytesMin}`);
  if (count > UPLOAD_PARTS_MAX) {
    return refuse(`makes ${count} parts; ${UPLOAD_PARTS_MAX} are the most`);
  }
  if (parts !== undefined && parts !== count) {
    return outOfRange("/parts", `is not the ${count} that \`part_byte_size\` makes`);
  }
  return { parts: count, partBytes };
}

function countFault(byteSize: number, parts: number, limits: SizeLimits): string | null {
  const partsMin = Math.ceil(byteSize / limits.putBytesMax);
  const partsMax = Math.max(1, Math.floor(byteSize / limits.partBytesMin));
  if (parts < partsMin) return `is too few: ${byteSize} bytes need at least ${partsMin}`;
  if (parts > partsMax) return `is too many: ${byteSize} bytes make at most ${partsMax}`;
  return null;
}

const outOfRange = (pointer: string, detail: string): FieldFault => ({
  pointer,
  code: "out_of_range",
  detail,
});

/** The exact bytes of one part: all alike, the last one shorter; undefined where nothing was announced. */
export function partSize(
  plan: PartPlan,
  byteSize: number | null,
  partNumber: number,
): number | undefined {
  if (plan.partBytes === null || byteSize === null) return undefined;
  return Math.min(plan.partBytes, byteSize - (partNumber - 1) * plan.partBytes);
}

/** What the upload counts towards the quotas before its file is there: the most that its URLs take. */
export function promisedBytes(announced: Announced, limits: SizeLimits): number {
  if (announced.byte_size !== undefined) return announced.byte_size;
  if (announced.parts !== undefined) return limits.fileBytesMax;
  return Math.min(limits.fileBytesMax, limits.putBytesMax);
}

/** The most that the URL for the whole file takes. */
export function wholeBytesMax(promised: number, { putBytesMax }: SizeLimits): number {
  return Math.min(promised, putBytesMax);
}

export type PartRange = { first: number; last: number };
type Arrived = { partNumber: number; byteSize: number; md5: string | null };

/** The parts that have not arrived, those that follow each other as one. */
export function missingParts(parts: number, arrived: Pick<Arrived, "partNumber">[]): PartRange[] {
  const there = new Set(arrived.map(({ partNumber }) => partNumber));
  const ranges: PartRange[] = [];
  for (let number = 1; number <= parts; number += 1) {
    if (there.has(number)) continue;
    const range = ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges;
}

/** A part that arrived and cannot be joined as it is. */
export type PartFault = { partNumber: number; code: string; detail: string };

type Stated = { plan: PartPlan; byteSize: number | null; md5s: ReadonlyMap<number, string> };

/** Parts of another size or MD5 than was stated. */
export function faultyParts(arrived: Arrived[], { plan, byteSize, md5s }: Stated): PartFault[] {
  return arrived.flatMap((part): PartFault[] => {
    const { partNumber, md5 } = part;
    const size = partSize(plan, byteSize, partNumber);
    const stated = md5s.get(partNumber);
    const differs = (detail: string): PartFault[] => [{ partNumber, code: "part_differs", detail }];
    if (size !== undefined && part.byteSize !== size) {
      return differs(`part ${partNumber} has ${part.byteSize} bytes, not ${size}`);
    }
    if (stated !== undefined && md5 !== null && md5 !== stated) {
      return differs(`part ${partNumber} has the MD5 ${md5}, not ${stated}`);
    }
    return [];
  });
}

/** Of parts that the store did not join, as they are too small for it, these are. */
export function smallParts(arrived: Arrived[], { partBytesMin }: SizeLimits): PartFault[] {
  const last = arrived.at(-1)?.partNumber;
  return arrived
    .filter((part) => part.partNumber !== last && part.byteSize < partBytesMin)
    .map(({ partNumber, byteSize }) => ({
      partNumber,
      code: "part_too_small",
      detail: `part ${partNumber} has ${byteSize} bytes; all but the last need ${partBytesMin}`,
    }));
}

const faultsNamedMax = 20;

/** What keeps the parts from being joined, as a refusal names it; the first ones of many. */
export function joinFaults(missing: PartRange[], faulty: PartFault[]): FieldFault[] {
  const named = [
    ...missing.map(({ first, last }) => ({
      code: "part_missing",
      detail:
        first === last
          ? `part ${first} has not arrived`
          : `parts ${first} to ${last} have not arrived`,
    })),
    ...faulty.map(({ code, detail }) => ({ code, detail })),
  ];
  return named.slice(0, faultsNamedMax).map((fault) => ({ pointer: "/full_data_path", ...fault }));
}

/** Unfinished uploads, and files that nobody will ask for, are kept so long after their URLs ended. */
export const unusedFilesKeptDays = 7;

/** Until when the upload can be gone on with; each new URL moves it on. */
export function openUntil({ urlsEndAt }: { urlsEndAt: Date }): Date {
  return new Date(urlsEndAt.getTime() + unusedFilesKeptDays * dayMs);
}

/** What the store holds of uploads that nobody knows is left alone for so long. */
export function unknownKeptSeconds(ttlSeconds: number): number {
  return ttlSeconds + daySeconds;
}

/** The API ends a connection that is silent for a minute: a half-written file of this age is nobody's. */
export const temporaryKeptSeconds = hourSeconds;

/** How long what lies behind upload URLs is left alone before the store is asked about it. */
export const lookPauseSeconds = 300;

/** A PUT that began before the URL ended may go on for so long. */
const lateSeconds = hourSeconds;

type UploadCheck = {
  byteSize: number | null;
  byteSizeMax: number;
  endsAtMs: number;
  nowMs: number;
};
type CheckedUpload = { state: UploadState; isPurged: boolean; mayGoOn: boolean };

/**
 * What a look at an upload's place in the store means. `heldBytes` is null where the count stays: a
 * file that is not attached counts what its URLs take until they have ended. One in parts, or a folder,
 * may still be gone on with then, by new URLs, which count anew.
 */
export function decideLook(
  { state, isPurged, mayGoOn }: CheckedUpload,
  { byteSize, byteSizeMax, endsAtMs, nowMs }: UploadCheck,
): { act: "keep" | "delete" | "nothing_there"; isLast: boolean; heldBytes: number | null } {
  const isLast = nowMs >= endsAtMs + lateSeconds * 1000;
  const isOpen = state === "issued" && !isPurged;
  if (byteSize === null) {
    if (!isLast) return { act: "keep", isLast, heldBytes: null };
    if (isOpen && mayGoOn) return { act: "keep", isLast, heldBytes: 0 };
    return { act: "nothing_there", isLast, heldBytes: null };
  }
  if (isPurged || byteSize > byteSizeMax) return { act: "delete", isLast, heldBytes: null };
  return { act: "keep", isLast, heldBytes: state === "issued" && !isLast ? null : byteSize };
}
