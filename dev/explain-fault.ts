/**
 * Explains a fault that ends `bun dev`; for a fault in its data folder, names the variable to
 * change.
 */
import { sep } from "node:path";

/** `dataDir` is undefined until the settings are read. */
export function explainFault(error: unknown, dataDir: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const { message, code, path } = error as NodeJS.ErrnoException;
  if (dataDir === undefined || code === undefined || path === undefined) return message;
  if (path !== dataDir && !path.startsWith(`${dataDir}${sep}`)) return message;
  return `The stack cannot write its data to ${dataDir}: ${message}. Choose another folder with DATA_DIR.`;
}
