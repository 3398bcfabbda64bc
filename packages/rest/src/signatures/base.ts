import { type Item, type Parameters, serializeInnerList } from 'structured-headers'
import { SignatureError } from '../http/errors/signature-error.ts'
import {
  type Component,
  canonicalOf,
  componentValue,
  type FieldTypes,
  identifierOf,
} from './components.ts'
import type { Message } from './message.ts'

/** The signature parameters as a header: the covered components and what is said about the signature (RFC 9421, 2.3). */
export function serializeParameters(
  components: readonly Component[],
  parameters: Parameters,
): string {
  return serializeInnerList([components as readonly Item[] as Item[], parameters])
}

/**
 * The bytes that are signed (RFC 9421, 2.5).
 *
 * @throws SignatureError if a component is listed twice or the message does not have it
 */
export function signatureBase(
  message: Message,
  components: readonly Component[],
  parameters: Parameters,
  types: FieldTypes = {},
): Uint8Array {
  const canonical = new Set(components.map(canonicalOf))
  if (canonical.size < components.length || canonical.has('"@signature-params"')) {
    throw new SignatureError('a component is covered twice', { fault: 'component' })
  }
  const lines = components.map(
    (component) => `${identifierOf(component)}: ${componentValue(component, message, types)}`,
  )
  const last = `"@signature-params": ${serializeParameters(components, parameters)}`
  return new TextEncoder().encode([...lines, last].join('\n'))
}
