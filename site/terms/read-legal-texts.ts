/** The operator's own terms and privacy notice, read once at startup. */
import { readFileSync } from "node:fs";
import { LEGAL_TEXT_BYTES_MAX } from "../../market/terms/limits.ts";

export type LegalText = { markdown: string; version: string | null };
export type LegalTexts = { terms: LegalText; privacy: LegalText };

type LegalConfig = {
  TERMS_FILE?: string | undefined;
  TERMS_VERSION?: string | undefined;
  PRIVACY_FILE?: string | undefined;
};

const trialTerms = `This deployment is a **trial**: whoever runs it has published no terms.

Nothing is promised: data, accounts and money of the payment provider's test mode may go at any time.
Do not put anything here that you may not lose or may not share.

The licence of each dataset is its seller's; it stands on the dataset's page.`;

const trialPrivacy = `This deployment is a **trial**: whoever runs it has published no privacy notice.

Of a person it keeps the e-mail address and the sign-in that the identity provider names, what they and
their agents do, and what they buy, sell and write. One cookie keeps them signed in; none follows them. Payments are made at
the payment provider, which keeps the cards. All that is kept can be downloaded, and an account closed,
in the account under *Your data*.`;

/** Throws if a file cannot be read or is larger than `LEGAL_TEXT_BYTES_MAX`. */
export function readLegalTexts(config: LegalConfig): LegalTexts {
  const version = config.TERMS_VERSION ?? null;
  return {
    terms: { markdown: readText("TERMS_FILE", config.TERMS_FILE) ?? trialTerms, version },
    privacy: {
      markdown: readText("PRIVACY_FILE", config.PRIVACY_FILE) ?? trialPrivacy,
      version: null,
    },
  };
}

function readText(variable: string, path: string | undefined): string | null {
  if (path === undefined) return null;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new Error(`${variable}: the file cannot be read`, { cause });
  }
  if (bytes.length > LEGAL_TEXT_BYTES_MAX) {
    throw new Error(`${variable}: the file has more than ${LEGAL_TEXT_BYTES_MAX} bytes`);
  }
  return bytes.toString("utf8");
}
