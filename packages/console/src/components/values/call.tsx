import { Code, CopyButton, Group, Tooltip, UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './call.module.css'

/** A call of the API as a person types it in a terminal, with a button that copies it. */
export function Call({ text }: { readonly text: string }) {
  return (
    <Group className={classes.call} gap="xs" wrap="nowrap" align="start">
      <Code className={classes.text} block>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <UnstyledButton onClick={copy} aria-label="Copy the call" p={4}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </UnstyledButton>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}
