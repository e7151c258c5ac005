/** The clock's tasks with an interval of more than a minute, in the alert about a task that stands. */
import { filesIn, read } from "./source.ts";

const declaration = /name: "(\w+)",\s+everySeconds: (\w+)/g;
const minuteAsSeconds = 60;

/** Throws if the rules have no place for the tasks. */
export function withSlowTasks(rules: string): string {
  const slow = filesIn("workers/clock")
    .flatMap((path) => [...read(path).matchAll(declaration)])
    .filter(([, , every = ""]) => every === "hourSeconds" || Number(every) > minuteAsSeconds)
    .map(([, name = ""]) => name);
  const place = /task!~"[^"]*"/;
  if (!place.test(rules)) throw new Error("the alerts have no place for slow tasks");
  return rules.replace(place, `task!~"${slow.toSorted().join("|")}"`);
}
