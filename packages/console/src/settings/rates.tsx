/** The exchange rates: own ones, and those of the European Central Bank. */
import type { Output } from '@entrepot/client'
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CurrencyField } from '../components/form/fields/currency-field.tsx'
import { type Column, column, DataTable } from '../components/list/data-table.tsx'
import { actionsHeader, RowMenu } from '../components/list/row-menu.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { LoadingGroup } from '../components/page/loading-group.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { Call } from '../components/values/code/call.tsx'
import { formatDay } from '../components/values/days.ts'
import { formatRate } from '../components/values/language.ts'
import { listQuery } from '../hub/list-query.ts'
import { useSession } from '../hub/session.tsx'
import { customerQuery, newestEcbRateQuery } from './queries.ts'
import type { SettingsSearch } from './search.ts'
import { RemoveRate, SetRate } from './set-rate.tsx'

type Rate = Output<'listRates'>[number]

const columns: readonly Column<Rate>[] = [
  column('currency', 'Currency', ({ CurrencyCode }) => CurrencyCode),
  column('date', 'From', (row) => formatDay(row.Date)),
  column('rate', { header: 'Rate', isNumber: true }, (row) => formatRate(Number(row.Rate))),
  column('source', 'Source', ({ Source }) =>
    Source === 'ECB' ? 'European Central Bank' : 'Your own',
  ),
]

const route = getRouteApi('/settings')

export function Rates() {
  const session = useSession()
  const { cursor, currency, action, remove } = route.useSearch()
  const navigate = route.useNavigate()
  const place = { ...(currency && { currency }), ...(cursor && { cursor }) }
  const show = (search: SettingsSearch) => void navigate({ search: { tab: 'rates', ...search } })
  const list = useQuery(listQuery(session, 'rates', 'listRates', place))
  const { data: customer } = useQuery(customerQuery(session))
  const newest = useQuery(newestEcbRateQuery(session))
  const mayWrite = session.may('settings:write')
  const close = () => show(place)
  const [removed = '', removedDay = ''] = remove?.split(' ') ?? []
  return (
    <>
      <LoadingGroup of={[newest, list]}>
        <EcbState />
        <Group mb="sm" justify="space-between">
          <CurrencyField
            label={null}
            aria-label="Currency"
            placeholder="All currencies"
            clearable
            w={180}
            value={currency ?? null}
            onChange={(code) => show({ ...(code && { currency: code }) })}
          />
          {mayWrite && (
            <Button
              size="sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => show({ ...place, action: 'set' })}
            >
              Set a rate
            </Button>
          )}
        </Group>
        <DataTable
          label="Exchange rates"
          noun="rate"
          list={list}
          columns={
            mayWrite ? [...columns, menuOf((name) => show({ ...place, remove: name }))] : columns
          }
          idOf={({ CurrencyCode, Date: date }) => `${CurrencyCode} ${date}`}
          isLaterPage={cursor !== undefined}
          onPage={(next) => show({ ...(currency && { currency }), ...(next && { cursor: next }) })}
          empty={
            <EmptyState drawing={null} title="No exchange rates">
              <Text mb="sm">
                Orders in other currencies wait until a rate covers the day of the order. A rate
                holds from its day until a later rate of its currency begins. Rates can also be set
                through the API:
              </Text>
              <Call
                text={`curl -X PUT ${location.origin}/v2/rates -H "X-Api-Key: $KEY" -H "Content-Type: application/json" -d '[{"CurrencyCode": "USD", "Date": "2026-11-20", "Rate": "0.924385"}]'`}
              />
            </EmptyState>
          }
        />
      </LoadingGroup>
      <SidePanel title="Set a rate" isOpen={mayWrite && action === 'set'} onClose={close}>
        <SetRate base={customer?.BaseCurrency ?? 'base currency'} onClose={close} />
      </SidePanel>
      <SidePanel
        title={removedDay === '' ? '' : `Remove ${removed} from ${formatDay(removedDay)}`}
        isOpen={mayWrite && remove !== undefined}
        onClose={close}
      >
        <RemoveRate currency={removed} date={removedDay} onClose={close} />
      </SidePanel>
    </>
  )
}

/** Rates of the bank cannot be removed: an own one of the same day has priority. */
function menuOf(remove: (name: string) => void): Column<Rate> {
  return column('actions', actionsHeader, (row) => {
    const name = `${row.CurrencyCode} ${row.Date}`
    const actions =
      row.Source === 'OWN'
        ? [{ label: 'Remove', isDangerous: true, onClick: () => remove(name) }]
        : []
    return <RowMenu of={name} actions={actions} />
  })
}

/** How fresh the rates of the bank are. */
function EcbState() {
  const { data } = useQuery(newestEcbRateQuery(useSession()))
  if (data === undefined) return null
  return (
    <Text size="sm" mb="md" aria-live="polite">
      {data === null
        ? 'No European Central Bank rates for the last two weeks. Ask the administrator of the server to turn them on (rates.ecb in the configuration), or set your own rates.'
        : `Latest European Central Bank rates: ${formatDay(data)}. Your own rates take precedence.`}
    </Text>
  )
}
