/** Shows a private key of a headless agent, once. */
import type { Output } from '@entrepot/client'
import { Anchor, Text } from '@mantine/core'
import { SecretOnce } from '../components/form/secret-once.tsx'

/** The key that an agent has just got, and what it needs besides. */
export function NewKey({
  issued: { ClientId, PrivateKey, TokenUrl, Status },
  onClose,
}: {
  readonly issued: Output<'createHeadlessAgent'>
  readonly onClose: () => void
}) {
  return (
    <SecretOnce name="private key" secret={JSON.stringify(PrivateKey)} onClose={onClose}>
      <Text size="sm" mb="xs">
        The client id is <b style={{ overflowWrap: 'anywhere' }}>{ClientId}</b>.{' '}
        {Status === 'WAITING' && 'The key works once the agent is approved. '}
        {TokenUrl === null
          ? 'This hub does not issue tokens yet. The operator must set mcp.enabled.'
          : `It gets tokens from ${TokenUrl}.`}
      </Text>
      {/* In a tab of its own, because the key is not shown again. */}
      <Anchor size="sm" href="/docs/guides/agents" target="_blank" underline="always">
        How an agent signs in
      </Anchor>
    </SecretOnce>
  )
}
