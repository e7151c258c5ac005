/**
 * `bun test/pictures/record-terminal.ts`: runs the way from nothing installed to a verified file in a terminal,
 * against a demo of its own, and draws it as `docs/pictures/terminal.svg`, with the port of `bun dev`.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { startDemo } from "./demo.ts";

const columns = 120;
const shownUrl = "http://localhost:4000";
const tarball = "/connect/dataset-market.tgz";
/** How long a person takes to type a short command or paste a long one. */
const typingSeconds = 2;

type Line = { text: string; isCommand: boolean; atSeconds: number };

const folder = mkdtempSync(join(tmpdir(), "record-"));
const demo = await startDemo(["gapminder-health-income.csv", "wheat.json"]);
try {
  const { lines, seconds } = await record();
  const file = join(import.meta.dir, "../../docs/pictures/terminal.svg");
  await Bun.write(file, drawing(lines, seconds));
  console.log(`${seconds.toFixed(1)} s, in docs/pictures/terminal.svg`);
} finally {
  await demo.close();
  rmSync(folder, { recursive: true });
}

async function record(): Promise<{ lines: Line[]; seconds: number }> {
  const lines: Line[] = [];
  let atSeconds = 0;
  const type = (text: string) => {
    lines.push({ text: `$ ${text}`, isCommand: true, atSeconds });
    atSeconds += typingSeconds;
  };
  const say = (text: string) => lines.push({ text, isCommand: false, atSeconds });
  const step = async (command: string) => {
    type(`dm ${command}`);
    const startedMs = performance.now();
    const output = await runInTerminal(command);
    atSeconds += (performance.now() - startedMs) / 1000;
    for (const line of output.split("\n")) say(line);
    return output;
  };
  type(`alias dm='npx -y ${shownUrl}${tarball}'`);
  const found = await step("search health income --max-price 5");
  const [id = ""] = found.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/) ?? [];
  type("export DATASET_MARKET_KEY=dm_test_…   # made at /account/keys, with a budget");
  await step(`buy ${id} --max-price 5 --yes --pull --to nations.csv`);
  await step(`verify nations.csv ${id}`);
  say(
    `# From nothing installed to a verified file: ${Math.ceil(atSeconds)} seconds, typing included`,
  );
  return { lines, seconds: atSeconds };
}

/** util-linux's `script` gives it a terminal. It has Node and npm, an empty home and an empty cache. */
async function runInTerminal(command: string): Promise<string> {
  const npx = `npx -y ${demo.baseUrl}${tarball}`;
  const child = Bun.spawn(
    ["script", "-qec", `stty cols ${columns}; ${npx} ${command}`, "/dev/null"],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        TERM: "xterm",
        DATASET_MARKET_KEY: bidderKey(),
        DATASET_MARKET_KEYCHAIN: "off",
        npm_config_update_notifier: "false",
      },
      stdout: "pipe",
    },
  );
  const text = await new Response(child.stdout).text();
  const code = await child.exited;
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${text}`);
  const lines = text.replaceAll("\r\n", "\n").split("\n").map(lastDrawn);
  return lines.join("\n").replaceAll(demo.baseUrl, shownUrl).trimEnd();
}

/** Progress is drawn again and again on one line. */
function lastDrawn(line: string): string {
  return Bun.stripANSI(line.replaceAll("\u001b[1G", "\r").split("\r").at(-1) ?? "");
}

function bidderKey(): string {
  const text = readFileSync(join(demo.dataDir, "demo-people.json"), "utf8");
  const kept = z.object({ buyers: z.object({ "demo-bidder": z.object({ secret: z.string() }) }) });
  return kept.parse(JSON.parse(text)).buyers["demo-bidder"].secret;
}

/** Lines appear at their times, once; readers who want no motion see all of them at once. */
function drawing(shown: Line[], seconds: number): string {
  const lineHeight = 17;
  const width = columns * 7.3 + 40;
  const height = shown.length * lineHeight + 40;
  const texts = shown.map(({ text, isCommand, atSeconds }, index) => {
    const y = 30 + index * lineHeight;
    const kind = isCommand ? ' class="c"' : "";
    return `<text${kind} x="20" y="${y}" style="animation-delay:${atSeconds.toFixed(1)}s">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal with only Node finds, buys and verifies a dataset in ${Math.ceil(seconds)} seconds">
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
