/** Adds units to the stock of a product, or takes them off it. */
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Unsure } from '../../components/form/once.tsx'
import { inShort } from '../../components/page/describe.ts'
import type { Offered } from '../change/offer-item.ts'
import { useOfferChange } from '../change/use-offer-change.ts'

export function StockChange({
  product,
  currency,
}: {
  readonly product: Offered
  readonly currency: string
}) {
  const [units, setUnits] = useState<number | string>('')
  const change = useOfferChange(product, 'Stock', currency)
  const amount = Number(units)
  const apply = (sign: 1 | -1) => {
    if (!change.isPending) change.save({ change: sign * amount }, () => setUnits(''))
  }
  const button = { size: 'xs', variant: 'default', disabled: amount === 0 } as const
  return (
    <Stack gap={2}>
      <Group gap="xs" align="flex-end">
        <NumberInput
          label="Change stock by"
          labelProps={{ fz: 'xs', fw: 400, c: 'dimmed', display: 'block' }}
          styles={{ label: { whiteSpace: 'nowrap' } }}
          placeholder="Units"
          size="xs"
          w={108}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={units}
          readOnly={change.isPending || change.unsure !== undefined}
          onChange={setUnits}
        />
        {change.unsure ? (
          <Button {...button} onClick={() => apply(1)}>
            Try again
          </Button>
        ) : (
          <>
            <Button
              {...button}
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => apply(1)}
            >
              Add
            </Button>
            <Button
              {...button}
              leftSection={<IconMinus size={14} aria-hidden />}
              onClick={() => apply(-1)}
            >
              Remove
            </Button>
          </>
        )}
      </Group>
      {change.error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" maw={320}>
          {inShort(change.error)}
        </Text>
      )}
      <Unsure action={change} />
    </Stack>
  )
}
