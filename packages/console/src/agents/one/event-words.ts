/** Types of events in words. Pure. */

/**
 * A type in words.
 *
 * @example eventInWords('order.status_changed') // 'Order: status changed'
 */
export function eventInWords(type: string): string {
  const [subject = '', ...happened] = type.replaceAll('_', ' ').split('.')
  const name = subject.charAt(0).toUpperCase() + subject.slice(1)
  return happened.length === 0 ? name : `${name}: ${happened.join(' ')}`
}

/** With what an agent did something. Approvals that were asked for name the tool of their call. */
export function toolOf({
  Actor,
  Data,
}: {
  readonly Actor: { readonly Tool: string | null } | null
  readonly Data: unknown
}): string {
  const { Tool } = (Data ?? {}) as { readonly Tool?: string | null }
  return Actor?.Tool ?? Tool ?? 'The API'
}
