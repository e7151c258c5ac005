import { afterAll } from "bun:test";

type Closable = { close(): unknown };

const open: Closable[] = [];

/**
 * For the top of a test file: returns the opened resource and closes it after the file's last test.
 * The resource opened last is closed first.
 */
export async function forFile<Opened extends Closable>(opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  open.push(opened);
  afterAll(() => open.pop()?.close());
  return opened;
}
