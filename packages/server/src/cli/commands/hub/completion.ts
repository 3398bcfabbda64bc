import { Argument } from 'commander'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { completionScript, SHELLS, type Shell } from './completion-script.ts'

/** Adds `entrepot completion`. */
export function addCompletionCommand(program: EntrepotCommand): void {
  const { terminal } = program
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
bash: add to ~/.bashrc                   source <(entrepot completion bash)
zsh:  add to ~/.zshrc, after compinit    source <(entrepot completion zsh)
fish: add to ~/.config/fish/config.fish  entrepot completion fish | source`,
    )
    .example('completion bash')
    .action((shell: Shell) => {
      terminal.stdout.write(completionScript(shell, program))
    })
}
