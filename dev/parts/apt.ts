/** Debian's packages without root: apt with lists of our own, nothing is installed. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** apt's state and cache in our folder; sources and keys stay the machine's, so signatures count. */
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
    // Root would fetch as the user `_apt`, who may not enter the folder; and no hooks.
    "APT::Sandbox::User=",
    "APT::Update::Post-Invoke=",
    "APT::Update::Post-Invoke-Success=",
  ].flatMap((setting) => ["-o", setting]);
}
