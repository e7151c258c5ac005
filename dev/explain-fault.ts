/** What `bun dev` says of a fault that ends it: one of its data folder names the variable to change. */
import { sep } from "node:path";

/** `dataDir` is undefined as long as the settings are not read. */
export function explainFault(error: unknown, dataDir: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const { message, code, path } = error as NodeJS.ErrnoException;
  if (dataDir === undefined || code === undefined || path === undefined) return message;
  if (path !== dataDir && !path.startsWith(`${dataDir}${sep}`)) return message;
  return `The stack's data belongs into ${dataDir}, and cannot be written there: ${message}. Choose another folder with DATA_DIR.`;
}
