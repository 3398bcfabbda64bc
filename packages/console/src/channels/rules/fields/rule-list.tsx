/** Rules with conditions, of which the first one that matches counts, and the rule for all other products. */
import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { moved } from '../../../components/form/rows/rows.ts'
import type { ConditionForm } from '../model/condition.ts'
import { newRow } from '../model/condition.ts'
import type { RuleList as Rules } from '../model/form.ts'
import { ConditionFields } from './condition-fields.tsx'
import { PlaceButtons, RuleCard } from './rule-card.tsx'
import { useRules } from './rule-context.tsx'

interface Rule {
  readonly key: number
  readonly when: ConditionForm
}

interface Props<One extends Rule> {
  readonly list: Rules<One>
  /** The JSON pointer of the list. */
  readonly path: string
  readonly create: () => One
  /** What a rule does, in words. */
  readonly wordsOf: (rule: One) => string
  /** The fields of a rule, below its condition. */
  readonly fields: (rule: One, path: string, onChange: (rule: One) => void) => ReactNode
  readonly onChange: (list: Rules<One>) => void
}

export function RuleList<One extends Rule>({
  list,
  path,
  create,
  wordsOf,
  fields,
  onChange,
}: Props<One>) {
  const { isReadOnly } = useRules()
  const { rules, others } = list
  const set = (changed: readonly One[]) => onChange({ ...list, rules: changed })
  const add = () => {
    const rule = create()
    set([...rules, { ...rule, when: { ...rule.when, rows: [newRow()] } }])
  }
  return (
    <Stack gap="md">
      {rules.length > 1 && (
        <Text size="sm">The first matching rule applies. Move specific rules up.</Text>
      )}
      {rules.map((rule, index) => (
        <RuleCard
          key={rule.key}
          title={`Rule ${index + 1}`}
          words={wordsOf(rule)}
          buttons={
            <PlaceButtons
              name={`rule ${index + 1}`}
              isFirst={index === 0}
              isLast={index === rules.length - 1}
              onMove={(by) => set(moved(rules, index, by))}
              onRemove={() => set(rules.toSpliced(index, 1))}
            />
          }
        >
          <ConditionFields
            label="For products where"
            form={rule.when}
            path={`${path}/Rules/${index}/When`}
            onChange={(when) => set(rules.with(index, { ...rule, when }))}
          />
          {fields(rule, `${path}/Rules/${index}`, (changed) => set(rules.with(index, changed)))}
        </RuleCard>
      ))}
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Add a rule for some products
        </Button>
      )}
      <RuleCard title={rules.length === 0 ? 'All products' : 'All other products'}>
        {fields(others, `${path}/Default`, (changed) => onChange({ ...list, others: changed }))}
      </RuleCard>
    </Stack>
  )
}
