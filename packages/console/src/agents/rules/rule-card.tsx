/** One rule: what it says, and its fields. */
import { Card, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { issueOf } from '../../components/form/issue-of.ts'
import { IconButton } from '../../components/form/rows/icon-button.tsx'
import { limitIssue, limitsOf, type RuleField, ruleOf, type StoredRules } from './form.ts'
import { kindLabel, type LimitName, limitLabel, ruleInWords } from './words.ts'

interface Props {
  readonly rule: RuleField
  readonly number: number
  readonly kinds: StoredRules['Kinds']
  readonly currency: string
  readonly error: unknown
  readonly isReadOnly: boolean
  readonly onChange: (rule: RuleField) => void
  readonly onRemove: () => void
}

export function RuleCard(props: Props) {
  const { rule, number, kinds, currency, error, isReadOnly, onRemove } = props
  const read = ruleOf(rule, limitsOf(kinds, rule.kind), currency)
  const issue = issueOf(error, `/Rules/${number - 1}`)
  const [isOpen, setOpen] = useState(rule.isNew === true)
  return (
    <Card withBorder component="section" aria-label={`Rule ${number}`} py="xs" px="sm">
      <Group justify="space-between" wrap="nowrap" align="center">
        <Text size="sm" fw={500} aria-live="polite">
          {read ? ruleInWords(read, currency) : 'A limit is not valid.'}
        </Text>
        {!isReadOnly && (
          <Group gap={4} wrap="nowrap">
            <IconButton
              icon={IconPencil}
              size="lg"
              label={`Change rule ${number}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
            <IconButton
              icon={IconTrash}
              size="lg"
              label={`Remove rule ${number}`}
              onClick={onRemove}
            />
          </Group>
        )}
      </Group>
      {isOpen && !isReadOnly && <Fields {...props} />}
      {issue && (
        <Text size="xs" mt="xs" c="var(--mantine-color-error)" role="alert">
          {issue}
        </Text>
      )}
    </Card>
  )
}

function Fields({ rule, kinds, currency, onChange }: Props) {
  const set = (changed: Partial<RuleField>) => onChange({ ...rule, ...changed })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs" mt="xs">
      <NativeSelect
        label="Calls"
        value={rule.kind}
        data={kinds.map(({ Kind }) => ({ value: Kind, label: kindLabel(Kind) }))}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value as RuleField['kind'] })}
      />
      <NativeSelect
        label="Need"
        value={rule.needs}
        data={[
          { value: 'PERSON', label: "The agent's person or a member" },
          { value: 'MEMBER', label: 'A member, in the console' },
        ]}
        onChange={({ currentTarget }) => set({ needs: currentTarget.value as RuleField['needs'] })}
      />
      <NativeSelect
        label="Of"
        value={rule.agents}
        data={[
          { value: 'ALL', label: 'All agents' },
          { value: 'HEADLESS', label: 'Unattended agents' },
        ]}
        onChange={({ currentTarget }) =>
          set({ agents: currentTarget.value as RuleField['agents'] })
        }
      />
      {limitsOf(kinds, rule.kind).map((limit) => {
        const name = limit as LimitName
        return (
          <TextInput
            key={name}
            label={limitLabel(rule.kind, name)}
            placeholder="Always"
            inputMode="decimal"
            value={rule.above[name]}
            error={limitIssue(name, rule.above[name], currency)}
            {...(name === 'Amount' && { rightSection: currency, rightSectionWidth: 52 })}
            onChange={({ currentTarget }) =>
              set({ above: { ...rule.above, [name]: currentTarget.value } })
            }
          />
        )
      })}
    </SimpleGrid>
  )
}
