/**
 * The snippets on the Use tab of a dataset, run as printed: by a shell, by Python, and by each client's
 * parser.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { parse as parseToml } from "smol-toml";
import { tabPath } from "../../../site/catalogue/dataset/tabs.tsx";
import { verifiedAgent } from "../../support/agents.ts";
import { exampleCsv, publishedListing } from "../../support/listings.ts";
import { newPayingBuyer, offer, testMoney } from "../../support/money.ts";
import { createTestDir } from "../../support/stack.ts";

setDefaultTimeout(30_000);

const money = await testMoney();
const { api } = money;
const { token } = await verifiedAgent(api);
const free = await publishedListing(api, token);
const paid = await offer(api, money.seller, { priceCents: 900 });

type Snippet = { place: string; text: string };
type Shown = { clients: string[]; snippets: Snippet[]; blocks: string[] };

/** The section's collapsed clients and its snippets, as a browser's parser reads them. */
async function shownAt(id: string): Promise<Shown> {
  const { text: html } = await api.send("GET", tabPath(id, "use"), {
    headers: { accept: "text/html" },
  });
  const shown: Shown = { clients: [], snippets: [], blocks: [] };
  const collect = (into: (text: string) => void) => {
    let held = "";
    return {
      text(chunk: { text: string; lastInTextNode: boolean }) {
        held += chunk.text;
        if (!chunk.lastInTextNode) return;
        into(decoded(held));
        held = "";
      },
    };
  };
  let place = "";
  const rewriter = new HTMLRewriter()
    .on(
      "#use summary",
      collect((text) => shown.clients.push(text)),
    )
    .on(
      "#use figcaption, #use label",
      collect((text) => (place = text)),
    )
    .on(
      "#use figure code, #use fieldset code",
      collect((text) => shown.snippets.push({ place, text })),
    )
    .on(
      "#use > div > pre code",
      collect((text) => shown.blocks.push(text)),
    );
  await rewriter.transform(new Response(html)).text();
  return shown;
}

const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
  "&#34;": '"',
};
const decoded = (text: string) => text.replace(/&#?\w+;/g, (entity) => entities[entity] ?? entity);

function textAt({ snippets }: Shown, place: string): string {
  const found = snippets.find((snippet) => snippet.place === place);
  if (found === undefined) throw new Error(`nothing for ${place}: ${snippets.map((s) => s.place)}`);
  return found.text;
}

async function run(command: string[], dir: string, env: Record<string, string> = {}) {
  const child = Bun.spawn(command, {
    cwd: dir,
    env: { PATH: String(process.env.PATH), HOME: dir, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect({ code: await child.exited, errors }).toMatchObject({ code: 0 });
  return out;
}

describe("a dataset's page", () => {
  test("has every client that is asked for, with the dataset's id in what is said to it", async () => {
    for (const id of [free, paid]) {
      const shown = await shownAt(id);
      const wanted = [
        "Claude",
        "ChatGPT",
        "Cursor",
        "VS Code",
        "Gemini CLI",
        "LangChain",
        "function calling",
      ];
      for (const name of wanted) {
        expect(shown.clients.some((client) => client.includes(name))).toBe(true);
      }
      expect(shown.blocks.join()).toContain(id);
      for (const place of ["agent.mjs", "ask.mjs", "functions.mjs"]) {
        expect(textAt(shown, place)).toContain(id);
        expect(parseSync(place, textAt(shown, place)).errors).toEqual([]);
      }
    }
  });

  test("has files that each client reads, none with a key", async () => {
    const shown = await shownAt(free);
    const files = shown.snippets.filter(({ place }) => /\.(json|toml)$/.test(place));
    expect(files.length).toBeGreaterThanOrEqual(5);
    for (const { place, text } of files) {
      const read = place.endsWith("toml") ? parseToml(text) : JSON.parse(text);
      expect(Object.keys(read)[0]).toMatch(/^(mcp_?servers|servers)$/i);
    }
    const names = files.map(({ place }) => place).join(" ");
    for (const name of ["~/.cursor/mcp.json", ".vscode/mcp.json", "~/.gemini/settings.json"]) {
      expect(names).toContain(name);
    }
  });
});

test("the command of a free dataset brings its file, and its Python reads it", async () => {
  const dir = createTestDir();
  const shown = await shownAt(free);
  await run(["bash", "-c", textAt(shown, "curl")], dir);
  const [file = ""] = [...new Bun.Glob("*").scanSync(dir)];
  expect(readFileSync(join(dir, file), "utf8")).toBe(exampleCsv);
  // A stand-in for the package, which reads the requested address with the standard library.
  const reader =
    "import csv, io, urllib.request\n" +
    "def read_csv(address):\n" +
    "    text = urllib.request.urlopen(address).read().decode()\n" +
    "    return list(csv.reader(io.StringIO(text)))\n";
  writeFileSync(join(dir, "polars.py"), reader);
  const python = Bun.which("python3");
  const program = `${textAt(shown, "Polars")}\nprint(df[1][1])\n`;
  if (python === null) return expect(program).toContain("pl.read_csv(");
  expect((await run([python, "-c", program], dir)).trim()).toBe("setosa");
});

test("the command of a paid dataset buys it, with a key of the environment and a card", async () => {
  const buyer = await newPayingBuyer(api, money.provider);
  const printed = textAt(await shownAt(paid), "curl");
  const command = printed.replace("pm_…", buyer.cardId).replace("curl ", "curl -s ");
  const answer = await run(["bash", "-c", command], createTestDir(), { API_KEY: buyer.token });
  expect(JSON.parse(answer)).toMatchObject({ dataset_id: paid, status: "in_escrow" });
});
