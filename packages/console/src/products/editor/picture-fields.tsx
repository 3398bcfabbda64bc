/** The pictures of a product by their addresses: the first one is the main one. */
import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconPhoto,
  IconPhotoOff,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { issueOf } from '../../components/form/issue-of.ts'
import { IconButton } from '../../components/form/rows/icon-button.tsx'
import { moved } from '../../components/form/rows/rows.ts'
import { Section } from '../../components/page/section.tsx'
import { LoadedImage, NOT_LOADED } from '../../components/values/picture.tsx'
import type { FormProps } from './form.ts'
import { MAX_PICTURES, PICTURE_NAMES } from './pictures.ts'

export function PictureFields({ form, error, onChange }: FormProps) {
  const { pictures } = form
  const set = (next: readonly string[]) => onChange({ ...form, pictures: next })
  return (
    <Section title="Pictures">
      <Stack gap="sm">
        {pictures.length === 0 ? (
          <Text size="sm" c="dimmed">
            Add URLs of pictures. The first one is the main picture.
          </Text>
        ) : (
          <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {pictures.map((address, index) => (
              <PictureField
                // biome-ignore lint/suspicious/noArrayIndexKey: an address is what is being typed
                key={index}
                address={address}
                index={index}
                last={pictures.length - 1}
                error={issueOf(error, pathOf(index))}
                onChange={(text) => set(pictures.with(index, text))}
                onMove={(by) => set(moved(pictures, index, by))}
                onRemove={() => set(pictures.toSpliced(index, 1))}
              />
            ))}
          </Stack>
        )}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={pictures.length >= MAX_PICTURES}
            onClick={() => set([...pictures, ''])}
          >
            Add a picture
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

/** Where the hub says that something is wrong with a picture. */
const pathOf = (index: number) =>
  index === 0 ? '/ImageUrl' : `/ExtraData/${PICTURE_NAMES[index - 1]}`

function PictureField({
  address,
  index,
  last,
  error,
  onChange,
  onMove,
  onRemove,
}: {
  readonly address: string
  readonly index: number
  readonly last: number
  readonly error: string | undefined
  readonly onChange: (address: string) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}) {
  const name = index === 0 ? 'Main picture' : `Picture ${index + 1}`
  const [broken, setBroken] = useState('')
  const isBroken = broken !== '' && broken === address
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Thumbnail address={address.trim()} onBroken={() => setBroken(address)} />
      <Stack gap={4} flex={1} miw={0}>
        <TextInput
          aria-label={`${name}: address`}
          placeholder="https://..."
          type="url"
          value={address}
          error={error}
          {...(isBroken && { description: `${NOT_LOADED}. Check the URL.` })}
          inputWrapperOrder={['input', 'description', 'error']}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <Group gap={4}>
          <Text size="xs" c="dimmed" flex={1}>
            {name}
          </Text>
          <IconButton
            icon={IconArrowUp}
            label={`${name}: earlier`}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={IconArrowDown}
            label={`${name}: later`}
            disabled={index === last}
            onClick={() => onMove(1)}
          />
          <IconButton icon={IconTrash} label={`${name}: remove`} onClick={onRemove} />
        </Group>
      </Stack>
    </Group>
  )
}

const SIZE = 56

/** The picture, or a sign where there is none, or none that can be loaded. */
function Thumbnail({
  address,
  onBroken,
}: {
  readonly address: string
  readonly onBroken: () => void
}) {
  return (
    <Box
      w={SIZE}
      h={SIZE}
      style={{
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-sm)',
        color: 'var(--mantine-color-dimmed)',
      }}
    >
      {/^https?:\/\/./.test(address) ? (
        <LoadedImage
          address={address}
          alt=""
          w={SIZE}
          h={SIZE}
          fallback={<IconPhotoOff size={20} aria-hidden />}
          onBroken={onBroken}
        />
      ) : (
        <IconPhoto size={20} aria-hidden />
      )}
    </Box>
  )
}
