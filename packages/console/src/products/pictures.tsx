/** The pictures of a product: the main one, and the others as small ones. */
import { Anchor, Group, Text } from '@mantine/core'
import { PageButton } from '../components/page/links.tsx'
import { Section } from '../components/page/section.tsx'
import { LoadedImage, NOT_LOADED, Picture } from '../components/values/picture.tsx'
import { allows } from '../hub/actions.ts'
import { picturesOf } from './editor/pictures.ts'
import type { Product } from './queries.ts'

export function Pictures({ product }: { readonly product: Product }) {
  const [main, ...others] = picturesOf(product)
  if (main === undefined) {
    return (
      <Section title="Picture">
        <Text size="sm" c="dimmed">
          No picture yet
        </Text>
        {allows(product, 'change') && (
          <Group mt="sm">
            <PageButton
              size="xs"
              variant="default"
              to="/products/$reference"
              params={{ reference: product.MerchantProductReference }}
              search={{ edit: true }}
            >
              Add a picture
            </PageButton>
          </Group>
        )}
      </Section>
    )
  }
  const name = product.Name ?? product.MerchantProductReference
  return (
    <Section title={others.length > 0 ? 'Pictures' : 'Picture'}>
      <LoadedImage
        address={main}
        alt={`Picture of ${name}`}
        mah={280}
        fallback={<NotLoaded address={main} />}
      />
      <Group gap="xs" mt="xs">
        {others.map((address, index) => (
          <a key={address} href={address} target="_blank" rel="noreferrer">
            <LoadedImage
              address={address}
              alt={`Picture ${index + 2} of ${name}`}
              w={72}
              h={72}
              fallback={<Picture url={address} size={72} />}
            />
          </a>
        ))}
      </Group>
    </Section>
  )
}

function NotLoaded({ address }: { readonly address: string }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {NOT_LOADED} from{' '}
      <Anchor inherit underline="always" href={address} target="_blank" rel="noreferrer">
        {address}
      </Anchor>
      . Check its URL under Edit.
    </Text>
  )
}
