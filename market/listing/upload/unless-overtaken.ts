import { MarketError } from "../../errors.ts";

/**
 * Signs parts once more if another call overtook this one, which `sign` reports as null: a client that
 * was killed and starts again meets its own earlier call.
 */
export async function unlessOvertaken<View>(sign: () => Promise<View | null>): Promise<View> {
  const signed = (await sign()) ?? (await sign());
  if (signed !== null) return signed;
  throw new MarketError("upload_not_open", "It changed during this call: read it again.");
}
