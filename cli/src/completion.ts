import type { Command } from "commander";
import { UsageError } from "./exit-codes.ts";

const shells = ["bash", "zsh", "fish"] as const;

/** A script that completes commands and options; source it from the shell's start-up file. */
export function completionScript(program: Command, shell: string): string {
  const name = program.name();
  const commands = program.commands.map((command) => ({
    name: command.name(),
    says: command.description(),
    options: [...program.options, ...command.options].flatMap(({ long }) => (long ? [long] : [])),
  }));
  const names = commands.map((command) => command.name).join(" ");
  const cases = commands
    .map((command) => `    ${command.name}) words="${command.options.join(" ")}" ;;`)
    .join("\n");
  const body = `  local cur="\${COMP_WORDS[COMP_CWORD]}" words="${names}"
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$cur"))`;
  const fn = `_${name.replaceAll("-", "_")}`;
  if (shell === "bash") return `${fn}() {\n${body}\n}\ncomplete -o filenames -F ${fn} ${name}`;
  if (shell === "zsh") {
    return `autoload -U +X bashcompinit && bashcompinit\n${fn}() {\n${body}\n}\ncomplete -F ${fn} ${name}`;
  }
  if (shell === "fish") {
    return commands
      .flatMap((command) => [
        `complete -c ${name} -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.says)}`,
        ...command.options.map(
          (option) =>
            `complete -c ${name} -n "__fish_seen_subcommand_from ${command.name}" -l ${option.slice(2)}`,
        ),
      ])
      .join("\n");
  }
  throw new UsageError(`Name a shell: ${shells.join(", ")}`);
}

const quoted = (text: string) => `'${text.replaceAll("'", "")}'`;
