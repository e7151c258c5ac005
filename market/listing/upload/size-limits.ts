/** The deployment's size limits. */
import type { Config } from "../../../platform/config.ts";
import type { SizeLimits } from "./rules.ts";

export function sizeLimits(config: Config): SizeLimits {
  return {
    fileBytesMax: config.UPLOAD_BYTES_MAX,
    putBytesMax: config.UPLOAD_PUT_BYTES_MAX,
    partBytesMin: config.UPLOAD_PART_BYTES_MIN,
  };
}
