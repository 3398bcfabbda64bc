import { Code, Group, Tooltip, UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Fragment } from 'react'
import classes from './call.module.css'
import { CopyButton } from './copy-button.tsx'

/**
 * A call of the API as a person types it in a terminal, with a button that copies it.
 *
 * @param what what it is, for screen readers
 */
export function Call({
  text,
  what = 'call',
}: {
  readonly text: string
  readonly what?: 'call' | 'command' | 'commands'
}) {
  return (
    <Group className={classes.call} w="100%" gap="xs" wrap="nowrap" align="start">
      <Code className={classes.text} block>
        {/* A line that is too long breaks between words, or after the name of a value: never at the hyphens of an option. */}
        {text.split(/(\s+)|(?<==)/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their order
          <Fragment key={index}>
            {part?.trim() ? <span className={classes.word}>{part}</span> : part}
          </Fragment>
        ))}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <UnstyledButton onClick={copy} aria-label={`Copy the ${what}`} p={4} mt={8}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </UnstyledButton>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}
