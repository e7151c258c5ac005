/** A real worker process that is killed with SIGKILL while it sends mail. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { contactSeller } from "../../../market/message/contact-seller.ts";
import { openHangingMail } from "../../support/hanging-mail.ts";
import { eventually, testEnv } from "../../support/stack.ts";
import { runScript, testSuite } from "../../support/workers.ts";
import { mailsTo, newPair, sideOf } from "./support.ts";

setDefaultTimeout(60_000);

const mail = openHangingMail((await testEnv()).RESEND_BASE_URL ?? "");
const suite = await testSuite({ RESEND_BASE_URL: mail.url });
await suite.work(["relay"]);
afterAll(() => mail.stop());

test("a mail whose worker is killed between sending and noting it is noted by another, and sent once", async () => {
  const pair = await newPair(suite.db);
  const message = { message: "Hello." };
  const { thread_id: threadId } = await contactSeller(
    suite.ctx,
    pair.operator,
    pair.listingId,
    message,
  );
  const worker = runScript(suite, "workers/main.ts", ["notify"]);
  await eventually(() => mail.state.taken > 0, { timeoutMs: 20_000 });
  worker.kill("SIGKILL");
  await worker.exited;
  expect((await sideOf(suite.db, threadId, "seller")).mailPosition).toBe(1);

  mail.state.hangs = false;
  const other = await suite.work(["notify"]);
  await eventually(async () => (await sideOf(suite.db, threadId, "seller")).mailPosition === null, {
    timeoutMs: 20_000,
  });
  await other.stop();
  expect(mail.state.taken).toBeGreaterThanOrEqual(2);
  expect((await mailsTo(suite.config, pair.seller.email)).length).toBe(1);
});
