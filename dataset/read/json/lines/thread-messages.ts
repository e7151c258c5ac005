/** The messages between the thread that reads JSON lines and its owner. */
import type { ServedFile } from "../../../base/served-files.ts";
import type { PackedText } from "../../../open/packed-text.ts";
import type { ThreadFailure } from "../../thread-failures.ts";
import type { JsonLinesInput, LinesBlock } from "./lines-blocks.ts";

/**
 * Start parameters of the thread; `served` are files that the parent process serves, `packed`
 * describes a packed file that is unpacked while it is read.
 */
export type ThreadInput = {
  input: JsonLinesInput;
  served: readonly ServedFile[];
  packed: PackedText | null;
};

/** Answers of the thread; a block's buffer is transferred and returned for reuse. */
export type ThreadMessage =
  | {
      thread: "block";
      buffer: ArrayBuffer;
      length: number;
      flat: LinesBlock["flat"];
      bytesDone: number;
    }
  | { thread: "end" }
  | { thread: "failed"; failure: ThreadFailure };
