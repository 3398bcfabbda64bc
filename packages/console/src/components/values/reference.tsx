import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { CopyButton } from './code/copy-button.tsx'

/** A reference or an id, with a button that copies it. */
export function Reference({ value }: { readonly value: string }) {
  return (
    <Group gap={2} wrap="nowrap" component="span" display="inline-flex">
      <Text span inherit ff="monospace" fz="0.95em" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      <Copy value={value} />
    </Group>
  )
}

/** A button that copies what stands beside it. */
export function Copy({ value }: { readonly value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'}>
          <ActionIcon
            // As large as a finger needs, in a line of text.
            size={24}
            my={-4}
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={`Copy ${value}`}
          >
            {copied ? <IconCheck size={12} aria-hidden /> : <IconCopy size={12} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
