/**
 * Loads one of the site's own scripts. Use it in the head of a page whose policy allows scripts.
 */
import { assetPath } from "../kit/respond.ts";
import type { ScriptName } from "./read-script.ts";

export function Script({ name }: { name: ScriptName }): JSX.Element {
  return <script type="module" fetchpriority="low" src={assetPath(name)} />;
}

const RELOAD_SECONDS = 5;

/** For a page of something that runs: the script fetches only the part that changes. */
export function Reload(): JSX.Element {
  return (
    <>
      <Script name="live.js" />
      <noscript>
        <meta http-equiv="refresh" content={String(RELOAD_SECONDS)} />
      </noscript>
    </>
  );
}
