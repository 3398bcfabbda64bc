/** For which channel an order is, and how it is named. */
import { Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../channels/queries.ts'
import { CurrencyField } from '../../components/form/fields/currency-field.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { PageLink } from '../../components/page/links.tsx'
import { Section } from '../../components/page/section.tsx'
import { useSession } from '../../hub/session.tsx'
import { NAME_FIELDS } from './form.ts'
import type { FormProps } from './line-fields.tsx'
import { TextFields } from './text-fields.tsx'

export function OrderFields(props: FormProps) {
  const { form, currency, issues, error, onChange } = props
  const { data: channels } = useQuery(channelsQuery(useSession()))
  const active = channels?.filter(({ IsActive }) => IsActive) ?? []
  return (
    <Section title="Order">
      <Stack gap="sm">
        {channels && active.length === 0 && (
          <Text size="sm">
            Every order belongs to a channel.{' '}
            <PageLink underline="always" to="/channels" search={{ panel: 'create' }}>
              Create one, for example Phone
            </PageLink>
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            size="sm"
            label="Channel"
            placeholder="Choose"
            description={
              <>
                For phone orders,{' '}
                <PageLink inherit underline="always" to="/channels" search={{ panel: 'create' }}>
                  create a channel
                </PageLink>{' '}
                named Phone. Nothing has to be connected.
              </>
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            searchable
            // Its options would cover what is wrong, to which an attempt to create the order leads.
            openOnFocus={false}
            allowDeselect={false}
            data={active.map(({ Id, Name }) => ({ value: String(Id), label: Name }))}
            value={form.channel || null}
            error={issues['/ChannelId'] ?? issueOf(error, '/ChannelId')}
            onChange={(channel) => onChange({ ...form, channel: channel ?? '' })}
          />
          <CurrencyField
            size="sm"
            allowDeselect={false}
            value={currency}
            error={issueOf(error, '/CurrencyCode')}
            onChange={(code) => onChange({ ...form, currency: code ?? '' })}
          />
        </SimpleGrid>
        <TextFields {...props} labels={NAME_FIELDS} hints={HINTS} />
      </Stack>
    </Section>
  )
}

const HINTS = {
  ChannelReference: 'Next number if empty, such as HUB\u20111042.',
}
