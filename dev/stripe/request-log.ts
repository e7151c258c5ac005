/** Requests to the stand-in and its deliveries, for tests that count calls. */
import type { LogEntry } from "./http/api.ts";
import type { Store } from "./store.ts";

const ENTRIES_MAX = 10_000;

export type Log = {
  add(entry: LogEntry): void;
  /** Oldest first. */
  read(): { requests: LogEntry[]; deliveries: object[] };
  /** Deletes the requests and the finished deliveries. */
  clear(): void;
};

export function createLog({ database }: Store): Log {
  database
    .query("DELETE FROM requests WHERE seq <= (SELECT max(seq) FROM requests) - ?")
    .run(ENTRIES_MAX);
  return {
    add(entry) {
      database
        .query("INSERT INTO requests (at, entry) VALUES (?, ?)")
        .run(Date.now(), JSON.stringify(entry));
    },
    read: () => ({
      requests: database
        .query<{ entry: string }, []>("SELECT entry FROM requests ORDER BY seq")
        .all()
        .map(({ entry }) => JSON.parse(entry)),
      deliveries: database
        .query<object, []>(
          `SELECT seq, event, type, endpoint, url, attempts, state, last_status, last_error,
           delivered_at FROM deliveries ORDER BY seq`,
        )
        .all(),
    }),
    clear() {
      database.run("DELETE FROM requests");
      database.run("DELETE FROM deliveries WHERE state NOT IN ('pending', 'sending')");
    },
  };
}
