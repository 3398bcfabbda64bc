/** The extra data of a product: names with a text each. */
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { issueOf } from '../../components/form/issue-of.ts'
import { IconButton } from '../../components/form/rows/icon-button.tsx'
import { Section } from '../../components/page/section.tsx'
import type { ExtraRow, FormProps } from './form.ts'

export function ExtraFields({ form, issues, error, onChange }: FormProps) {
  const { extra } = form
  const set = (next: readonly ExtraRow[]) => onChange({ ...form, extra: next })
  const issue = issues['/ExtraData'] ?? issueOf(error, '/ExtraData')
  return (
    <Section title="Extra data">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Anything that has no field of its own. Sent to channels unchanged.
        </Text>
        {extra.map((row, index) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: a name is what is being typed
            key={index}
            role="group"
            aria-label={`Extra data: ${row.name || 'new'}`}
            gap={4}
            wrap="nowrap"
            align="flex-start"
          >
            <Stack gap={4} flex={1} miw={0}>
              <TextInput
                size="xs"
                aria-label="Name"
                placeholder="Name, such as Material"
                value={row.name}
                onChange={({ currentTarget }) =>
                  set(extra.with(index, { ...row, name: currentTarget.value }))
                }
              />
              <Textarea
                size="xs"
                aria-label="Text"
                autosize
                maxRows={6}
                value={row.text}
                onChange={({ currentTarget }) =>
                  set(extra.with(index, { ...row, text: currentTarget.value }))
                }
              />
            </Stack>
            <IconButton
              icon={IconTrash}
              label={`Remove ${row.name || 'this row'}`}
              onClick={() => set(extra.toSpliced(index, 1))}
            />
          </Group>
        ))}
        {issue && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {issue}
          </Text>
        )}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set([...extra, { name: '', text: '' }])}
          >
            Add a field
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
