/** How a price is rounded. */
import { Group, Select } from '@mantine/core'
import { optionsOf } from '../../../components/form/options.ts'
import { change, type PriceRuleForm } from '../model/form.ts'
import { NumberField } from './number-field.tsx'
import { useIssue, useRules } from './rule-context.tsx'

type Rounding = PriceRuleForm['rest']['Round']

const KINDS = {
  none: 'To the cent',
  To: 'To multiples of',
  Ending: 'To prices that end in',
} as const

const DIRECTIONS = { nearest: 'The nearest', up: 'Always up', down: 'Always down' } as const

/** What is proposed. */
const PROPOSED = { To: 0.05, Ending: 0.95 } as const

export function RoundingFields({
  rounding,
  path,
  onChange,
}: {
  readonly rounding: Rounding
  readonly path: string
  readonly onChange: (rounding: Rounding) => void
}) {
  const { isReadOnly } = useRules()
  const issue = useIssue(path)
  const kind = rounding === undefined ? 'none' : rounding.To === undefined ? 'Ending' : 'To'
  const choose = (chosen: keyof typeof KINDS) => {
    if (chosen === kind) return
    if (chosen === 'none') return onChange(undefined)
    onChange(change({ ...rounding, [chosen]: PROPOSED[chosen] }, { [kind]: undefined } as object))
  }
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label="Rounding">
      <Select
        label="Round"
        flex="2 1 160px"
        allowDeselect={false}
        readOnly={isReadOnly}
        data={optionsOf(KINDS)}
        value={kind}
        onChange={(chosen) => choose(chosen as keyof typeof KINDS)}
        error={rounding === undefined && issue}
      />
      {kind !== 'none' && (
        <>
          <NumberField
            aria-label={KINDS[kind]}
            flex="1 1 80px"
            path={`${path}/${kind}`}
            value={rounding?.[kind]}
            onChange={(typed) => onChange({ ...rounding, [kind]: typed })}
          />
          <Select
            aria-label="Direction of the rounding"
            flex="1 1 130px"
            allowDeselect={false}
            readOnly={isReadOnly}
            data={optionsOf(DIRECTIONS)}
            value={rounding?.Direction ?? 'nearest'}
            onChange={(Direction) =>
              onChange({ ...rounding, Direction: Direction as keyof typeof DIRECTIONS })
            }
          />
        </>
      )}
    </Group>
  )
}
