import type { Client } from '@entrepot/client'

/** Waits for what a loop must come to. If it does not, the error names the problems at the records of all connections. */
export async function explained<T>(
  merchant: Client,
  wait: () => Promise<T>,
  more: () => string = () => '',
): Promise<T> {
  try {
    return await wait()
  } catch (cause) {
    const problems = await problemsOf(merchant).catch((error: unknown) => [String(error)])
    const lines = [(cause as Error).message, 'Problems at the records:', ...problems, more()]
    throw new Error(lines.join('\n'), { cause })
  }
}

async function problemsOf(merchant: Client): Promise<readonly string[]> {
  const found: string[] = []
  for (const { Id } of await merchant.listConnections()) {
    for (const { Kind, Code, Message, ...more } of await merchant.listConnectionProblems({
      id: Id,
    }))
      found.push(`${Kind} ${more.Reference ?? more.HubId ?? more.ShopId}: ${Code}: ${Message}`)
  }
  return found
}
