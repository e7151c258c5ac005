/** Looks at the announced files of a folder, a few at a time, before anything is made of them. */
import { eachInSlices, yieldToOthers } from "../../../platform/yield-to-others.ts";
import { type FieldFault, MarketError } from "../../errors.ts";
import { FILE_FAULTS_MAX } from "../limits.ts";
import { comparePaths, FolderCheck } from "./rules.ts";
import { type AnnouncedFile, announcedFile } from "./schemas.ts";

export type CheckedFolder = {
  /** In the manifest's order. */
  files: AnnouncedFile[];
  byteSize: number;
  warnings: { code: string; detail: string }[];
};

const filesPerSlice = 200;

/**
 * The files by their shapes, names and sizes. Errors: invalid_request with a fault for each file that
 * is refused, up to FILE_FAULTS_MAX of them.
 */
export async function checkFolder(announced: readonly unknown[]): Promise<CheckedFolder> {
  const check = new FolderCheck();
  const misshapen: FieldFault[] = [];
  const files: AnnouncedFile[] = [];
  await eachInSlices(announced, filesPerSlice, (given, index) => {
    const parsed = announcedFile.safeParse(given);
    if (parsed.success) {
      files.push(parsed.data);
      check.take(parsed.data, index);
    } else if (misshapen.length < FILE_FAULTS_MAX) {
      misshapen.push(...shapeFaults(parsed.error.issues, index));
    }
  });
  const faults = [...misshapen, ...check.faults].slice(0, FILE_FAULTS_MAX);
  if (faults.length > 0) {
    const [first] = faults;
    const detail = `${first?.pointer}: ${first?.detail}`;
    throw new MarketError("invalid_request", detail, { faults });
  }
  // Sorting cannot be cut into slices: it has a turn of its own.
  await yieldToOthers();
  files.sort((one, other) => comparePaths(one.name, other.name));
  await yieldToOthers();
  return { files, byteSize: check.byteSize, warnings: warningsOf(check.notForWindows) };
}

type Issue = { path: PropertyKey[]; code: string; message: string };

/** Never with a value from outside in it. */
function shapeFaults(issues: readonly Issue[], index: number): FieldFault[] {
  return issues.map(({ path, code, message }) => {
    const field = path.map((key) => `/${String(key)}`).join("");
    return { pointer: `/files/${index}${field}`, code, detail: message.slice(0, 200) };
  });
}

function warningsOf(notForWindows: number): CheckedFolder["warnings"] {
  if (notForWindows === 0) return [];
  const detail = `Windows cannot write the characters < > : " | ? * in ${notForWindows} of the names`;
  return [{ code: "not_for_windows", detail }];
}
