/** `/device`: where a person enters the code of a device (RFC 8628, sections 3.3 and 5). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { QUIET_LOG } from '../../../http/quiet-log.ts'
import { Refusal } from '../../../http/refusal.ts'
import { type Page, sendPage } from '../../../pages/page.ts'
import { fillText, type Texts } from '../../../pages/texts.ts'
import { addressKey } from '../../../shared/client-address.ts'
import { atResource } from '../../config/resources.ts'
import type { McpContext } from '../../mcp-context.ts'
import { PATHS } from '../../paths.ts'
import { allowedScopes } from '../../scope-limit.ts'
import { explainRefusal, sendStep } from '../answers.ts'
import { askLater } from '../client-sign-ins.ts'
import { deviceRequest } from './request.ts'
import type { UserCodes } from './user-code.ts'

/** Codes that one address may enter within {@link WINDOW}, right or wrong, and all addresses together (RFC 8628, section 5.1). */
const MAX_ENTRIES = 10
const MAX_ENTRIES_OF_ALL = 1_000

/** Seconds. */
const WINDOW = 600

/** The characters of a code in a link that are shown in the form. */
const SHOWN_CODE = /^[A-Za-z-]{1,16}$/

interface WithCode {
  Querystring: { readonly user_code?: unknown }
}

/** Adds the pages. They work without script. */
export function pageRoutes(app: FastifyInstance, context: McpContext, codes: UserCodes): void {
  const { pages } = context.config
  app.get<WithCode>(PATHS.device, QUIET_LOG, async ({ query }, reply) => {
    const { user_code: given } = query
    const code = typeof given === 'string' && SHOWN_CODE.test(given) ? given : ''
    return sendPage(reply, pages, 200, codePage(pages.texts, code))
  })
  app.post(PATHS.device, async (request, reply) => await enter(context, codes, request, reply))
  // The texts are those of this server, whatever the link says.
  app.get<{ Querystring: { error?: unknown } }>(PATHS.deviceDone, async ({ query }, reply) => {
    const { deviceTitle, deviceDone, deviceFailed, nothingAllowed } = pages.texts
    const text = query.error === 'access_denied' ? nothingAllowed : deviceFailed
    const body = html`<h1>${deviceTitle}</h1>
<p role="status">${query.error === undefined ? deviceDone : text}</p>`
    return sendPage(reply, pages, 200, { title: deviceTitle, body })
  })
}

/** The form for the code. */
function codePage(texts: Texts, code: string, problem?: string): Page {
  const body = html`<h1>${texts.deviceTitle}</h1>
!${problem === undefined ? '' : html`<p class="warning" role="alert">${problem}</p>`}
<p>${texts.deviceIntroduction}</p>
<form method="post" action="${PATHS.device}">
<p><label for="user_code">${texts.deviceCode}</label>
<input class="code" id="user_code" name="user_code" value="${code}" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false"></p>
<div class="buttons"><button class="primary">${texts.continue}</button></div>
</form>`
  return { title: texts.deviceTitle, body, hasForm: true }
}

async function enter(
  context: McpContext,
  codes: UserCodes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, mcp, mcpStore } = context
  const { pages } = config
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const wait = await countEntry(context, request)
  if (wait > 0) {
    const text = fillText(pages.texts.deviceLocked, { seconds: String(wait) })
    reply.header('retry-after', String(wait))
    return sendPage(reply, pages, 429, codePage(pages.texts, '', text))
  }
  const hashes = codes.hashesOf(form.get('user_code') ?? '')
  const device = hashes && (await mcpStore.devices.find(hashes))
  if (device === undefined) {
    return sendPage(reply, pages, 400, codePage(pages.texts, '', pages.texts.deviceUnknown))
  }
  const client = await context.clients.find(device.clientId, request.ip)
  if (client instanceof Refusal) return explainRefusal(context, request, reply, client)
  const allowed = allowedScopes(client, atResource(mcp, device.resource))
  const asked = { request: deviceRequest(mcp, device, allowed), person: undefined }
  return sendStep(reply, await askLater(context, request, reply, asked))
}

/** Counts before looking, so that many guesses at once are not more. @returns seconds to wait; 0 if the code may be looked up */
async function countEntry(
  { mcpStore }: Pick<McpContext, 'mcpStore'>,
  { ip }: FastifyRequest,
): Promise<number> {
  const own = await mcpStore.limits.count(`device entry ${addressKey(ip)}`, MAX_ENTRIES, WINDOW)
  // An address that is locked out does not lock out the others.
  if (own > 0) return own
  return await mcpStore.limits.count('device entries', MAX_ENTRIES_OF_ALL, WINDOW)
}
