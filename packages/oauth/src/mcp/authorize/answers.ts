/** Answers of the authorization endpoint that are no consent page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, sendRefusal } from '../../http/refusal.ts'
import { sendPage } from '../../pages/page.ts'
import { setHostCookie } from '../../shared/host-cookie.ts'
import type { NextStep } from '../../sign-in/once.ts'
import type { McpContext } from '../mcp-context.ts'
import { expiredPage, refusalPage } from './error-pages.ts'

/** Redirects the browser to the next step of an authorization. */
export function sendStep(
  reply: FastifyReply,
  { target, cookies = [] }: NextStep,
  status: 302 | 303 = 303,
): FastifyReply {
  for (const cookie of cookies) setHostCookie(reply, cookie)
  return reply.header('referrer-policy', 'no-referrer').redirect(target, status)
}

/** People get a page, and programs get JSON. */
export function explainRefusal(
  { config }: Pick<McpContext, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) return sendRefusal(reply, refusal)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  const page = refusalPage(config.pages.texts, refusal)
  return sendPage(reply, config.pages, refusal.status, page)
}

/** The page for a step that was answered before, or has expired. */
export function sendExpired(
  { config }: Pick<McpContext, 'config'>,
  reply: FastifyReply,
): FastifyReply {
  return sendPage(reply, config.pages, 400, expiredPage(config.pages.texts))
}
