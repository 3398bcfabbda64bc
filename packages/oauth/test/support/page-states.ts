/** Every page for people, in the states that are hard on its layout. */
import type { Page } from 'playwright-core'
import { authorizeUrl, type McpApp, pkce, post, register, startMcp } from './mcp.ts'
import { ANN } from './oidc-server.ts'

const SCOPES = Array.from(
  { length: 20 },
  (_, index) =>
    [
      `warehouse:shelf-${index}:read`,
      index % 3 === 0
        ? 'Read what lies on this shelf, with its prices, its history and the notes of everybody who worked there'
        : `Read shelf ${index}`,
    ] as const,
)

const LONG_NAME = `Assistant of the ${'very '.repeat(20)}large company Donaudampfschifffahrtsgesellschaftskapitänswitwenverein`
const LONG_HOST = `${'a-long-name-'.repeat(4)}x.${'subdomain-'.repeat(5)}x.robot.example`

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><rect width="160" height="40" rx="8" fill="#7a2e8e"/></svg>',
).toString('base64')

/** The colours, texts and logo of an operator. */
const BRANDED = {
  name: 'Rosen & Söhne',
  language: 'de',
  style: {
    accent: '#ffd54f',
    background: { light: '#fff8f0', dark: '#1d1420' },
    text: { light: '#3a2030', dark: '#f5e9f2' },
    font: 'Georgia, serif',
    radius: '1.25rem',
    logoUrl: `data:image/svg+xml;base64,${LOGO}`,
  },
  texts: {
    allowTitle: '{client} verbinden?',
    introduction: 'Eine Anwendung bittet in Ihrem Namen um Zugang zu {resource}.',
    allowWith: 'Erlauben und mit {provider} anmelden',
    deny: 'Ablehnen',
  },
} as const

const TRUSTED = 'http://127.0.0.1:4001/callback'

/** Pages a minute of the branded server: more than the other states need. */
const SIGN_INS = 40

/** The applications that the pages are of. */
export interface PageApps {
  readonly plain: McpApp
  readonly branded: McpApp
  close(): Promise<void>
}

/** Starts them. */
export async function startPageApps(): Promise<PageApps> {
  const scopes = Object.fromEntries(SCOPES)
  const resources = { '/v2': { name: 'The warehouse of Rosen & Söhne' } }
  const clients = { helper: { name: 'Helper', redirectUris: [TRUSTED], trusted: true } }
  const deviceAuthorization = { enabled: true }
  const mcp = { scopes, resources, clients, deviceAuthorization }
  const plain = await startMcp({ mcp, providers: ['acme'] })
  plain.app.oauth.registerHooks({
    onMCPAccounts: ({ sub }) => (sub === MANY ? { accounts: ACCOUNTS, allowAll: true } : null),
  })
  const providers = ['github', 'google', 'azure']
  const branded = await startMcp({
    mcp,
    providers,
    oauth: { pages: BRANDED, signInRateLimit: SIGN_INS },
  })
  const close = async () => void (await Promise.all([plain.close(), branded.close()]))
  return { plain, branded, close }
}

/** A registered client, and the URL of its request. */
async function requestOf(
  app: McpApp,
  metadata: object,
  changes: Record<string, string> = {},
): Promise<string> {
  const redirect_uri = `${app.origin}/me`
  const { client_id } = await register(app, { redirect_uris: [redirect_uri], ...metadata })
  const common = { code_challenge: pkce().challenge, scope: SCOPES[0]?.[0] }
  return authorizeUrl(app, { ...common, client_id, redirect_uri, ...changes })
}

const LINKS = {
  client_uri: 'https://robot.example/',
  policy_uri: 'https://robot.example/policy',
  tos_uri: 'https://robot.example/terms',
}

const LONG = {
  client_name: LONG_NAME,
  client_uri: `https://${LONG_HOST}/`,
  policy_uri: `https://${LONG_HOST}/policy`,
  tos_uri: `https://${LONG_HOST}/terms`,
  redirect_uris: [`https://${LONG_HOST}/callback`],
}

const TWENTY = { scope: `${SCOPES.map(([name]) => name).join(' ')} offline_access` }

/** Opens a page. */
type OpenState = (page: Page, apps: PageApps) => Promise<unknown>

/** Ann has allowed the client in this browser, and somebody else comes back from the provider. */
async function openAfterSignIn(page: Page, { plain }: PageApps): Promise<void> {
  const url = await requestOf(plain, {})
  await page.goto(url)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/\/me/)
  await page.context().clearCookies({ name: /^_/ })
  const email = 'bo.with.an.address.of.many.letters@department-of-roses.example.com'
  plain.idp.account = { sub: 'bo', email, email_verified: true }
  try {
    await page.goto(url)
  } finally {
    plain.idp.account = ANN
  }
}

const MANY = 'many@example.com'

/** Accounts of a person, by user: only {@link MANY} has some. */
const ACCOUNTS = [
  { id: '1', label: 'Rosen & Söhne', description: 'owner' },
  { id: '2', label: `${LONG_NAME}, Department of Returns`, description: 'viewer' },
  { id: '3', label: 'Depot' },
]

/** A person with several accounts has allowed a client with a long name, and comes back from the provider. */
async function openAccounts(page: Page, { plain }: PageApps): Promise<void> {
  const url = await requestOf(plain, LONG, { redirect_uri: `https://${LONG_HOST}/callback` })
  plain.idp.account = { sub: 'many', email: MANY, email_verified: true }
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('radio').first().waitFor()
  } finally {
    plain.idp.account = ANN
  }
}

/** The browser of that person lets nothing go without a choice, so the form is changed. */
async function openFaultyChoice(page: Page, apps: PageApps): Promise<void> {
  await openAccounts(page, apps)
  await page.getByRole('radio').evaluateAll((all) => {
    for (const one of all) one.removeAttribute('required')
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
}

/** A device with a long name asks for all scopes. */
async function openDevice(page: Page, { plain }: PageApps): Promise<void> {
  const grant_types = ['urn:ietf:params:oauth:grant-type:device_code']
  const { client_id } = await register(plain, { ...LONG, grant_types })
  const url = `${plain.origin}/oauth/mcp/device_authorization`
  const { json } = await post(url, { client_id, ...TWENTY })
  await page.goto(json.verification_uri_complete)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function openTooMany(page: Page, { branded }: PageApps): Promise<void> {
  const url = await requestOf(branded, {})
  for (let count = 0; count <= SIGN_INS; count += 1) await fetch(url)
  await page.goto(url)
}

/** The states, each with the heading of its page. */
export const PAGE_STATES: readonly (readonly [name: string, open: OpenState, heading: RegExp])[] = [
  [
    'consent',
    async (page, { plain }) => await page.goto(await requestOf(plain, LINKS)),
    /^Allow Robot\?$/,
  ],
  [
    'consent with long texts and twenty scopes',
    async (page, { plain }) => {
      const resource = `${plain.origin}/v2`
      const redirect_uri = `https://${LONG_HOST}/callback`
      const url = await requestOf(plain, LONG, { ...TWENTY, redirect_uri, resource })
      return await page.goto(url)
    },
    /^Allow Assistant of/,
  ],
  [
    'consent at a branded server with three providers',
    async (page, { branded }) => await page.goto(await requestOf(branded, LINKS, TWENTY)),
    /^Robot verbinden\?$/,
  ],
  ['consent after the sign-in', openAfterSignIn, /^Allow Robot\?$/],
  ['choice of an account', openAccounts, /^Which account may Assistant of/],
  ['choice of an account after a form without one', openFaultyChoice, /^Which account may/],
  [
    'choice of a provider',
    async (page, { branded }) => {
      const changes = { client_id: 'helper', redirect_uri: TRUSTED }
      return await page.goto(await requestOf(branded, {}, changes))
    },
    /^Sign in for Helper$/,
  ],
  [
    'unknown client',
    async (page, { plain }) => await page.goto(await requestOf(plain, {}, { client_id: 'nobody' })),
    /not valid/,
  ],
  [
    'faulty request',
    async (page, { plain }) => {
      const changes = { redirect_uri: `https://${LONG_HOST}/callback`, response_type: 'token' }
      return await page.goto(await requestOf(plain, LONG, changes))
    },
    /not valid/,
  ],
  [
    'expired page',
    async (page, { plain }) => await page.goto(`${plain.origin}/oauth/mcp/confirm?token=x`),
    /expired/,
  ],
  [
    'code of a device',
    async (page, { plain }) => await page.goto(`${plain.origin}/device?user_code=WDJB-MJHT`),
    /^Connect a device$/,
  ],
  [
    'unknown code of a device',
    async (page, { plain }) => {
      await page.goto(`${plain.origin}/device`)
      await page.getByLabel('Code').fill('wrong')
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    /^Connect a device$/,
  ],
  ['consent for a device', openDevice, /^Allow Assistant of/],
  [
    'connected device',
    async (page, { branded }) => await page.goto(`${branded.origin}/device/done`),
    /^Connect a device$/,
  ],
  ['too many sign-ins', openTooMany, /^Too many sign-ins$/],
]
