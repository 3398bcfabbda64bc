/** All tools of the endpoint, in the order in which clients list them. Loads no SDK: see `scopes.ts`. */
import { fulfilmentTools } from './fulfilment/tools.ts'
import type { Tool } from './kit/tool.ts'
import { orderTools } from './orders/tools.ts'

/** The tools of all toolsets. */
export const TOOLS: readonly Tool[] = [...orderTools, ...fulfilmentTools]
