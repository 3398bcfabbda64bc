/** Replaces the table of VAT rates by a file, or by the rates of the European Union. */
import { Button, FileInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import { readVatCsv, type VatRate } from './vat-csv.ts'

/** Rates that are not stored yet. */
interface Chosen {
  readonly rates: readonly VatRate[]
  readonly from: string
}

const COLUMNS = 'CountryIso, VatClass and Rate'

export function ReplaceVatRates({ onClose }: { readonly onClose: () => void }) {
  const { client } = useSession()
  const [chosen, setChosen] = useState<Chosen>()
  const [issue, setIssue] = useState<string>()
  const store = useAction({
    run: async () => await client.replaceVatRates({ body: [...(chosen?.rates ?? [])] }),
    done: 'VAT rates saved.',
    onClose,
  })
  const start = useMutation({
    mutationFn: async () => await client.getEuVatRates({}),
    onSuccess: ({ Date: date, Note, Rates }) => {
      setIssue(undefined)
      setChosen({ rates: Rates, from: `of the European Union on ${date}. ${Note}` })
    },
  })
  const read = async (file: File | null) => {
    const rates = file ? readVatCsv(await file.text()) : []
    setIssue(rates ? undefined : `The first line must name the columns ${COLUMNS}.`)
    setChosen(file && rates ? { rates, from: `of ${file.name}.` } : undefined)
  }
  return (
    <ActionForm
      action={store}
      undo={`${FINAL} To keep the current rates, download them first.`}
      submit="Replace the VAT rates"
      isBlocked={chosen === undefined}
      onClose={onClose}
    >
      <FileInput
        label="File"
        description={`CSV with the columns ${COLUMNS}.`}
        placeholder="Choose a file"
        data-autofocus
        clearable
        clearButtonProps={{ 'aria-label': 'Remove file' }}
        accept=".csv,text/csv,text/plain"
        error={issue}
        onChange={(file) => void read(file)}
      />
      <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
        Start with the rates of the EU
      </Button>
      {start.error && <Problem error={start.error} />}
      <Text size="sm" aria-live="polite">
        {chosen && `${chosen.rates.length} rates ${chosen.from}`}
      </Text>
      <Text size="sm">
        They replace all rates in the table and apply to new orders. Existing orders keep theirs.
      </Text>
    </ActionForm>
  )
}
