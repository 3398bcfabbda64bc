/** A file on its way to an import: what was chosen, and the calls that check and import it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../hub/session.tsx'
import { choicesOf, type FileColumns, proposalsOf } from './columns.ts'
import type { ChosenColumns } from './columns-form.tsx'
import { constantsOf, typedOf } from './constants.ts'
import type { ImportForm } from './file-form.tsx'
import { mappingsQuery, readColumns, storeChoices, uploadFile } from './queries.ts'

/** How a file is sent. */
export interface How {
  readonly dryRun: boolean
  readonly confirmDeactivation?: true
}

const NO_FILE: ImportForm = { file: null, options: {}, isByHand: false }

/** @param onShow shows an import; undefined leads back to the file */
export function useImport(onShow: (id: number | undefined) => void) {
  const session = useSession()
  const queries = useQueryClient()
  const [form, setForm] = useState<ImportForm>(NO_FILE)
  const [columns, setColumns] = useState<FileColumns>()
  const [chosen, setChosen] = useState<ChosenColumns>()
  const [mapping, setMapping] = useState<string>()
  const [sent, setSent] = useState<number>()
  const upload = useMutation({
    mutationFn: async ({ mapping: said = mapping, ...how }: How & { mapping?: string }) => {
      const options = { ...form.options, ...(said && { mapping: said }), ...how }
      return await uploadFile(session, form.file as File, options, setSent)
    },
    onSuccess: ({ Id }) => onShow(Id),
    onSettled: async () => {
      setSent(undefined)
      await queries.invalidateQueries({ queryKey: ['imports', session.customer] })
    },
  })
  const begin = useMutation({
    mutationFn: async () => {
      const found = await readColumns(session, form.file as File, form.options)
      const isAsked = found.Columns.length > 0 && (found.Format === null || form.isByHand)
      if (!isAsked) {
        // What fails is shown as the error of the upload.
        await upload.mutateAsync({ dryRun: true }).catch(() => undefined)
        return
      }
      const [from = ''] = found.Mappings
      const all = from === '' ? [] : await queries.fetchQuery(mappingsQuery(session))
      const kept = all.find(({ Name }) => Name === from)
      setColumns(found)
      setChosen({
        choices: kept ? choicesOf(kept, found) : proposalsOf(found),
        ...{ from, name: from, constants: kept ? typedOf(kept) : {} },
      })
    },
  })
  const check = useMutation({
    mutationFn: async ({ choices, name, constants }: ChosenColumns) => {
      const said = await storeChoices(session, name.trim(), {
        ...{ Columns: choices, Constants: constantsOf(constants, choices) },
      })
      setMapping(said)
      await queries.invalidateQueries({ queryKey: mappingsQuery(session).queryKey })
      await upload.mutateAsync({ dryRun: true, mapping: said })
    },
  })
  const restart = () => {
    setColumns(undefined)
    setChosen(undefined)
    setMapping(undefined)
    upload.reset()
    onShow(undefined)
  }
  return { form, setForm, columns, chosen, setChosen, sent, upload, begin, check, restart }
}
