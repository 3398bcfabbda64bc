/** The secrets and keys of a webhook, which are stored encrypted. */
import type { Sealer } from '../../kit/shared/sealer.ts'
import { readPrivateKey, type Signers, secretBytes } from './signing.ts'

/** The context of a sealed value: it cannot be used for another webhook. */
const contextOf = (webhookId: string, what: 'secret' | 'key') => `webhook ${webhookId} ${what}`

/** Encrypts a secret of a webhook. */
export function sealSecret(sealer: Sealer, webhookId: string, secret: string): string {
  return sealer.seal(contextOf(webhookId, 'secret'), secret)
}

/** Encrypts the private key of a webhook. */
export function sealKey(sealer: Sealer, webhookId: string, privateKey: string): string {
  return sealer.seal(contextOf(webhookId, 'key'), privateKey)
}

/** Opens what a webhook is signed with. Undefined if one of its values was sealed with a secret that the hub no longer has. */
export function openSigners(
  sealer: Sealer,
  webhook: {
    readonly webhookId: string
    readonly sealedSecrets: readonly string[]
    readonly sealedKey: string | null
  },
): Signers | undefined {
  const { webhookId, sealedSecrets, sealedKey } = webhook
  const secrets: Buffer[] = []
  for (const sealed of sealedSecrets) {
    const bytes = secretBytes(sealer.open(contextOf(webhookId, 'secret'), sealed) ?? '')
    if (bytes === undefined) return undefined
    secrets.push(bytes)
  }
  if (sealedKey === null) return { secrets, privateKey: undefined }
  const pem = sealer.open(contextOf(webhookId, 'key'), sealedKey)
  return pem === undefined ? undefined : { secrets, privateKey: readPrivateKey(pem) }
}
