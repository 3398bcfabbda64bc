/** What tools declare about themselves. Loads no SDK: see `scopes.ts`. */
import type { ToolAnnotations } from '@modelcontextprotocol/server'

/** The annotations of a tool that only reads data of this hub. */
export const READS = { readOnlyHint: true, openWorldHint: false } as const satisfies ToolAnnotations
