/** Who keeps the stock, and what follows from it. */
import { Checkbox, Group, NumberInput, Radio, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { issueOf } from '../components/form/issue-of.ts'
import type { FieldsProps } from './settings-form.tsx'
import {
  LAG_UNITS,
  type LagUnit,
  lagIn,
  STOCK_WAYS,
  type StockWay,
  stockWayOf,
} from './stock-keeper.ts'

const WAYS = Object.entries(STOCK_WAYS) as readonly [StockWay, (typeof STOCK_WAYS)[StockWay]][]

export function StockFields({ draft, error, isReadOnly, onChange }: FieldsProps) {
  const way = stockWayOf(draft)
  const { leaving } = STOCK_WAYS[way]
  return (
    <>
      <Radio.Group
        label="Who tracks your stock?"
        value={way}
        error={issueOf(error, '/StockKeeper') ?? issueOf(error, '/CountsExclude')}
        onChange={(chosen) => onChange(STOCK_WAYS[chosen as StockWay].settings)}
      >
        <Stack gap="md" mt="xs">
          {WAYS.map(([value, { label, effect }]) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={effect}
              disabled={isReadOnly}
            />
          ))}
        </Stack>
      </Radio.Group>
      {leaving && (
        <LagField
          minutes={draft.StockLag}
          leaving={leaving}
          error={issueOf(error, '/StockLag')}
          isReadOnly={isReadOnly}
          onChange={(StockLag) => onChange({ StockLag })}
        />
      )}
      {way === 'hub' && (
        <Checkbox
          label="Put accepted returns back into stock"
          description="This can be changed for each return."
          checked={draft.RestockReturns}
          disabled={isReadOnly}
          error={issueOf(error, '/RestockReturns')}
          onChange={({ currentTarget: { checked } }) => onChange({ RestockReturns: checked })}
        />
      )}
    </>
  )
}

function LagField({
  minutes,
  leaving,
  error,
  isReadOnly,
  onChange,
}: {
  readonly minutes: number
  readonly leaving: string
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (minutes: number) => void
}) {
  // A chosen unit stays, also if the time is a whole number in a larger one.
  const [chosen, setChosen] = useState<LagUnit>()
  const unit = chosen ?? lagIn(minutes).unit
  const amount = minutes / LAG_UNITS[unit]
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NumberInput
          label="Hold back units for up to"
          min={0}
          max={(LAG_UNITS.days * 7) / LAG_UNITS[unit]}
          allowDecimal={false}
          readOnly={isReadOnly}
          value={amount}
          error={error !== undefined}
          onChange={(value) => onChange(Number(value) * LAG_UNITS[unit])}
        />
        <Select
          aria-label="Unit of the time"
          w={120}
          allowDeselect={false}
          readOnly={isReadOnly}
          data={Object.keys(LAG_UNITS).map((value) => ({
            value,
            label: amount === 1 ? value.slice(0, -1) : value,
          }))}
          value={unit}
          onChange={(value) => {
            const next = value as LagUnit
            setChosen(next)
            onChange(Math.min(amount * LAG_UNITS[next], LAG_UNITS.days * 7))
          }}
        />
      </Group>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        After units are {leaving}, the hub waits this long for a count without them. Use the longest
        time your system needs, up to 7 days.
      </Text>
    </Stack>
  )
}
