/** A number of units for each line that has some left. */
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { lineProductsQuery } from '../queries.ts'
import { allUnits, type Line, missingOf, type UnitsByLine, unitsNote } from '../units.ts'

export function UnitsFields({
  lines,
  units,
  availableOf,
  isDisabled = false,
  choices,
  onChange,
}: {
  readonly lines: readonly Line[]
  readonly units: UnitsByLine
  readonly availableOf: (line: Line) => number
  readonly isDisabled?: boolean
  /** Buttons that fill in units: `open` are all and those that are short, `all` has none that are short. Undefined for no buttons. */
  readonly choices?: 'open' | 'all'
  readonly onChange: (units: UnitsByLine) => void
}) {
  const references = lines.map((line) => line.MerchantProductReference)
  const products = useQuery(lineProductsQuery(useSession(), references))
  const digits = Math.max(...lines.map((line) => formatNumber(availableOf(line)).length))
  // Of one width, so that the fields are below each other.
  const most = {
    ...{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    minWidth: `${digits + 3}ch`,
  } as const
  return (
    <Stack gap="xs">
      {choices && (
        <Choices
          lines={lines}
          availableOf={availableOf}
          isOpen={choices === 'open'}
          onChange={onChange}
        />
      )}
      {lines.map((line) => (
        <Group key={line.Id} justify="space-between" wrap="nowrap">
          <LineName line={line} name={products.data?.get(line.MerchantProductReference)?.Name} />
          <Group gap="xs" wrap="nowrap">
            <NumberInput
              aria-label={`Units of ${line.MerchantProductReference}`}
              size="sm"
              w={84}
              min={0}
              max={availableOf(line)}
              clampBehavior="strict"
              allowDecimal={false}
              allowNegative={false}
              disabled={isDisabled || availableOf(line) === 0}
              value={units[line.Id] ?? 0}
              onChange={(value) => onChange({ ...units, [line.Id]: Number(value) || 0 })}
            />
            <Text size="sm" c="dimmed" style={most}>
              of {formatNumber(availableOf(line))}
            </Text>
          </Group>
        </Group>
      ))}
    </Stack>
  )
}

function LineName({
  line,
  name,
}: {
  readonly line: Line
  readonly name: string | null | undefined
}) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }} component="div">
      {name || line.MerchantProductReference}
      {name && (
        <Text size="xs" c="dimmed">
          {line.MerchantProductReference}
        </Text>
      )}
      <Text size="xs">{unitsNote(line)}</Text>
    </Text>
  )
}

function Choices({
  lines,
  availableOf,
  isOpen,
  onChange,
}: {
  readonly lines: readonly Line[]
  readonly availableOf: (line: Line) => number
  readonly isOpen: boolean
  readonly onChange: (units: UnitsByLine) => void
}) {
  return (
    <Group gap="xs" justify="flex-end">
      {isOpen && lines.some((line) => missingOf(line, availableOf(line)) > 0) && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange(allUnits(lines, (line) => missingOf(line, availableOf(line))))}
        >
          Missing units
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onChange(allUnits(lines, availableOf))}
      >
        All units
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onChange({})}>
        None
      </Button>
    </Group>
  )
}
