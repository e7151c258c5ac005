/** Where the made-up account is signed in. */
import { at, sampleId } from "./purchase-samples.ts";

export function sampleDevices() {
  return ["Firefox on Windows", "Safari on an iPhone"].map((device, index) => ({
    id: sampleId(index + 1),
    accountId: "account-1",
    device,
    createdAt: at(-1 - index),
    lastSeenAt: at(0),
    expiresAt: at(1),
  }));
}
