/** Reads `entrepot.yaml`: its syntax, `${NAME}`, and the place of each setting. */
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type Issue, isPlainObject, type Path, substitute } from '@entrepot/config'
import type { Document, LineCounter, Pair } from 'yaml'
import { ConfigError, type Problem } from './problems.ts'

/** The default file. */
export const DEFAULT_FILE = 'entrepot.yaml'

/** A parsed file. */
export interface ConfigFile {
  /** Absolute path. */
  readonly path: string
  /** Its settings after substitution. */
  readonly values: Readonly<Record<string, unknown>>
  /** Its settings as written, for display: `${NAME}` instead of the secret. */
  readonly written: Readonly<Record<string, unknown>>
  /** Placeholders that could not be substituted, with their places. */
  readonly unset: readonly Issue[]
  /** The place of a setting, such as `entrepot.yaml:12`. Undefined if it is not in the file. */
  locate(path: Path): string | undefined
}

/**
 * Reads the given file, or `entrepot.yaml` in the working directory if it exists.
 *
 * @throws ConfigError if the given file cannot be read, or is not YAML
 */
export async function readConfigFile(
  named: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<ConfigFile | undefined> {
  const path = resolve(named ?? DEFAULT_FILE)
  const text = await readText(path, named)
  return text === undefined ? undefined : await parse(path, text, env)
}

async function readText(path: string, named: string | undefined): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && named === undefined) return undefined
    const fix = named === undefined ? 'Let this user read it.' : 'Name another one with --config.'
    const message = `The configuration file cannot be read (${code}). ${fix}`
    throw new ConfigError([{ source: path, path: '', message }], { cause: error })
  }
}

async function parse(path: string, text: string, env: NodeJS.ProcessEnv): Promise<ConfigFile> {
  // Loaded only if there is a file, because it makes an idle hub larger (docs/decisions/0008-the-host.md).
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    lineCounter: lines,
    stringKeys: true,
    // They would quote the file with its secrets.
    prettyErrors: false,
  })
  const file = basename(path)
  if (document.errors.length > 0) {
    throw new ConfigError(document.errors.map((error) => syntaxProblem(file, error, lines)))
  }
  const written = toValues(document, file)
  const { value, issues } = substitute(written, env)
  const values = value as ConfigFile['values']
  const locate = (wanted: Path) => locateIn(document, lines, file, wanted)
  return { path, values, written, unset: issues, locate }
}

function syntaxProblem(
  file: string,
  error: { pos: [number, number]; message: string },
  lines: LineCounter,
): Problem {
  const { line } = lines.linePos(error.pos[0])
  return { source: `${file}:${line}`, path: '', message: `This is no YAML: ${error.message}.` }
}

function toValues(document: Document.Parsed, file: string): Record<string, unknown> {
  try {
    const values: unknown = document.toJS() ?? {}
    refuseCycles(values, file)
    if (isPlainObject(values)) return values
    const message = 'The file must hold settings, such as port: 8080.'
    throw new ConfigError([{ source: `${file}:1`, path: '', message }])
  } catch (error) {
    // Aliases that expand without end ('billion laughs').
    if (!(error instanceof ReferenceError)) throw error
    const message = `This is no YAML that can be used: ${error.message}.`
    throw new ConfigError([{ source: file, path: '', message }], { cause: error })
  }
}

/** In YAML, an anchor can contain an alias of itself, which results in endless settings. */
function refuseCycles(values: unknown, file: string): void {
  try {
    JSON.stringify(values)
  } catch (error) {
    const message = 'An anchor holds an alias of itself. Write the settings out.'
    throw new ConfigError([{ source: file, path: '', message }], { cause: error })
  }
}

function locateIn(
  document: Document.Parsed,
  lines: LineCounter,
  file: string,
  path: Path,
): string | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const key = path.at(-1)
  const pair = itemsOf(parent).find((item) => (item.key as { value?: unknown })?.value === key)
  const node = pair?.key ?? document.getIn(path, true)
  const offset = (node as { range?: readonly number[] } | undefined)?.range?.[0]
  return offset === undefined ? undefined : `${file}:${lines.linePos(offset).line}`
}

function itemsOf(node: unknown): readonly Pair[] {
  const { items } = (node ?? {}) as { items?: readonly Pair[] }
  return items?.filter((item) => typeof item === 'object' && item !== null && 'key' in item) ?? []
}
