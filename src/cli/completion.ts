import { Command } from "commander";
import { printLine } from "./output.ts";

/** A command with the words that a shell completes. */
type Known = { readonly path: string; readonly words: readonly string[] };

/** `accord completion bash`: a script with the names of all commands and their options. */
export function completionCommand(loadAll: () => Promise<readonly Command[]>): Command {
  const bash = new Command("bash")
    .description('for Bash: eval "$(./accord completion bash)", in zsh after bashcompinit')
    .action(async () => printLine(bashCompletion(await loadAll())));
  return new Command("completion").description("print the completion script of a shell").addCommand(bash);
}

/** The script for Bash to source. Words that are neither commands nor options are completed as file names. */
export function bashCompletion(commands: readonly Command[]): string {
  const cases = [{ path: "", words: namesOf(commands) }, ...commands.flatMap((command) => known(command, ""))];
  const lines = cases.map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`);
  return `_accord() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      -*) break ;;
      *) path="$path $word" ;;
    esac
  done
  case "$path" in
${lines.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _accord accord`;
}

function known(command: Command, before: string): Known[] {
  const path = `${before} ${command.name()}`;
  const options = command.options.flatMap(({ long }) => long ?? []);
  const own = { path, words: [...namesOf(command.commands), ...options] };
  return [own, ...command.commands.flatMap((child) => known(child, path))];
}

function namesOf(commands: readonly Command[]): string[] {
  return commands.map((command) => command.name());
}
