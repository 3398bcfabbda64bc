/** A secret that the hub has just made, and does not show again. */
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../values/code/copy-button.tsx'

/** The focus was in the form that is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

export function SecretOnce({
  name,
  secret,
  children,
  onClose,
}: {
  /** What the secret is, such as `key`. */
  readonly name: string
  readonly secret: string
  /** How it is used. */
  readonly children?: ReactNode
  readonly onClose: () => void
}) {
  return (
    <Stack>
      <Alert color="yellow" title={`Copy the ${name} now`} role="status">
        It will not be shown again.
      </Alert>
      <Code
        block
        aria-label={`The ${name}`}
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {secret}
      </Code>
      <Group>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              ref={takeFocus}
              onClick={copy}
              leftSection={
                copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
            >
              {copied ? 'Copied' : `Copy the ${name}`}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onClose}>
          I have stored it
        </Button>
      </Group>
      {children && (
        <Text size="sm" component="div">
          {children}
        </Text>
      )}
    </Stack>
  )
}
