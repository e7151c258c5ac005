import type { DiskFile } from "../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../base/limits.ts";
import { streamFile } from "../base/open-file.ts";

/** A file's lines without their ends. Throws `DatasetRefusal` for one beyond `rowBytesMax`. */
export async function* linesOf(
  file: DiskFile,
  encoding: string,
  limits: DatasetLimits,
  format: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let rest = "";
  for await (const part of streamFile(file.filePath)) {
    const lines = (rest + decoder.decode(part as Uint8Array, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, format);
    for (const line of lines) yield line.endsWith("\r") ? line.slice(0, -1) : line;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
