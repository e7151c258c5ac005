/**
 * Loads one of the site's own scripts. Use it in the head of a page whose policy allows scripts.
 */
import { assetPath } from "../kit/respond.ts";
import type { ScriptName } from "./read-script.ts";

export function Script({ name }: { name: ScriptName }): JSX.Element {
  return <script type="module" fetchpriority="low" src={assetPath(name)} />;
}
