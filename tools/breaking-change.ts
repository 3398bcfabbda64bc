/** How a breaking change is reported: where, what, and what to do instead. Pure. */

/** What to do instead of each kind of breaking change. */
const REMEDIES = {
  call: 'Keep the call, and announce its end for a year with config.deprecated.',
  name: 'Restore it: clients name their methods by it.',
  keep: 'Keep it as it was, and add what is new beside it.',
  optional: 'Make it optional, with the earlier behaviour as its default.',
  wider: 'Accept everything that was accepted before.',
  narrower: 'Answer only what the earlier document allows, and add what is new beside it.',
  access: 'Permit whatever was permitted before; only ask for less.',
} as const

export type Remedy = keyof typeof REMEDIES

/** One line for a person who has to change something. */
export function writeChange(what: string, remedy: Remedy): string {
  return `${what}. ${REMEDIES[remedy]}`
}
