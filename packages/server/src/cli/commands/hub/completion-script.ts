/** Scripts that complete the commands and options of `entrepot` in a shell. Made from the definitions of the commands. Pure. */
import type { Command, Option } from 'commander'

/** The shells for which there is a script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** What can follow a command. */
interface Place {
  /** Names up to the command, such as `entrepot customers list`. */
  readonly path: string
  readonly commands: readonly Command[]
  readonly options: readonly Option[]
  /** Values of its arguments, if there is a choice. */
  readonly values: readonly string[]
}

/** Creates the script for a shell. */
export function completionScript(shell: Shell, program: Command): string {
  const places = placesOf(program, program.name())
  if (shell === 'fish') return fishScript(places)
  return shell === 'bash' ? bashScript(places) : zshScript(places)
}

function placesOf(command: Command, path: string): readonly Place[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command).filter((one) => one.name() !== 'help')
  const global = help.visibleGlobalOptions(command).filter(({ long }) => long === '--config')
  const options = [...help.visibleOptions(command), ...global].filter(({ long }) => long)
  const children = command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`))
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
  return [{ path, commands, options, values }, ...children]
}

/** The words that can follow in a place. */
function wordsOf({ commands, options, values }: Place): string {
  const names = commands.map((command) => command.name())
  return [...names, ...values, ...options.map(({ long }) => long)].join(' ')
}

/** Lines of a `case` of a POSIX shell: one for each place with its words, and one for each option with a choice of values. */
function caseLines(places: readonly Place[], indent: string): string {
  const choices = places.flatMap(({ path, options }) =>
    options
      .filter(({ argChoices }) => argChoices)
      .map(({ long, argChoices }) => `'${path}|${long}') words='${argChoices?.join(' ')}' ;;`),
  )
  const values = places.flatMap(({ path, options }) =>
    options
      .filter((option) => option.required && !option.argChoices)
      .map(({ long }) => `'${path}|${long}') words= ;;`),
  )
  const words = places.map((place) => `'${place.path}|'*) words='${wordsOf(place)}' ;;`)
  return [...choices, ...values, ...words].map((line) => indent + line).join('\n')
}

/** A `case` that moves from a command to a subcommand, and leaves all other words out. */
function pathCase(places: readonly Place[]): string {
  const paths = places.slice(1).map(({ path }) => `'${path}'`)
  return `case "$place $word" in ${paths.join('|')}) place="$place $word" ;; esac`
}

function bashScript(places: readonly Place[]): string {
  return `# Completion of entrepot for bash. Add to ~/.bashrc: source <(entrepot completion bash)
_entrepot() {
  local place=entrepot words= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    ${pathCase(places)}
  done
  case "$place|\${COMP_WORDS[COMP_CWORD-1]}" in
${caseLines(places, '    ')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _entrepot entrepot
`
}

function zshScript(places: readonly Place[]): string {
  return `#compdef entrepot
# Completion of entrepot for zsh. Add to ~/.zshrc, after compinit: source <(entrepot completion zsh)
_entrepot() {
  local place=entrepot candidates= word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    ${pathCase(places)}
  done
  case "$place|\${words[CURRENT-1]}" in
${caseLines(places, '    ').replaceAll(') words=', ') candidates=')}
  esac
  if [[ -n $candidates ]]; then compadd -- \${=candidates}; else _files; fi
}
compdef _entrepot entrepot
`
}

function fishScript(places: readonly Place[]): string {
  const paths = places.slice(1).map(({ path }) => `'${path}'`)
  const lines = places.flatMap(({ path, commands, options, values }) => {
    const start = `complete -c entrepot -n '__entrepot_at "${path}"'`
    return [
      ...commands.map(
        (one) => `${start} -f -a ${one.name()} -d ${quote(one.summary() || one.description())}`,
      ),
      ...values.map((value) => `${start} -f -a ${value}`),
      ...options.map((option) => {
        const value = option.argChoices
          ? ` -x -a ${quote(option.argChoices.join(' '))}`
          : option.required
            ? ' -r'
            : ''
        return `${start} -l ${option.long?.slice(2)} -d ${quote(option.description)}${value}`
      }),
    ]
  })
  return `# Completion of entrepot for fish. Add to ~/.config/fish/config.fish: entrepot completion fish | source
function __entrepot_at
  set -l place entrepot
  for word in (commandline -opc)[2..-1]
    contains -- "$place $word" ${paths.join(' ')}; and set place "$place $word"
  end
  test "$place" = $argv[1]
end
${lines.join('\n')}
`
}

/** A text in single quotes of fish. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
