/** A packing slip: who sends what to whom, without prices, in the language of the buyer. */
import type { Output } from '@entrepot/client'
import { Box, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Picture } from '../../components/values/picture.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { linesOf } from '../address.ts'
import { orderNames } from '../names.ts'
import { lineProductsQuery } from '../queries.ts'
import classes from './packing-slip.module.css'
import { type SlipWords, slipLanguage, wordsIn } from './slip-words.ts'
import type { Slip as SlipContent } from './slips.ts'

type Products = ReadonlyMap<string, Pick<Output<'getProduct'>, 'Name' | 'ImageUrl'>>

/**
 * Packing slips, a sheet for each. The products of all of them are read together.
 *
 * @param language instead of that of the buyer
 */
export function Slips({
  slips,
  language,
}: {
  readonly slips: readonly SlipContent[]
  readonly language: string | undefined
}) {
  const references = slips.flatMap(({ rows }) => rows.map(({ reference }) => reference))
  const { data: products } = useQuery(lineProductsQuery(useSession(), references))
  return slips.map((slip) => (
    <Slip
      key={`${slip.order.Id} ${slip.parcel?.number ?? ''}`}
      slip={slip}
      language={language}
      products={products}
    />
  ))
}

function Slip({
  slip,
  language,
  products,
}: {
  readonly slip: SlipContent
  readonly language: string | undefined
  readonly products: Products | undefined
}) {
  const session = useSession()
  const { data: customer } = useQuery(customerQuery(session))
  const { order, parcel } = slip
  const country = order.ShippingAddress.CountryIso
  const chosen = language ?? slipLanguage(customer?.Languages ?? null, country)
  const words = wordsIn(chosen)
  // Days before months, as in all other languages of slips.
  const region = chosen === 'en' ? 'en-GB' : chosen
  const date = new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: session.timeZone })
  const sender = [
    customer?.SenderName ?? customer?.Name ?? '',
    ...(customer?.SenderAddress ?? '').split('\n'),
  ]
  const { main, other } = orderNames(order)
  return (
    <Box className={classes.slip} maw={720} lang={chosen} component="article">
      <Title order={1} size="h2" mb="md">
        {words.title}
      </Title>
      <SimpleGrid cols={2} mb="lg">
        <Lines label={words.sender} lines={sender} />
        <Lines label={words.recipient} lines={linesOf(order.ShippingAddress, chosen)} />
      </SimpleGrid>
      <Group gap="xl" mb="lg" align="flex-start">
        <Fact label={words.order} value={main} />
        {other !== null && <Fact label={order.ChannelName} value={other} />}
        <Fact label={words.date} value={date.format(new Date(order.OrderDate))} />
        {parcel && <Fact label={words.shipment} value={parcel.shipment} />}
        {parcel && parcel.count > 1 && (
          <Fact label={words.parcel} value={`${parcel.number} / ${parcel.count}`} />
        )}
        {parcel?.carrier && <Fact label={words.carrier} value={parcel.carrier} />}
        {parcel?.tracking && <Fact label={words.tracking} value={parcel.tracking} />}
      </Group>
      <SlipRows slip={slip} words={words} products={products} />
    </Box>
  )
}

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly string[] }) {
  return (
    <Stack gap={0}>
      <Text size="xs">{label}</Text>
      {lines
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <Text key={line} style={{ overflowWrap: 'anywhere' }}>
            {line}
          </Text>
        ))}
    </Stack>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <Text size="xs">{label}</Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
    </div>
  )
}

/** The width of a column of units, so that it stands at the same place on all slips. */
const UNITS = { base: 80, sm: 120 }

const UNBROKEN = { whiteSpace: 'nowrap' } as const

function SlipRows({
  slip: { rows, parcel },
  words,
  products,
}: {
  readonly slip: SlipContent
  readonly words: SlipWords
  readonly products: Products | undefined
}) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{words.product}</Table.Th>
          <Table.Th scope="col" ta="right" w={UNITS} style={UNBROKEN}>
            {words.ordered}
          </Table.Th>
          <Table.Th scope="col" ta="right" w={UNITS} style={UNBROKEN}>
            {parcel ? words.packed : words.toPack}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ reference, ordered, units, missing }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several lines can have the same product
          <Table.Tr key={index}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Group gap="sm" wrap="nowrap">
                <Picture url={products?.get(reference)?.ImageUrl ?? null} />
                <div>
                  <Text size="sm">{products?.get(reference)?.Name ?? reference}</Text>
                  <Text size="xs">{reference}</Text>
                </div>
              </Group>
            </Table.Td>
            <Table.Td ta="right">{ordered}</Table.Td>
            <Table.Td ta="right" fw={700}>
              {units}
              {missing !== undefined && (
                <Text size="xs" style={{ whiteSpace: 'nowrap' }}>
                  {words.missing}: {missing}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
