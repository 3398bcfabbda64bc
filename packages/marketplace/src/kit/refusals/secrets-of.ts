/** The values that a call has sent as secrets. */
import type { FastifyRequest } from 'fastify'
import { keyParameterOf } from '../http/key-parameter.ts'

/** Names of headers, parameters and properties whose values are secret, and of settings of connections. */
export const SECRET_NAME =
  /api[_-]?key|secret|passw(or)?d|passphrase|token|credential|authorization|signature|cookie|private/i

/** Properties of a body that are looked at. */
const MAX_VALUES = 2_000

/** Collects the secrets of a call: its credentials, and what its query and its body name as a secret. */
export function secretsOf(request: FastifyRequest): readonly string[] {
  const found = new Set<string>()
  const add = (text: unknown) => {
    if (typeof text === 'string' && text !== '') found.add(text)
  }
  add(keyParameterOf(request))
  for (const [name, value] of Object.entries(request.headers)) {
    if (!SECRET_NAME.test(name)) continue
    // A scheme with its credentials, or cookies: each part counts.
    for (const text of [value].flat()) for (const part of String(text).split(/[\s;=,]+/)) add(part)
  }
  for (const [name, value] of new URLSearchParams(request.url.split('?')[1] ?? ''))
    if (SECRET_NAME.test(name)) add(value)
  addNamed(request.body, add)
  return [...found]
}

function addNamed(body: unknown, add: (text: unknown) => void): void {
  const open: { readonly value: unknown; readonly isSecret: boolean }[] = [
    { value: body, isSecret: false },
  ]
  for (let count = 0; count < MAX_VALUES; count += 1) {
    const next = open.pop()
    if (next === undefined) return
    const { value, isSecret } = next
    if (isSecret) add(value)
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    for (const [name, inner] of Object.entries(value).slice(0, MAX_VALUES))
      open.push({ value: inner, isSecret: isSecret || SECRET_NAME.test(name) })
  }
}
