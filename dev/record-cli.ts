/**
 * `bun dev/record-cli.ts`: runs the tour by command line in a terminal and draws it as `docs/pictures/cli.svg`.
 * `DATASET_MARKET_URL` names a running stack and `DATASET_MARKET_KEY` a key with a card; it buys once.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const rootDir = join(import.meta.dir, "..");
const columns = 132;
const title = "Health and income of nations";

const folder = mkdtempSync(join(tmpdir(), "record-"));
const found = JSON.parse(await run(["--json", "search", title])) as { items: { id: string }[] };
const id = found.items[0]?.id ?? "";
const steps = [
  "search health income --max-price 5",
  `buy ${id} --max-price 5 --yes --pull --to nations.csv`,
  `verify nations.csv ${id}`,
  `sql ${id} "SELECT count(*) AS nations, max(income) AS richest FROM dataset"`,
];

type Line = { text: string; isCommand: boolean; atSeconds: number };
const lines: Line[] = [];
let atSeconds = 0.5;
for (const step of steps) {
  lines.push({ text: `$ npx dataset-market ${step}`, isCommand: true, atSeconds });
  const startedMs = Date.now();
  const output = await runInTerminal(step);
  atSeconds += 1 + Math.min(2, (Date.now() - startedMs) / 1000);
  const shown = output.split("\n").map((line) => line.split("\r").at(-1) ?? "");
  for (const text of shown) lines.push({ text, isCommand: false, atSeconds });
  atSeconds += 1.5;
}
rmSync(folder, { recursive: true });
await Bun.write(join(rootDir, "docs/pictures/cli.svg"), drawing(lines, atSeconds));

async function run(args: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, join(rootDir, "cli/main.ts"), ...args], {
    stdout: "pipe",
  });
  return new Response(child.stdout).text();
}

/** util-linux's `script` gives it a terminal, as a person has. */
async function runInTerminal(step: string): Promise<string> {
  const command = `stty cols ${columns}; ${process.execPath} ${join(rootDir, "cli/main.ts")} ${step}`;
  const child = Bun.spawn(["script", "-qec", command, "/dev/null"], {
    cwd: folder,
    stdout: "pipe",
  });
  const text = await new Response(child.stdout).text();
  const code = await child.exited;
  if (code !== 0) throw new Error(`${step} ended with ${code}:\n${text}`);
  return Bun.stripANSI(text).replaceAll("\r\n", "\n").trimEnd();
}

/** Lines appear at their times, once; readers who want no motion see all of them at once. */
function drawing(shown: Line[], seconds: number): string {
  const lineHeight = 17;
  const width = columns * 7.3 + 40;
  const height = shown.length * lineHeight + 40;
  const texts = shown.map(({ text, isCommand, atSeconds: at }, index) => {
    const y = 30 + index * lineHeight;
    const kind = isCommand ? ' class="c"' : "";
    return `<text${kind} x="20" y="${y}" style="animation-delay:${at.toFixed(1)}s">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal finds, buys, verifies and queries a dataset in ${Math.round(seconds)} seconds">
<style>
text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328;white-space:pre;opacity:0;animation:in .1s forwards}
.c{font-weight:600;fill:#0a53b8}
rect{fill:#f6f8fa;stroke:#d0d7de}
@keyframes in{to{opacity:1}}
@media (prefers-reduced-motion:reduce){text{animation:none;opacity:1}}
@media (prefers-color-scheme:dark){rect{fill:#161b22;stroke:#30363d}text{fill:#e6edf3}.c{fill:#79c0ff}}
</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${texts.join("\n")}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
