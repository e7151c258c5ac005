/**
 * A child for the hostile corpus that takes one job after the other, and answers as `child/main.ts`
 * does.
 */
import { createInterface } from "node:readline";
import { type ChildMessage, decodeJob } from "../../../dataset/child/messages.ts";
import { profileInSteps } from "../../../dataset/profile-dataset.ts";

const send = (message: ChildMessage): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

for await (const line of createInterface({ input: process.stdin })) {
  const { input } = decodeJob(line);
  try {
    const report = await profileInSteps(
      input,
      () => {},
      (step) => send({ child: "step", step }),
    );
    send(report === null ? { child: "finished" } : { child: "report", report });
  } catch (error) {
    send({ child: "failed", detail: String(error) });
  }
  globalThis.gc?.();
}
