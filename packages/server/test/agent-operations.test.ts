/** Every operation of the API that writes is measured, or is administration. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MEASURED, measureCall } from '../src/agents/measures/measure.ts'

interface Operation {
  readonly operationId: string
  readonly method: string
}

/** A new operation belongs into this list, where each call needs a member by default, or into the table of measures. */
const ADMINISTRATION = [
  'createOrder',
  ...['addHeadlessAgentKey', 'addHeadlessAgentWorkload', 'approveAgentCall'],
  ...['approveHeadlessAgent', 'changeChannel', 'changeCustomer', 'changeKey'],
  ...['changeMember', 'changeMyPasskey', 'changeProvisioning', 'changeWebhook'],
  ...['createChannel', 'createHeadlessAgent', 'createInvitation', 'createKey'],
  ...['createWebhook', 'deleteAgent', 'deleteAgentCaps', 'deleteChannel'],
  ...['changeConnection', 'createConnection', 'createConnectionRequest', 'deleteConnection'],
  ...['leaseConnection', 'recordConnectionRun', 'releaseConnection', 'storeConnectionCursors'],
  ...['storeConnectionPairs', 'storeConnectionProblems', 'storeConnector'],
  ...['deleteHeadlessAgent', 'deleteHeadlessAgentKey', 'deleteHeadlessAgentWorkload'],
  ...['deleteInvitation', 'deleteKey', 'deleteMember', 'deleteRate', 'deleteWebhook'],
  ...['disableWebhook', 'enableWebhook', 'endMemberSessions', 'endMySession'],
  ...['endMySessions', 'rejectAgentCall', 'rejectHeadlessAgent', 'removeMyPasskey'],
  ...['replaceAgentCaps', 'replaceAgentRules', 'replaceDefaultAgentCaps', 'replaceRates'],
  ...['replaceVatRates', 'replayWebhook', 'replayWebhookDelivery', 'resetChannelSync'],
  ...['resumeAgents', 'rotateKey', 'rotateWebhookSecret', 'stopAgents', 'testWebhook'],
]

/** Operations of channels, which have no agents, and previews, which change nothing. */
const NEVER_MEASURED = [
  ...['acknowledgeProductData', 'acknowledgeProductOffers'],
  ...['previewOfferRules', 'previewReturnDecision', 'readImportColumns'],
]

async function readWrites(): Promise<readonly Operation[]> {
  const file = new URL('../../../docs/reference/openapi.json', import.meta.url)
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>
  }
  return Object.values(paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, { operationId }]) =>
      method === 'get' || operationId === undefined
        ? []
        : [{ operationId, method: method.toUpperCase() }],
    ),
  )
}

test('every operation that writes is in the table of measures, or is administration', async () => {
  const names = (await readWrites()).map(({ operationId }) => operationId)
  expect(MEASURED.filter((name) => !names.includes(name))).toEqual([])
  const others = names.filter((name) => !MEASURED.includes(name) && !NEVER_MEASURED.includes(name))
  expect(others.toSorted()).toEqual(ADMINISTRATION.toSorted())
})

test('administration counts as settings, and what deletes as a deletion besides', async () => {
  for (const { operationId, method } of await readWrites()) {
    if (MEASURED.includes(operationId)) continue
    const call = { operationId, method, params: {}, body: undefined }
    const parts = await measureCall(undefined as never, undefined as never, call)
    expect([operationId, parts]).toEqual([
      operationId,
      [{ kind: 'settings' }, ...(method === 'DELETE' ? [{ kind: 'delete' }] : [])],
    ])
  }
})
