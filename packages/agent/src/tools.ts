/** All tools of the endpoint, in the order in which clients list them. Loads no SDK: see `scopes.ts`. */
import { fulfilmentTools } from './fulfilment/tools.ts'
import { insightTools } from './insight/tools.ts'
import type { Tool } from './kit/tool.ts'
import { orderTools } from './orders/tools.ts'
import { productReads } from './products/reads.ts'
import { productWrites } from './products/writes.ts'
import { returnTools } from './returns/tools.ts'

/** The tools of all toolsets. */
export const TOOLS: readonly Tool[] = [
  ...orderTools,
  ...fulfilmentTools,
  ...returnTools,
  ...productReads,
  ...productWrites,
  ...insightTools,
]
