/** The tools of orders. */
import type { Tool } from '../kit/tool.ts'
import { acknowledgeOrders } from './acknowledge.ts'
import { closeOrder, commentOrder, correctOrder } from './changes.ts'
import { getOrder, listOrders } from './reads.ts'

/** All tools of orders. */
export const orderTools: readonly Tool[] = [
  listOrders,
  getOrder,
  acknowledgeOrders,
  correctOrder,
  commentOrder,
  closeOrder,
]
