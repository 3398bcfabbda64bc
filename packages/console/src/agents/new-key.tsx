/** Shows the file with the private key of a headless agent, once. */
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
    <SecretOnce name="key file" secret={JSON.stringify({ ClientId, PrivateKey })} onClose={onClose}>
      <Text size="sm" mb="xs">
        Save it as <b>agent.json</b>: it has the client id and the private key, as the script of the
        guide reads them. {Status === 'WAITING' && 'The key works once the agent is approved. '}
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
