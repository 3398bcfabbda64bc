/** Problems of the options that are set in code, and of the application. Pure. */

import { MAX_PROVIDER_NAME } from '../providers/read-provider.ts'
import type { ConfigProblem } from '../shared/errors.ts'
import type { RouterOptions } from '../shared/router-options.ts'
import type { OAuthOptions } from './options.ts'

interface Shape {
  readonly functions: readonly string[]
  readonly message: string
}

const CLIENT = 'must be a client of @entrepot/rest'

/** The methods that these options must have: enough to detect another object, such as the client of a database. */
const SHAPES = {
  store: {
    functions: ['prepare', 'clean'],
    message: 'must be a store: postgresStore(pool), sqliteStore(path) or memoryStore()',
  },
  users: { functions: ['find'], message: 'must have a function find(identifier)' },
  http: { functions: ['stream'], message: CLIENT },
  documentHttp: { functions: ['send'], message: CLIENT },
} as const satisfies Partial<Record<keyof OAuthOptions, Shape>>

/**
 * Returns the problems of the options that are set in code.
 *
 * @example codeProblems({ users: {} }, process.env, routerOptions(app)) // [{ path: 'users', message: 'must have a function find(identifier)' }]
 */
export function codeProblems(
  options: OAuthOptions,
  env: NodeJS.ProcessEnv,
  { maxParamLength }: Pick<RouterOptions, 'maxParamLength'>,
): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = []
  if (options.store === undefined && env.NODE_ENV === 'production') {
    const message = 'is required in production: postgresStore or sqliteStore'
    problems.push({ path: 'store', message })
  }
  for (const [path, { functions, message }] of Object.entries(SHAPES)) {
    const given = options[path as keyof typeof SHAPES] as Record<string, unknown> | undefined
    const isSound = functions.every((name) => typeof given?.[name] === 'function')
    if (given !== undefined && !isSound) problems.push({ path, message })
  }
  for (const name of Object.keys(options.providers ?? {})) {
    if (name.length <= maxParamLength || name.length > MAX_PROVIDER_NAME) continue
    const message = `has a name of ${name.length} characters, and the routes of the application take ${maxParamLength}: give Fastify routerOptions: { maxParamLength: ${MAX_PROVIDER_NAME} }`
    problems.push({ path: `providers.${name}`, message })
  }
  return problems
}
