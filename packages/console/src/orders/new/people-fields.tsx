/** Who has bought, and where the order and its bill go. */
import { Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { CountryField } from '../../components/form/fields/country-field.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { Section } from '../../components/page/section.tsx'
import { ADDRESS_FIELDS, type AddressForm, BUYER_FIELDS, EMPTY_ADDRESS } from './form.ts'
import type { FormProps } from './line-fields.tsx'
import { TextFields } from './text-fields.tsx'

export function PeopleFields(props: FormProps) {
  const { form, error, onChange } = props
  const { shipping, billing } = form
  return (
    <Stack>
      <Section title="Buyer">
        <TextFields {...props} labels={BUYER_FIELDS} />
      </Section>
      <Section title="Ship to">
        <AddressFields
          {...{ address: shipping, error, path: '/ShippingAddress' }}
          onChange={(address) => onChange({ ...form, shipping: address })}
        />
      </Section>
      <Section title="Bill to">
        <Checkbox
          label="The same address"
          checked={billing === null}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...form, billing: checked ? null : EMPTY_ADDRESS })
          }
          mb={billing ? 'sm' : 0}
        />
        {billing && (
          <AddressFields
            {...{ address: billing, error, path: '/BillingAddress' }}
            onChange={(address) => onChange({ ...form, billing: address })}
          />
        )}
      </Section>
    </Stack>
  )
}

const NAMES = (Object.keys(ADDRESS_FIELDS) as (keyof AddressForm)[]).filter(
  (name) => name !== 'CountryIso',
)

function AddressFields({
  address,
  error,
  path,
  onChange,
}: {
  readonly address: AddressForm
  readonly error: unknown
  readonly path: string
  readonly onChange: (address: AddressForm) => void
}) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {NAMES.map((name) => (
        <TextInput
          key={name}
          size="sm"
          label={ADDRESS_FIELDS[name]}
          // Alone in its row, so that the street and the house number share the next one.
          {...(name === 'CompanyName' && { style: { gridColumn: '1 / -1' } })}
          // The address is that of somebody else.
          autoComplete="off"
          value={address[name]}
          error={issueOf(error, `${path}/${name}`)}
          onChange={({ currentTarget: { value } }) => onChange({ ...address, [name]: value })}
        />
      ))}
      <CountryField
        size="sm"
        value={address.CountryIso}
        error={issueOf(error, `${path}/CountryIso`)}
        onChange={(CountryIso) => onChange({ ...address, CountryIso })}
      />
    </SimpleGrid>
  )
}
