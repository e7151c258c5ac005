/** What a test file opens at its top and has closed for it, so that none does so by hand. */
import { afterAll } from "bun:test";

type Closable = { close(): unknown };

const open: Closable[] = [];

/**
 * For the top of a test file, where `await` may stand: hands on what was opened, and closes it after
 * the file's last test, the last opened first.
 */
export async function forFile<Opened extends Closable>(opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  open.push(opened);
  afterAll(() => open.pop()?.close());
  return opened;
}
