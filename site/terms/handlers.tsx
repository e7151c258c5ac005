import { renderProse } from "../catalogue/dataset/prose.ts";
import { Layout } from "../kit/layout.tsx";
import { publicPage } from "../kit/respond.ts";
import type { LegalText, LegalTexts } from "./read-legal-texts.ts";

export type TermsContext = { legalTexts: LegalTexts };

/** GET /terms */
export const showTerms = ({ legalTexts }: TermsContext): Promise<Response> =>
  legalPage("Terms of use", legalTexts.terms);

/** GET /privacy */
export const showPrivacy = ({ legalTexts }: TermsContext): Promise<Response> =>
  legalPage("Privacy", legalTexts.privacy);

async function legalPage(title: string, { markdown, version }: LegalText): Promise<Response> {
  const prose = await renderProse(markdown);
  return publicPage(
    <Layout title={title} kind="wide">
      <div class="stack">
        <h1>{title as "safe"}</h1>
        <h2 safe>{version === null ? "About this trial" : `Version ${version}`}</h2>
        <div class="prose">{prose as "safe"}</div>
      </div>
    </Layout>,
  );
}
