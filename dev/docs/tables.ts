/** The reference tables of the documents, each generated from the code. */
import { DEFAULT_LIMITS, limitRules } from "../../dataset/base/limits.ts";
import { eventTypes } from "../../market/event/types.ts";
import { problems } from "../../market/problem/problems.ts";
import { COLUMN_ALERTS, FILE_ALERTS } from "../../market/profile/alerts.ts";
import { formatKinds, readFormats, refusedFormats } from "../../market/profile/formats.ts";
import { withSlowTasks } from "./alerts.ts";
import { configurationVariables, defaultText, withDefaults } from "./configuration.ts";
import { operationsTable, toolsTable } from "./interface.ts";
import { isInOpenApi, marketLimits, withUnit } from "./limits.ts";
import { metrics } from "./metrics.ts";
import { pythonErrors, pythonOperations, pythonTypes } from "./python.ts";
import { sdkOperations, sdkTypes } from "./sdk.ts";
import { commentsIn } from "./source.ts";
import { code, table } from "./table.ts";

/** A bold row before the limits of each subject; those of several subjects come first. */
function limitsTable(): string {
  const listed = marketLimits.filter(({ words }) => !isInOpenApi(words));
  const rows = [...Map.groupBy(listed, ({ subject }) => subject)].flatMap(([subject, limits]) => [
    ...(subject === "" ? [] : [[`**${subject}**`, ""]]),
    ...limits.map(({ name, value, words }) => [withoutReasons(words), withUnit(name, value)]),
  ]);
  return table(["Of", "Limit"], rows);
}

/** The first sentence of a comment; the code keeps reasons and sources. */
const withoutReasons = (words: string): string =>
  words.replace(/: https:.*$/, "").replace(/\. [A-Z].*$|\.$/, "");

function fileLimitsTable(): string {
  const comments = commentsIn("dataset/base/limits.ts");
  const codes = new Map(Object.entries(limitRules).map(([name, { code: one }]) => [name, one]));
  return table(
    ["Of", "Limit", "Code"],
    Object.entries(DEFAULT_LIMITS).map(([name, value]) => [
      (comments.get(name) ?? "").replace(/,? in bytes/, "").replace(/\.$/, ""),
      withUnit(name, value),
      code(codes.get(name) ?? ""),
    ]),
  );
}

/** A row for each status and resolution. */
function problemsTable(): string {
  const codes = Object.entries(problems);
  const groups = Map.groupBy(codes, ([, { status, resolution }]) => `${status} ${resolution}`);
  const rows = [...groups].toSorted(([one], [other]) => one.localeCompare(other));
  return table(
    ["Status", "Resolution", "Codes"],
    rows.map(([group, members]) => {
      const [status = "", resolution = ""] = group.split(" ");
      return [status, code(resolution), members.map(([name]) => code(name)).join(", ")];
    }),
  );
}

/** Shorter words for recipients; docs/events.md defines "the seller". */
const recipientWords: [long: string, short: string][] = [
  ["the seller's agent and its owner", "the seller"],
  ["the operator who posted it", "the poster"],
  ["the agents that answered, and their owners", "those who answered"],
  ["the operator whose key requested it", "the buyer"],
  ["the owner of the saved search: the operator, or the agent", "its owner"],
  ["the author: the operator, or for an answer the seller", "the author"],
];

/** A row for each kind of recipient; the schema `Event` says when each type is sent. */
function eventsTable(): string {
  const recipientsOf = (told: string) =>
    recipientWords.reduce((text, [long, short]) => text.replace(long, short), told);
  const events = Object.entries(eventTypes);
  const rows = [...Map.groupBy(events, ([, { told }]) => recipientsOf(told))];
  return table(
    ["Recipients", "Events"],
    rows.map(([recipients, types]) => [recipients, types.map(([type]) => code(type)).join(", ")]),
  );
}

function configurationTable(): string {
  return table(
    ["Variable", "Default", "Meaning"],
    configurationVariables().map(({ name, words }) => {
      const value = defaultText(name);
      return [code(name), value === "required" ? value : code(value), words];
    }),
  );
}

function alertsTable(alerts: Record<string, string>): string {
  return table(
    ["Code", "When"],
    Object.entries(alerts).map(([name, when]) => [code(name), when]),
  );
}

function formatsTable(): string {
  const formats = Object.values(readFormats);
  return table(
    ["Kind", "Formats", "Read"],
    Object.entries(formatKinds).map(([kind, { read }]) => {
      const titles = formats.filter((format) => format.kind === kind).map(({ title }) => title);
      return [kind, titles.join(", "), read];
    }),
  );
}

function refusedFormatsTable(): string {
  const advice = Map.groupBy(Object.values(refusedFormats), ({ instead }) => instead);
  return table(
    ["Format", "Instead"],
    [...advice].map(([instead, formats]) => [
      formats.map(({ title }) => title).join(", "),
      instead,
    ]),
  );
}

/** Phrases that many metrics repeat; docs/metrics.md explains the words that replace them. */
const metricPhrases: [long: string, short: string][] = [
  [". Reported by the clock role.", " (clock)."],
  ["; -1 while the database does not answer", "; else -1"],
];

/** What the metric's labels say already. */
const byLabels =
  /,? by (?:(?:task|subject|tool) and )?(?:outcome|cause|state|currency|queue|account|route|work)(?=[:;.])/;

function metricsTable(): string {
  return table(
    ["Metric", "Meaning"],
    metrics().map(({ name, labels, help }) => [
      code(labels.length === 0 ? name : `${name}{${labels.join(",")}}`),
      metricPhrases
        .reduce<string>((text, [long, short]) => text.replace(long, short), help)
        .replace(byLabels, ""),
    ]),
  );
}

/** By document and name: the table after the comment `<!-- name: … -->`. */
const tables: Record<string, Record<string, () => string>> = {
  "docs/alerts.md": {
    "column alerts": () => alertsTable(COLUMN_ALERTS),
    "file alerts": () => alertsTable(FILE_ALERTS),
  },
  "docs/configuration.md": { configuration: configurationTable },
  "docs/events.md": { events: eventsTable },
  "docs/formats.md": { formats: formatsTable, refused: refusedFormatsTable },
  "docs/limits.md": { limits: limitsTable, "file limits": fileLimitsTable },
  "docs/metrics.md": { metrics: metricsTable },
  "docs/operations.md": { operations: operationsTable },
  "docs/problems.md": { problems: problemsTable },
  "docs/tools.md": { tools: toolsTable },
};

/** Everything that `bun run docs` writes: each file's new text from its old one. Throws if the file has no place for a table. */
export const generated: Record<string, (text: string) => string> = {
  ".env.example": withDefaults,
  "deploy/prometheus/alerts.yaml": withSlowTasks,
  "sdk/src/generated/operations.ts": sdkOperations,
  "sdk/src/generated/types.ts": sdkTypes,
  "sdk-python/src/dataset_market/_errors.py": pythonErrors,
  "sdk-python/src/dataset_market/_operations.py": pythonOperations,
  "sdk-python/src/dataset_market/_types.py": pythonTypes,
  ...Object.fromEntries(
    Object.keys(tables).map((path) => [path, (text: string) => withTables(path, text)]),
  ),
};

function withTables(path: string, text: string): string {
  return Object.entries(tables[path] ?? {}).reduce((document, [name, make]) => {
    const place = new RegExp(`(<!-- ${name}: [^>]*-->\\n\\n)(?:\\|.*\\n)*`);
    if (!place.test(document)) throw new Error(`${path} has no place for the table of ${name}`);
    return document.replace(place, (_all, start: string) => `${start}${make()}\n`);
  }, text);
}
