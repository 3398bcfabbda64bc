import type { Output } from '@entrepot/client'
import { Text } from '@mantine/core'
import { SecretOnce } from '../../components/form/secret-once.tsx'
import { Call } from '../../components/values/call.tsx'

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
        Try it:
      </Text>
      <Call text={`curl ${location.origin}/v2/me -H "X-Api-Key: $KEY"`} />
    </SecretOnce>
  )
}
