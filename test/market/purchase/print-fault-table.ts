/** Prints what comes of every fault at every step, as Markdown: `bun test/market/purchase/print-fault-table.ts`. */
import { stopStack } from "../../support/stack.ts";
import { faultNames, type Played, play, scenes } from "./faults.ts";
import { openMoney } from "./support.ts";

const money = await openMoney({ webhooks: false });
const lines = [
  "| step | fault | the buyer is told | right after it | in the end | at the provider |",
  "|---|---|---|---|---|---|",
];
for (const scene of scenes) {
  for (const fault of faultNames) {
    const played = await play(money, scene, fault);
    const cells = [scene.step, fault, played.told, played.after, played.last, effects(played)];
    lines.push(`| ${cells.join(" | ")} |`);
  }
}
await Bun.write(Bun.stdout, `${lines.join("\n")}\n`);
await money.close();
await stopStack();

function effects({ held }: Played): string {
  const counts = [
    [held.charges.length, "charge"],
    [held.refunds.length, "refund"],
    [held.transfers.length, "transfer"],
  ] as const;
  const done = counts.filter(([count]) => count > 0);
  return done.length === 0 ? "nothing" : done.map(([count, what]) => `${count} ${what}`).join(", ");
}
