/**
 * Prints the result of every fault at every step as Markdown: where the money is right after the
 * fault, and at the end. Run it by `bun test/market/purchase/print-fault-table.ts`.
 */

import { openMoney } from "../../support/money.ts";
import { stopStack } from "../../support/stack.ts";
import { faultNames, type Played, play, scenes } from "./faults.ts";

const money = await openMoney({ webhooks: false });
const rows: string[][] = [];
const effects = new Map<string, Set<string>>();
for (const fault of faultNames) {
  const row: string[] = [fault];
  for (const scene of scenes) {
    const played = await play(money, scene, fault);
    const isSettled = played.after === played.last;
    row.push(isSettled ? played.last : `${played.after} → ${played.last}`);
    const seen = effects.get(scene.step) ?? new Set();
    effects.set(scene.step, seen.add(effectsOf(played)));
  }
  rows.push(row);
}
const names = scenes.map((scene) => scene.step);
const atProvider = names.map((step) => [...(effects.get(step) ?? [])].join(" or "));
const lines = [
  ["fault \\ step", ...names],
  ["---", ...names.map(() => "---")],
  ...rows,
  ["**at the provider, whatever the fault**", ...atProvider],
];
await Bun.write(Bun.stdout, `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`);
await money.close();
await stopStack();

function effectsOf({ held }: Played): string {
  const counts = [
    [held.charges.length, "charge"],
    [held.refunds.length, "refund"],
    [held.transfers.length, "transfer"],
  ] as const;
  const done = counts.filter(([count]) => count > 0);
  return done.length === 0 ? "nothing" : done.map(([count, what]) => `${count} ${what}`).join(", ");
}
