/** The errors that the OpenAPI document lists for each call. */
import { readFileSync } from 'node:fs'

interface Answer {
  readonly $ref?: string
  readonly content?: {
    readonly 'application/problem+json'?: {
      readonly schema: { readonly properties: { readonly code: { readonly enum: string[] } } }
    }
  }
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Answer>> }
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Answer>>
}

/** The documented calls, and what they can be refused with. */
export interface DocumentedRefusals {
  /** The operationId by method and route, such as `GET /v2/orders/:reference`. */
  readonly calls: ReadonlyMap<string, string>
  /** As {@link writeRefusal} writes them. */
  readonly refusals: ReadonlySet<string>
  /** The codes that calls have in common, because the same code checks all of them. */
  readonly common: ReadonlySet<string>
}

/** One refusal as a line. */
export function writeRefusal(operationId: string, status: number | string, code: string): string {
  return `${operationId} ${status} ${code}`
}

/** Reads the document of the repository. */
export function documentedRefusals(): DocumentedRefusals {
  const path = new URL('../../../../docs/reference/openapi.json', import.meta.url)
  const { paths, components } = JSON.parse(readFileSync(path, 'utf8')) as ApiDocument
  const calls = new Map<string, string>()
  const refusals = new Set<string>()
  for (const [url, operations] of Object.entries(paths)) {
    for (const [method, { operationId, responses }] of Object.entries(operations)) {
      calls.set(`${method.toUpperCase()} ${url.replaceAll(/\{(\w+)\}/g, ':$1')}`, operationId)
      for (const [status, answer] of Object.entries(responses)) {
        const name = answer.$ref?.split('/').at(-1) ?? ''
        for (const code of codesOf(components.responses[name] ?? answer))
          refusals.add(writeRefusal(operationId, status, code))
      }
    }
  }
  return { calls, refusals, common: new Set(Object.values(components.responses).flatMap(codesOf)) }
}

/** The documented refusals that were not seen: a common code in no call, or another code in its call. */
export function unseenRefusals(
  { refusals, common }: Pick<DocumentedRefusals, 'refusals' | 'common'>,
  seen: Iterable<string>,
): readonly string[] {
  const lines = new Set(seen)
  const codes = new Set(Array.from(lines, codeOf))
  const own = [...refusals].filter((one) => !common.has(codeOf(one)) && !lines.has(one))
  return [...[...common].filter((code) => !codes.has(code)), ...own]
}

function codeOf(refusal: string): string {
  return refusal.split(' ').at(-1) ?? ''
}

function codesOf({ content }: Answer): readonly string[] {
  return content?.['application/problem+json']?.schema.properties.code.enum ?? []
}
