import type { Output } from '@entrepot/client'
import { Anchor } from '@mantine/core'
import { SecretOnce } from '../../components/form/secret-once.tsx'

/** The new secret of a webhook. */
export function WebhookSecret({
  issued,
  onClose,
}: {
  readonly issued: Output<'createWebhook'>
  readonly onClose: () => void
}) {
  return (
    <SecretOnce name="secret" secret={issued.Secret} onClose={onClose}>
      The receiver uses it to verify that a delivery comes from this hub, with the headers
      webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks.{' '}
      <Anchor
        href="/docs/guides/webhooks#verify-a-signature-by-hand"
        target="_blank"
        underline="always"
        inherit
      >
        How to verify a signature
      </Anchor>
    </SecretOnce>
  )
}
