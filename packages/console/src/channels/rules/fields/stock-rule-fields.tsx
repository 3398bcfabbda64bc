/** The fields of a rule for stock: all that can be sold, a part of it, or always the same number. */
import { Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { change, type StockDraft } from '../model/form.ts'
import type { Typed } from '../model/typed.ts'
import { NumberField, OptionalNumber } from './number-field.tsx'
import { useRules } from './rule-context.tsx'

const COLUMNS = { base: 1, xs: 3 }

interface Props {
  readonly rule: StockDraft
  /** The JSON pointer of the rule. */
  readonly path: string
  readonly onChange: (rule: StockDraft) => void
}

export function StockRuleFields({ rule, path, onChange }: Props) {
  const { isReadOnly } = useRules()
  const isFixed = rule.Fixed !== undefined
  const set = (changes: Partial<Record<keyof StockDraft, Typed | undefined>>) =>
    onChange(change(rule, changes))
  const choose = (chosen: string) =>
    set(
      chosen === 'fixed'
        ? { Percent: undefined, Buffer: undefined, Max: undefined, Fixed: '' }
        : { Fixed: undefined },
    )
  return (
    <Stack gap="sm">
      <Radio.Group
        label="The channel may sell"
        value={isFixed ? 'fixed' : 'share'}
        onChange={choose}
        readOnly={isReadOnly}
      >
        <Stack gap={6} mt={6}>
          <Radio value="share" label="The available stock, or part of it" />
          <Radio value="fixed" label="A fixed number" />
        </Stack>
      </Radio.Group>
      {isFixed ? (
        <NumberField
          label="Number of units"
          w={200}
          path={`${path}/Fixed`}
          value={rule.Fixed}
          onChange={(Fixed) => set({ Fixed })}
        />
      ) : (
        <>
          <SimpleGrid cols={COLUMNS}>
            <OptionalNumber
              label="Share of stock"
              placeholder="100"
              unit="%"
              path={`${path}/Percent`}
              value={rule.Percent}
              onChange={(Percent) => set({ Percent })}
            />
            <OptionalNumber
              label="Keep back"
              placeholder="0 units"
              path={`${path}/Buffer`}
              value={rule.Buffer}
              onChange={(Buffer) => set({ Buffer })}
            />
            <OptionalNumber
              label="At most"
              placeholder="No limit"
              path={`${path}/Max`}
              value={rule.Max}
              onChange={(Max) => set({ Max })}
            />
          </SimpleGrid>
          <Text size="xs" c="dimmed">
            Units that are kept back are left for your other channels, unless these keep units back
            as well.
          </Text>
        </>
      )}
      <SimpleGrid cols={COLUMNS}>
        <OptionalNumber
          label="Sold out below"
          description="If fewer units are left after the steps above, 0 is offered."
          placeholder="Never"
          path={`${path}/HideBelow`}
          value={rule.HideBelow}
          onChange={(HideBelow) => set({ HideBelow })}
        />
      </SimpleGrid>
    </Stack>
  )
}
