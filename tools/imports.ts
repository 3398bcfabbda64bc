import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** The root of the repository, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** One import or re-export of a file. */
export interface Import {
  /** The path from the root for a file of the repository, else the specifier: `node:fs`, `fastify`. */
  readonly target: string
  /** Whether only types are imported, so that the import does not exist at run time. */
  readonly isTypeOnly: boolean
}

/**
 * The imports of a file: static, dynamic with a literal specifier, `import('...')` types and re-exports.
 *
 * @param file path from the root of the repository
 * @throws Error when the file cannot be parsed
 * @example
 * readImports('packages/rest/src/index.ts')[0] // { target: 'packages/rest/src/client/client.ts', isTypeOnly: false }
 */
export function readImports(file: string): readonly Import[] {
  const code = readFileSync(join(root, file), 'utf8')
  const { module, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found = [
    ...module.staticImports.map(({ start, end, moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isTypeOnly:
        code.slice(start, end).startsWith('import type') ||
        (entries.length > 0 && entries.every((entry) => entry.isType)),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : { specifier: moduleRequest.value, isTypeOnly: isType },
      ),
    ...[...code.matchAll(/\bimport\('([^']+)'\)/g)].map(([, specifier = '']) => ({
      specifier,
      isTypeOnly: false,
    })),
  ]
  return found.map(({ specifier, isTypeOnly }) => ({
    target: resolveSpecifier(file, specifier),
    isTypeOnly,
  }))
}

function resolveSpecifier(file: string, specifier: string): string {
  if (specifier.startsWith('.')) {
    return relative(root, resolve(root, dirname(file), specifier.replace(/\?.*$/, '')))
  }
  return workspaceEntries().get(specifier) ?? specifier
}

let entries: ReadonlyMap<string, string> | undefined

/** The file for each specifier of a package of the workspace. */
function workspaceEntries(): ReadonlyMap<string, string> {
  entries ??= new Map(
    globSync('{packages,examples}/*/package.json', { cwd: root }).flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
      return Object.entries(exports).flatMap(([key, value]): [string, string][] => {
        const file = typeof value === 'string' ? value : value['@entrepot/source']
        return file === undefined ? [] : [[join(name, key), join(dirname(path), file)]]
      })
    }),
  )
  return entries
}

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}
