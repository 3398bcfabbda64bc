/** What a person does in the administration of a new shop: prices with tax, and a key for the connector with the least rights. */

/** The rights that the guide names. */
const PERMISSIONS = [
  ...['ReadCatalog', 'CreateCatalog', 'UpdateCatalog', 'DeleteCatalog'],
  ...['ReadOrder', 'UpdateOrder'],
]

/** Sets the channel to euros, with prices that include tax. */
export async function preparePrices(url) {
  const call = await signIn(url)
  const { activeChannel } = await call('{ activeChannel { id } }')
  const input = {
    id: activeChannel.id,
    ...{ pricesIncludeTax: true, defaultCurrencyCode: 'EUR', availableCurrencyCodes: ['EUR'] },
  }
  await call(
    'mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { __typename } }',
    {
      input,
    },
  )
}

/** @returns the key, which Vendure shows only once */
export async function createApiKey(url) {
  const call = await signIn(url)
  const { createRole } = await call(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }',
    { input: { code: 'entrepot', description: 'Entrepot', permissions: PERMISSIONS } },
  )
  const input = {
    roleIds: [createRole.id],
    translations: [{ languageCode: 'en', name: 'Entrepot' }],
  }
  const made = await call(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }',
    { input },
  )
  return made.createApiKey.apiKey
}

async function signIn(url) {
  let token
  const call = async (query, variables) => {
    const answer = await fetch(`${url}/admin-api`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    })
    token ??= answer.headers.get('vendure-auth-token')
    const { data, errors } = await answer.json()
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
  await call('mutation { login(username: "superadmin", password: "superadmin") { __typename } }')
  return call
}
