/**
 * `bun dev/preview-mails.ts`: sends one mail of each template to the inbox of a running `bun dev`.
 */
import { loadSecrets } from "./secrets.ts";
import { sendPreviews } from "./send-previews.ts";
import { readSettings } from "./settings.ts";

const { dataDir, ports, publicBaseUrl, replacedBy } = readSettings(process.env);
if (replacedBy.mail !== undefined) {
  console.error(`${replacedBy.mail} is set: previews go to the mail stand-in alone.`);
  process.exit(1);
}
const inbox = `http://localhost:${ports.mail}`;
const previews = await sendPreviews({
  apiKey: loadSecrets(dataDir).RESEND_API_KEY,
  baseUrl: inbox,
  siteUrl: publicBaseUrl,
});
for (const { name, subject, result } of previews) {
  console.log(`${result.kind.padEnd(8)} ${name.padEnd(24)} ${subject}`);
}
if (previews.every(({ result }) => result.kind === "sent")) {
  console.log(`\nRead them at ${inbox}`);
} else {
  console.error(`\nNot all were taken: is \`bun dev\` running with the inbox at ${inbox}?`);
  process.exit(1);
}
