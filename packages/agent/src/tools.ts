/** All tools of the endpoint, in the order in which clients list them. */
import type { TObject } from 'typebox'
import { orderTools } from './orders/tools.ts'
import type { Tool } from './tool.ts'

/** The table in which each tool is registered. */
export const TOOLS: readonly Tool<TObject>[] = [...orderTools]
