import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@entrepot/client'
import { runEntrepot } from '@entrepot/server/testing'
import { runSql } from '@entrepot/test-support/postgres'
import { connectAgent, signIn } from '@entrepot/test-support/sign-in'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CheckedPage, findViolations } from './support/accessibility.ts'
import { type ConsoleHub, findBarriers, startConsole, takeScreenshot } from './support/console.ts'

let hub: ConsoleHub
/** Answers the deliveries of webhooks with this status. */
let answerOfReceiver = 500
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(answerOfReceiver).end('{"said":"so"}'))
})
let receiverHost = ''
let folder = ''

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  receiverHost = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'entrepot-owner-'))
  const config = join(folder, 'entrepot.yaml')
  await writeFile(config, 'mcp: {enabled: true}\n')
  hub = await startConsole({
    env: { ENTREPOT_WEBHOOK_HOSTS: receiverHost, ENTREPOT_CONFIG: config },
  })
})
afterAll(async () => {
  await hub?.close()
  await rm(folder, { recursive: true, force: true })
  receiver.close()
})

/** Chooses what can be done with a row. */
async function choose(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${row}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The status with which the hub answers a call with a key. */
async function statusWith(key: string, path: string): Promise<number> {
  return (await fetch(`${hub.url}/v2${path}`, { headers: { 'x-api-key': key } })).status
}

describe('an owner', () => {
  test('makes a key whose secret is shown once, replaces it, and revokes the successor', async () => {
    await using opened = await hub.open('/developers?action=create')
    const { page, browserErrors } = opened
    const panel = page.getByRole('dialog', { name: 'Create a key' })
    await panel.getByLabel('Name').fill('Nightly export')
    await panel.getByRole('checkbox', { name: 'Change orders' }).uncheck()
    await panel.getByRole('button', { name: 'Create the key' }).click()
    const first = (await panel.getByLabel('The key', { exact: true }).textContent()) ?? ''
    await panel.getByText('There, this key is M').waitFor()
    await takeScreenshot(page, 'key-secret')
    expect(await findBarriers(page)).toEqual([])
    expect(await statusWith(first, '/orders')).toBe(200)
    await panel.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.getByText(first).count()).toBe(0)

    await choose(page, 'the key Nightly export', 'Rotate')
    const rotate = page.getByRole('dialog', { name: 'Rotate: Nightly export' })
    await rotate.getByRole('combobox').click()
    await page.getByRole('option', { name: 'It ends immediately' }).click()
    await rotate.getByRole('button', { name: 'Rotate the key' }).click()
    const second = (await rotate.getByLabel('The key', { exact: true }).textContent()) ?? ''
    await rotate.getByRole('button', { name: 'I have stored it' }).click()
    await expect.poll(async () => await statusWith(first, '/orders')).toBe(401)
    expect(await statusWith(second, '/orders')).toBe(200)

    await choose(page, 'the key Nightly export', 'Revoke')
    await page
      .getByRole('dialog', { name: 'Revoke: Nightly export' })
      .getByRole('button', { name: 'Revoke the key' })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(async () => await statusWith(second, '/orders')).toBe(401)
    await page.goto(`${hub.url}/console/developers?tab=events&types=key.*`)
    await page.getByRole('link', { name: 'key.revoked' }).first().click()
    await page.getByRole('dialog').getByText('"Label": "Nightly export"').waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(browserErrors).toEqual([])
  })

  test('makes a webhook, sees a delivery fail, repeats it, and deletes the webhook', async () => {
    await using opened = await hub.open('/developers?tab=webhooks')
    const { page, browserErrors } = opened
    await page.getByText('No webhooks').waitFor()
    await page.getByRole('button', { name: 'Create a webhook' }).click()
    const create = page.getByRole('dialog', { name: 'Create a webhook' })
    await create.getByLabel('URL').fill('http://10.0.0.1/')
    await create.getByLabel('Name').fill('ERP')
    await create.getByRole('button', { name: 'Create the webhook' }).click()
    // The field that the hub refuses says why.
    const wrong = create.getByRole('alert').getByRole('listitem')
    await wrong.getByText('URL must be on a public host: 10.0.0.1 is not.').waitFor()
    await create.locator('input:focus[aria-invalid=true]').waitFor()
    await wrong.getByText('ENTREPOT_WEBHOOK_HOSTS=10.0.0.1').waitFor()
    expect(await create.getByText('MARKET_INVALID_INPUT').isVisible()).toBe(false)
    await create.getByText('Details').click()
    await create.getByText('MARKET_INVALID_INPUT').waitFor()
    await takeScreenshot(page, 'webhook-refused')
    expect(await create.getByLabel('URL').getAttribute('aria-invalid')).toBe('true')
    await create.getByLabel('URL').fill(`http://${receiverHost}/events`)
    await create.getByRole('button', { name: 'Create the webhook' }).click()
    await create.getByText('whsec_').waitFor()
    await create.getByRole('button', { name: 'I have stored it' }).click()

    await page.getByRole('link', { name: 'ERP' }).click()
    answerOfReceiver = 500
    await page.getByRole('button', { name: 'Send a test' }).click()
    const delivery = page.getByRole('dialog', { name: 'Delivery' })
    const attempts = delivery.getByRole('region', { name: 'Attempt', exact: true })
    await attempts.getByText('500', { exact: true }).waitFor()
    await attempts.getByText('"said": "so"').waitFor()
    await takeScreenshot(page, 'delivery')
    expect(await findBarriers(page)).toEqual([])
    answerOfReceiver = 200
    await delivery.getByRole('button', { name: 'Send again' }).click()
    await attempts.getByText('200', { exact: true }).waitFor()
    await delivery.getByText('Delivered').waitFor()
    await page.keyboard.press('Escape')
    await delivery.waitFor({ state: 'hidden' })
    // On a phone, the cells have no names: that of the next attempt is empty after the last one.
    await page.getByRole('cell', { name: 'Delivered' }).waitFor()
    expect(await page.getByRole('cell', { name: 'None', exact: true }).count()).toBe(0)
    await takeScreenshot(page, 'webhook')

    await choose(page, 'the webhook', 'Delete')
    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByText('No webhooks').waitFor()
    // The refused URL above.
    expect(browserErrors).toEqual([expect.stringContaining('400')])
  })

  test('sees since when and why a webhook is disabled, and what to do', async () => {
    const args = ['keys', 'create', '--customer', '1', '--label', 'Hooks', '--json', '--scopes']
    const scopes = ['webhooks:read', 'webhooks:write', 'orders:read', 'products:read']
    const made = await runEntrepot([...args, ...scopes], { DATABASE_URL: hub.databaseUrl })
    const client = createClient({ hub: hub.url, key: JSON.parse(made.stdout).key })
    const create = async (Label: string, type: 'order.closed' | 'products.changed') =>
      await client.createWebhook({
        body: { Url: `http://${receiverHost}/${Label}`, Label, Types: [type] },
      })
    const paused = await create('paused', 'order.closed')
    const gone = await create('gone', 'order.closed')
    const ill = await create('ill', 'products.changed')
    await using opened = await hub.open(`/developers/webhooks/${paused.Id}`)
    const { page, browserErrors } = opened
    const note = page.getByRole('status').filter({ hasText: 'This webhook is disabled' })
    await page.getByRole('button', { name: 'Disable' }).click()
    await note.getByText('by a person or a program').waitFor()
    await note.getByText('Enable it to send events again').waitFor()

    // Each sends once. The second answer is that the receiver is gone, and the third one fails since six days.
    answerOfReceiver = 410
    await client.testWebhook({ id: gone.Id })
    await opened.go(`/developers/webhooks/${gone.Id}`)
    await note.getByText('the receiver answered 410').waitFor()
    await note.getByText('fix the receiver or the URL').waitFor()
    answerOfReceiver = 500
    const sinceDays = `failing_since = now() - interval '6 days'`
    await runSql(
      hub.databaseUrl,
      `update marketplace.webhooks set ${sinceDays} where webhook_id = ${ill.Id}`,
    )
    const product = { MerchantProductReference: 'HOOK', Name: 'Hook' }
    await hub.call('merchant', 'POST', '/products', product)
    await opened.go(`/developers/webhooks/${ill.Id}`)
    await note.getByText('every delivery failed for five days').waitFor()
    await note.getByText('Open a failed delivery').waitFor()
    expect(await note.locator('time').getAttribute('dateTime')).toBeTruthy()
    await takeScreenshot(page, 'webhook-disabled')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Enable' }).click()
    await note.waitFor({ state: 'detached' })
    await opened.go('/developers?tab=webhooks')
    const row = (label: string) => page.getByRole('row').filter({ hasText: `/${label}` })
    await row('gone').getByText('the receiver answered 410').waitFor()
    await row('paused').getByText('by a person or a program').waitFor()
    for (const { Id: id } of [paused, gone, ill]) await client.deleteWebhook({ id })
    expect(browserErrors).toEqual([])
  })

  test('sees why a call of a program was refused, finds it by key and path, and sends its address on', async () => {
    const body = { ChannelReference: 'A-1', Lines: [{ ChannelReference: '1', Quantity: 0 }] }
    await expect(hub.call('channel', 'POST', '/orders', body)).rejects.toThrow('400')
    await using opened = await hub.open('/developers?tab=refusals')
    const { page, browserErrors } = opened
    const calls = page.getByRole('region', { name: 'Refused calls' })
    await calls
      .getByText(/is required \(and \d+ more\)/)
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: '404 not found' }).click()
    await page.getByText('No refused calls match these filters').waitFor()
    await page.getByText(/^Calls with an unknown key/).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Path').fill('ORDERS')
    await page.getByRole('combobox', { name: 'API key' }).click()
    await page.getByRole('option', { name: /Web shop/ }).click()
    await page.waitForURL(/keyId=\d+/)
    await page.waitForURL(/path=ORDERS/)
    await takeScreenshot(page, 'refusals')
    await calls.getByRole('link', { name: 'POST /v2/orders' }).first().click()
    const call = page.getByRole('dialog', { name: /^Refused call/ })
    await call.getByText('/Lines/0/Quantity').first().waitFor()
    await takeScreenshot(page, 'refusal')
    expect(await findBarriers(page)).toEqual([])
    // The address is all that a colleague needs.
    await page.reload()
    await call.getByText('/Lines/0/Quantity').first().waitFor()
    await page.keyboard.press('Escape')
    await call.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Path').inputValue()).toBe('ORDERS')
    expect(browserErrors).toEqual([])
  })

  test('invites a colleague, and a change of their role takes effect in their open window', async () => {
    await using owner = await hub.open('/team')
    const { page } = owner
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const invite = page.getByRole('dialog', { name: 'Invite a person' })
    await invite.getByLabel('E-mail address').fill('not an address')
    await invite.getByRole('button', { name: 'Invite', exact: true }).click()
    await invite.getByText('must be an email address').first().waitFor()
    await invite.getByLabel('E-mail address').fill('bo@example.com')
    await invite.getByRole('radio', { name: 'Viewer' }).check()
    await invite.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await invite.getByLabel('The link', { exact: true }).textContent()
    expect(link).toContain('/invitations?token=')
    await invite.getByRole('button', { name: 'I have stored it' }).click()
    await takeScreenshot(page, 'team')

    // A person with the invited, verified address accepts by signing in.
    await using viewer = await hub.open('/team', { person: 'Bo' })
    const bo = viewer.page
    await bo.getByRole('cell', { name: 'bo@example.com (you)' }).waitFor()
    expect(await bo.getByRole('button', { name: /^Actions of|Invite/ }).count()).toBe(0)
    await bo.goto(`${hub.url}/console/developers?action=create`)
    await bo.getByText('Sample Web shop').waitFor()
    expect(await bo.getByRole('dialog').count()).toBe(0)
    expect(await bo.getByRole('button', { name: /^Actions of|Create/ }).count()).toBe(0)
    const refused = await bo.evaluate(
      `fetch('/v2/keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'entrepot-customer': '1' },
        body: JSON.stringify({ Label: 'no' }),
      }).then(async (answer) => [answer.status, (await answer.json()).code])`,
    )
    expect(refused).toEqual([403, 'MARKET_FORBIDDEN'])

    await page.getByRole('cell', { name: 'bo@example.com' }).first().waitFor()
    await choose(page, 'bo@example.com', 'Change the role')
    const role = page.getByRole('dialog', { name: 'Role: bo@example.com' })
    await role.getByRole('radio', { name: 'Owner' }).check()
    await role.getByRole('button', { name: 'Change the role' }).click()
    await role.waitFor({ state: 'hidden' })
    await bo.getByRole('dialog', { name: 'Create a key' }).waitFor()

    await choose(page, 'bo@example.com', 'Sessions')
    const sessions = page.getByRole('dialog', { name: 'Sessions: bo@example.com' })
    await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
    await sessions.waitFor({ state: 'hidden' })
    await bo.getByRole('dialog', { name: 'Your session has ended' }).waitFor()

    await choose(page, 'bo@example.com', 'Remove')
    await page.getByRole('button', { name: 'Remove the member' }).click()
    await page
      .getByRole('button', { name: 'Actions of bo@example.com' })
      .waitFor({ state: 'hidden' })
    await page.getByRole('cell', { name: 'Accepted' }).waitFor()
    // The address that was no address.
    expect(owner.browserErrors).toEqual([expect.stringContaining('400')])
  })

  test('makes a secret for a directory, gives roles to its groups, and sees what it sends', async () => {
    await using opened = await hub.open('/team')
    const { page, browserErrors } = opened
    await page.getByRole('link', { name: 'Provisioning' }).click()
    await page.getByText('The directory has not called the hub yet.').waitFor()
    await page.getByRole('button', { name: 'Create a secret' }).click()
    const make = page.getByRole('dialog', { name: 'Create a secret' })
    await make.getByLabel('Name').fill('Entra')
    await make.getByRole('button', { name: 'Create the secret' }).click()
    const secret = (await make.getByLabel('The secret', { exact: true }).textContent()) ?? ''
    await takeScreenshot(page, 'provisioning-secret')
    expect(await findBarriers(page)).toEqual([])
    await make.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.getByText(secret).count()).toBe(0)

    const send = async (path: string, body: object) => {
      const headers = {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/scim+json',
      }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await (await fetch(`${hub.url}/scim/v2${path}`, init)).json()) as { id: string }
    }
    const { id } = await send('/Users', { userName: 'daiyu@example.org' })
    await send('/Groups', { displayName: 'Packers', members: [{ value: id }] })
    await send('/Users', { userName: 'nobody' })
    const calls = page.getByRole('region', { name: 'Recent calls' })
    await calls.getByText('"nobody" is not an email address.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Change the roles' }).click()
    const roles = page.getByRole('dialog', { name: 'Group roles' })
    await roles.getByRole('button', { name: 'Add a group' }).click()
    await roles.getByLabel('Group', { exact: true }).fill('packers')
    await roles.getByRole('combobox', { name: 'Role', exact: true }).click()
    await page.getByRole('option', { name: 'Operator' }).click()
    await takeScreenshot(page, 'provisioning-roles')
    expect(await findBarriers(page)).toEqual([])
    await roles.getByRole('button', { name: 'Change the roles' }).click()
    await roles.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: 'Packers Operator 1' }).waitFor()
    await signIn(hub, 'daiyu')
    await page.getByText('1 joined.').waitFor()
    await takeScreenshot(page, 'provisioning')
    await page.getByRole('link', { name: 'Team' }).last().click()
    await page.getByRole('row', { name: /daiyu@example.org.*Operator/ }).waitFor()
    expect(browserErrors).toEqual([])
  })

  test('makes an agent without a person, approves one that a colleague has asked for, and ends both', async () => {
    await hub.addMember('bo@example.com', 'operator')
    await using owner = await hub.open('/agents')
    const { page } = owner
    await page.getByText('No agents are connected').waitFor()
    await page.getByRole('button', { name: 'Create an agent' }).click()
    const create = page.getByRole('dialog', { name: 'Create an agent' })
    await create.getByLabel('Name').fill('Nightly stock job')
    await create.getByRole('checkbox', { name: 'Change products' }).check()
    await create.getByRole('button', { name: 'Create the agent' }).click()
    const file = (await create.getByLabel('The key file', { exact: true }).textContent()) ?? ''
    expect(JSON.parse(file)).toMatchObject({
      ClientId: expect.any(String),
      PrivateKey: { kty: 'OKP', crv: 'Ed25519', d: expect.any(String) },
    })
    await create.getByText(`${hub.url}/oauth/mcp/token`).waitFor()
    await takeScreenshot(page, 'agent-key')
    expect(await findBarriers(page)).toEqual([])
    await create.getByRole('button', { name: 'I have stored it' }).click()
    const agents = page.getByRole('region', { name: 'Unattended agents' })
    await agents.getByRole('row', { name: 'Nightly stock job' }).getByText('Active').waitFor()

    // The key is changed: a second one is added, and then the first one removed.
    const { kid } = JSON.parse(file).PrivateKey as { kid: string }
    await choose(page, 'Nightly stock job', 'Sign-in')
    const keys = page.getByRole('dialog', { name: 'Sign-in: Nightly stock job' })
    const first = keys.getByRole('button', { name: `Remove the key ${kid}` })
    await first.waitFor()
    expect(await first.isDisabled()).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    await keys.getByRole('button', { name: 'Add a key' }).click()
    const other = (await keys.getByLabel('The key file', { exact: true }).textContent()) ?? ''
    expect(JSON.parse(other)).toMatchObject({ PrivateKey: { kty: 'OKP', d: expect.any(String) } })
    await keys.getByRole('button', { name: 'I have stored it' }).click()
    await choose(page, 'Nightly stock job', 'Sign-in')
    await takeScreenshot(page, 'agent-keys')
    await first.click()
    await keys.getByRole('button', { name: `Remove the key ${kid} for good` }).click()
    await first.waitFor({ state: 'detached' })
    const { kid: otherKid } = JSON.parse(other).PrivateKey as { kid: string }
    const last = keys.getByRole('button', { name: `Remove the key ${otherKid}` })
    expect(await last.isDisabled()).toBe(true)
    await keys.getByRole('button', { name: 'Close', exact: true }).last().click()

    await using operator = await hub.open('/agents', { person: 'Bo' })
    const bo = operator.page
    await bo.getByRole('button', { name: 'Request an agent' }).click()
    const ask = bo.getByRole('dialog', { name: 'Request an agent' })
    await ask.getByLabel('Name').fill('Order printer')
    await ask.getByRole('checkbox', { name: 'Read orders' }).check()
    await ask.getByRole('button', { name: 'Request the agent' }).click()
    await ask.getByText('The key works once the agent is approved').waitFor()
    await ask.getByRole('button', { name: 'I have stored it' }).click()
    const asked = bo.getByRole('region', { name: 'Agents waiting for approval' })
    await asked.getByText('Order printer').waitFor()
    expect(await bo.getByRole('button', { name: /^Approve|^Reject|^Actions of/ }).count()).toBe(0)

    // The pages of the owner show it by themselves, and the attention menu leads to it.
    await page.getByRole('button', { name: 'Needs attention' }).click()
    await page.getByRole('menuitem', { name: 'Agents to approve' }).click()
    await page.getByRole('button', { name: 'Approve Order printer' }).click()
    const approve = page.getByRole('dialog', { name: 'Approve: Order printer' })
    await approve.getByText('Requested by bo@example.com.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await approve.getByRole('button', { name: 'Approve the agent' }).click()
    await agents.getByRole('row', { name: 'Order printer' }).getByText('Active').waitFor()
    expect(await page.getByText('Waiting for approval').count()).toBe(0)
    await takeScreenshot(page, 'agents-approved')
    await bo
      .getByRole('region', { name: 'Unattended agents' })
      .getByRole('row', { name: 'Order printer' })
      .getByText('Active')
      .waitFor()
    await choose(page, 'Order printer', 'End')
    await page.getByRole('button', { name: 'End the agent' }).click()
    await agents.getByRole('row', { name: 'Order printer' }).waitFor({ state: 'hidden' })
    expect([owner.browserErrors, operator.browserErrors]).toEqual([[], []])
  })

  test('makes an agent that signs in by tokens of a platform, and changes which tokens let it in', async () => {
    await using owner = await hub.open('/agents')
    const { page } = owner
    await page.getByRole('button', { name: 'Create an agent' }).click()
    const create = page.getByRole('dialog', { name: 'Create an agent' })
    await create.getByLabel('Name').fill('Deploy job')
    await create.getByRole('checkbox', { name: 'Change products' }).check()
    await create.getByLabel('It signs in with').selectOption('Tokens of GitHub Actions')
    expect(await create.getByLabel('Issuer').inputValue()).toContain('githubusercontent')
    await create.getByLabel('Subject').fill('repo:*')
    await create.getByRole('button', { name: 'Create the agent' }).click()
    await create.getByText('Must begin with two parts without *.').first().waitFor()
    await create.getByLabel('Subject').fill('repo:acme/*:environment:production')
    await create.getByLabel('Claims').fill('no claim')
    await create.getByText('Write one claim per line').waitFor()
    await create.getByLabel('Claims').fill('repository_owner_id=1234567')
    expect(await findBarriers(page)).toEqual([])
    await takeScreenshot(page, 'agent-workload')
    await create.getByRole('button', { name: 'Create the agent' }).click()
    await create.getByText('has no key that could be lost').waitFor()
    await create.getByRole('button', { name: 'Close' }).last().click()
    const agents = page.getByRole('region', { name: 'Unattended agents' })
    const row = agents.getByRole('row', { name: 'Deploy job' })
    await row.getByText('repo:acme/*:environment:production').waitFor()

    await choose(page, 'Deploy job', 'Sign-in')
    const panel = page.getByRole('dialog', { name: 'Sign-in: Deploy job' })
    const end = panel.getByRole('button', { name: 'End repo:acme/*:environment:production' })
    expect(await end.isDisabled()).toBe(true)
    await panel.getByLabel('It signs in with').selectOption('Tokens of Kubernetes')
    await panel.getByLabel('Issuer').fill('https://kubernetes.example')
    await panel.getByLabel('Subject').fill('system:serviceaccount:shop:deploy')
    expect(await findBarriers(page)).toEqual([])
    await panel.getByRole('button', { name: 'Accept these tokens' }).click()
    await row.getByText('system:serviceaccount:shop:deploy').waitFor()
    await choose(page, 'Deploy job', 'Sign-in')
    await end.click()
    await row.getByText('repo:acme').waitFor({ state: 'hidden' })
    // The address that was no pattern.
    expect(owner.browserErrors).toEqual([expect.stringContaining('400')])
  })

  test('stops an agent that acts for a person, lets it go on, and revokes it', async () => {
    await connectAgent(hub, 'ann', { scope: 'orders:read' })
    await using opened = await hub.open('/agents')
    const { page, browserErrors } = opened
    const agents = page.getByRole('region', { name: 'Agents for people' })
    const row = agents.getByRole('row', { name: 'Stock agent' })
    await row.getByText('ann@example.com').waitFor()
    await row.getByText('or until it is revoked').waitFor()
    await row.getByText('in this business only').waitFor()
    await choose(page, 'Stock agent', 'Stop')
    await page.getByRole('button', { name: 'Stop the agent' }).click()
    await page.getByText('This agent is stopped').waitFor()
    await page.getByRole('link', { name: 'Agents', exact: true }).last().click()
    await choose(page, 'Stock agent', 'Resume')
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
    await page.getByText('This agent is stopped').waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Agents', exact: true }).last().click()
    await choose(page, 'Stock agent', 'Revoke')
    const revoke = page.getByRole('dialog', { name: 'Revoke Stock agent' })
    await revoke.getByRole('button', { name: 'Revoke the agent' }).click()
    await page.getByText('No agents are connected').waitFor()
    expect(browserErrors).toEqual([])
  })

  test('changes the settings, sets an exchange rate, and removes it', async () => {
    await using opened = await hub.open('/settings')
    const { page, browserErrors } = opened
    const save = page.getByRole('button', { name: 'Save' })
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('')
    await save.click()
    await page.getByRole('alert').getByText('Something needs to be corrected').waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    const undo = page.getByRole('button', { name: 'Undo my changes' })
    await undo.click()
    expect(await undo.isDisabled()).toBe(true)
    await name.fill('Renamed merchant')
    await save.press('Enter')
    await page.getByRole('banner').getByText('Renamed merchant').waitFor()
    expect(await save.isDisabled()).toBe(true)
    // Who works by keyboard goes on where the form was saved.
    const focused = async () => await page.evaluate('document.activeElement.textContent')
    await expect.poll(focused).toBe('Save')

    await page.getByText('By destination', { exact: true }).click()
    await save.click()
    await page.getByText("must be set for the VAT rule 'destination'").first().waitFor()
    await page.getByLabel('Country').selectOption('Netherlands (NL)')
    await page.getByLabel('0% for businesses').check()
    await save.click()
    await page.getByRole('tab', { name: 'VAT rates' }).click()
    await page.getByRole('button', { name: 'Set the rates' }).click()
    const vat = page.getByRole('dialog', { name: 'Set the VAT rates' })
    await vat.getByRole('button', { name: 'Start with the rates of the EU' }).click()
    await vat.getByText('rates of the European Union on').waitFor()
    await vat.getByRole('button', { name: 'Replace the VAT rates' }).click()
    await page.getByRole('row', { name: 'DE Germany reduced 7%' }).waitFor()
    await takeScreenshot(page, 'vat-rates')

    await page.getByRole('tab', { name: 'Exchange rates' }).click()
    await page.getByRole('button', { name: 'Set a rate' }).click()
    const rate = page.getByRole('dialog', { name: 'Set a rate' })
    await rate.getByLabel('Currency').fill('usd')
    await page.getByRole('option', { name: 'USD' }).click()
    await rate.getByLabel('EUR for one USD').fill('0,92')
    await rate.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: '0.92' }).waitFor()
    const day = new Date().toISOString().slice(0, 10)
    await choose(page, `USD ${day}`, 'Remove')
    await page.getByRole('button', { name: 'Remove the rate' }).click()
    await page.getByText('No exchange rates').waitFor()

    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'My account' }).click()
    await page.getByText('Passkeys are off on this hub.').waitFor()
    await takeScreenshot(page, 'account')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click({ timeout: 20_000 })
    const question = page.getByRole('dialog', { name: 'Sign out everywhere' })
    await question.getByText('This session ends, too').waitFor()
    await question.getByRole('button', { name: 'End all sessions' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/console'))
    expect(browserErrors.filter((line) => !/400|401/.test(line))).toEqual([])
  })

  test('is not disturbed by a stranger, who sees that they belong to no customer', async () => {
    await using opened = await hub.open('/', { person: 'Chidi Okafor' })
    const { page } = opened
    await page.getByRole('heading', { name: 'You do not belong to this business' }).waitFor()
    expect(await page.getByText('Sample merchant').count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
  })
})

/** The buttons that open a panel: their page, their name, and what has the focus in the panel. */
const OPENERS = [
  ['/team', 'Invite a person', 'textbox', 'E-mail address'],
  ['/agents', 'Create an agent', 'textbox', 'Name'],
  ['/developers', 'Create a key', 'textbox', 'Name'],
  ['/developers?tab=webhooks', 'Create a webhook', 'textbox', 'URL'],
  ['/settings?tab=rates', 'Set a rate', 'combobox', 'Currency'],
  ['/channels', 'Create a channel', 'textbox', 'Name'],
  ['/channels/1', 'Deactivate', 'button', 'Keep'],
  ['/products', 'Import', 'button', 'File'],
] as const

test('the keyboard alone opens each panel at its first field, and Esc leads back to what has opened it', async () => {
  await using opened = await hub.open('/nowhere')
  const { page, go } = opened
  const dialog = page.getByRole('dialog')
  const focused = async (element: Locator) => await element.and(page.locator(':focus')).waitFor()
  for (const [path, name, role, start] of OPENERS) {
    await go(path)
    const opener = page.getByRole('button', { name, exact: true })
    await opener.press('Enter')
    await focused(dialog.getByRole(role, { name: start }))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await focused(opener)
  }
  // The item of a menu is gone when its panel is closed: the button of the menu has the focus.
  await go('/developers')
  const menu = page.getByRole('button', { name: /^Actions of the key/ }).first()
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Rotate' }).press('Enter')
  // What cannot be undone is not done by pressing Enter twice.
  await focused(dialog.getByRole('button', { name: 'Cancel' }))
  await page.keyboard.press('Escape')
  await focused(menu)
  // A form that is shown when the list has been read, after its panel.
  await page.goto(`${hub.url}/console/developers?action=change&id=1`)
  await focused(dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.press('Escape')
  // Enter saves, and the focus goes on to what comes next.
  await page.getByRole('button', { name: 'Create a key' }).press('Enter')
  await focused(dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await focused(dialog.getByRole('button', { name: 'Copy the key' }))
  // A browser that does not allow it.
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Not copied' }).waitFor()
  expect(opened.browserErrors).toEqual([])
})

test('a list without orders shows the call that sends one, which works, and names the key that it needs', async () => {
  await using opened = await hub.open('/orders', { colorScheme: 'dark' })
  const { page } = opened
  const empty: readonly CheckedPage[] = [['no-orders', '/orders', 'No orders yet']]
  expect(await findViolations(opened, empty)).toEqual([])
  await page.getByText('the key “Sample Web shop”').waitFor()
  const another = page.getByRole('link', { name: 'Create another key' })
  expect(await another.getAttribute('href')).toContain('channelId=1')
  const call = await page.locator('pre').filter({ hasText: '/v2/orders' }).textContent()
  const env = { ...process.env, CHANNEL_KEY: hub.channels[0]?.key }
  await promisify(execFile)('sh', ['-c', `${call} --fail`], { env })
  const row = page.getByRole('row').filter({ hasText: 'first-order' })
  await row.getByText('New', { exact: true }).waitFor()
  expect(opened.browserErrors).toEqual([])
})

const LOOKS: readonly CheckedPage[] = [
  ['keys', '/developers', 'API keys'],
  ['create-key', '/developers?action=create', 'Permissions'],
  ['webhooks', '/developers?tab=webhooks', 'No webhooks'],
  ['create-webhook', '/developers?tab=webhooks&action=create', 'Signature'],
  ['events', '/developers?tab=events', 'Time'],
  ['team', '/team', 'Roles'],
  ['invite', '/team?action=invite', 'Read access to everything.'],
  ['provisioning', '/team/provisioning', 'Recent calls'],
  ['provisioning-roles', '/team/provisioning?action=roles', 'highest role'],
  ['agents', '/agents', 'Agents for people'],
  ['create-agent', '/agents?action=create', 'Permissions'],
  ['settings', '/settings', 'Handling days'],
  ['rates', '/settings?tab=rates', 'No exchange rates'],
  ['account', '/settings?tab=account', 'Signed in'],
  ['refusals', '/developers?tab=refusals', 'Refused calls'],
]

test('the administration has no barriers in both themes, and fits each width', async () => {
  await using opened = await hub.open('/developers', { colorScheme: 'dark' })
  expect(await findViolations(opened, LOOKS)).toEqual([])
  expect(opened.browserErrors).toEqual([])
})

test('the API reference sends a call with a key, and asks no other machine for anything', async () => {
  const context = await hub.browser.newContext()
  const page = await context.newPage()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== hub.url) foreign.push(request.url())
  })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  // The content security policy reports what it refuses as an error.
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`${hub.url}/docs#tag/orders/GET/v2/orders/new`)
  await page.getByRole('button', { name: /Test Request.*orders\/new/i }).click()
  const call = page.getByRole('dialog')
  // The viewer shows this text, which is base64, where the key belongs.
  await call.getByPlaceholder('Paste your key here').fill(hub.merchantKey ?? '')
  await call.getByRole('button', { name: /^Send/ }).first().click()
  await call.getByText('200 OK').waitFor()
  expect([foreign, errors]).toEqual([[], []])
  await context.close()
})
