/** Downloads Debian packages without root: apt with private lists; nothing is installed. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * apt's state and cache in our folder; sources and keys are the machine's, so signatures are
 * verified.
 */
export function privateAptOptions(workDir: string): string[] {
  const state = join(workDir, "apt/state");
  const cache = join(workDir, "apt/cache");
  mkdirSync(join(state, "lists/partial"), { recursive: true });
  mkdirSync(join(cache, "archives/partial"), { recursive: true });
  return [
    `Dir::State=${state}`,
    "Dir::State::status=/var/lib/dpkg/status",
    `Dir::Cache=${cache}`,
    "Debug::NoLocking=true",
    // Root would download as the user `_apt`, who may not enter the folder. Hooks are disabled.
    "APT::Sandbox::User=",
    "APT::Update::Post-Invoke=",
    "APT::Update::Post-Invoke-Success=",
  ].flatMap((setting) => ["-o", setting]);
}
