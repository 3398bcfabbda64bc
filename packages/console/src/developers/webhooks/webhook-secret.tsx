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
      webhook-id, webhook-timestamp and webhook-signature of{' '}
      <Anchor href="https://www.standardwebhooks.com" underline="always" inherit>
        Standard Webhooks
      </Anchor>
      .
    </SecretOnce>
  )
}
