import type { Output } from '@entrepot/client'
import { Anchor, Code, Text } from '@mantine/core'
import { SecretOnce } from '../../components/form/secret-once.tsx'
import { Call } from '../../components/values/code/call.tsx'

/** The secret of a new key, and a call with it. */
export function NewKeySecret({
  issued,
  onClose,
}: {
  readonly issued: Output<'createKey'>
  readonly onClose: () => void
}) {
  return (
    <SecretOnce name="key" secret={issued.Key} onClose={onClose}>
      <Text size="sm" mb="xs">
        Try it in a terminal. The answer shows whose key it is and what it permits.
      </Text>
      <Call text={`KEY=${issued.Key}\ncurl ${location.origin}/v2/me -H "X-Api-Key: $KEY"`} />
      <Text size="sm" mt="xs">
        <Anchor href="/docs/guides/first-order" target="_blank" underline="always">
          The first guide
        </Anchor>{' '}
        shows how to send an order and ship it. There, this key is{' '}
        <Code>{issued.Kind === 'channel' ? 'C' : 'M'}</Code>, and it says which other key is needed.
        If a call is refused, see Refused calls for the reason.
      </Text>
    </SecretOnce>
  )
}
