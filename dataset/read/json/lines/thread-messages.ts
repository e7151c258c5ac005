/** What the thread that reads JSON lines and its owner say to each other. */
import type { ServedFile } from "../../../base/served-files.ts";
import type { PackedText } from "../../../open/packed-text.ts";
import type { ThreadFailure } from "../../thread-failures.ts";
import type { JsonLinesInput, LinesBlock } from "./lines-blocks.ts";

/**
 * What the thread starts with; `served` are the files that are asked of the parent process, `packed` is
 * what the file is unpacked from while it is read.
 */
export type ThreadInput = {
  input: JsonLinesInput;
  served: readonly ServedFile[];
  packed: PackedText | null;
};

/** What the reading thread answers; a block's buffer is handed over and comes back to be reused. */
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
