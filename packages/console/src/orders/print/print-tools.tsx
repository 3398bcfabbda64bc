/** What stands above a page to print, and is not printed. */
import { Button, Group, Select } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { SLIP_LANGUAGES } from '../../settings/slip-languages.ts'
import classes from './packing-slip.module.css'
import { automaticLanguage } from './slip-words.ts'

/**
 * @param back the link to where the page was opened
 * @param other the link to what else can be printed of the orders
 */
export function PrintTools({
  back,
  other,
  canPrint = true,
  children,
}: {
  readonly back: ReactNode
  readonly other?: ReactNode
  /** Whether there is something to print. @default true */
  readonly canPrint?: boolean
  readonly children?: ReactNode
}) {
  return (
    <Group className={classes.tools ?? ''} justify="space-between" mb={canPrint ? 'lg' : 0}>
      {back}
      <Group gap="sm" align="flex-end">
        {children}
        {other}
        {canPrint && (
          <Button
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        )}
      </Group>
    </Group>
  )
}

/** The search parameters of a page with another language; undefined for that of each buyer. */
export function withLanguage<Search extends { readonly language?: string | undefined }>(
  { language: _, ...others }: Search,
  chosen: string | undefined,
) {
  return { ...others, ...(chosen && { language: chosen }) }
}

/** The choice of a language for packing slips, instead of that of each buyer. */
export function LanguageChoice({
  value,
  onChange,
}: {
  readonly value: string | undefined
  readonly onChange: (language: string | undefined) => void
}) {
  const { data } = useQuery(customerQuery(useSession()))
  return (
    <Select
      label="Language"
      placeholder={automaticLanguage(data?.Languages ?? null)}
      w={200}
      clearable
      data={[...SLIP_LANGUAGES]}
      value={value ?? null}
      onChange={(language) => onChange(language ?? undefined)}
    />
  )
}
