/** The panel of imports: choose a file, see what it would do, import it, read the report. */
import { Anchor, Button, Checkbox, Group, Progress, Stack, Table, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../components/page/problem.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { formatNumber, formatPercent } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { FileForm } from './file-form.tsx'
import { IMPORT_LABELS, ImportDetails } from './import-details.tsx'
import { ImportPreview } from './preview.tsx'
import { importQuery, importsQuery, isRunning, type ProductImport } from './queries.ts'
import { Steps } from './steps.tsx'
import { useImport } from './use-import.ts'

export function ImportPanel({
  isOpen,
  id,
  onShow,
  onClose,
}: {
  readonly isOpen: boolean
  /** The import that is shown. */
  readonly id: number | undefined
  readonly onShow: (id: number | undefined) => void
  readonly onClose: () => void
}) {
  return (
    <SidePanel title="Import products" isOpen={isOpen} onClose={onClose}>
      <Contents id={id} onShow={onShow} onClose={onClose} />
    </SidePanel>
  )
}

function Contents({
  id,
  onShow,
  onClose,
}: {
  readonly id: number | undefined
  readonly onShow: (id: number | undefined) => void
  readonly onClose: () => void
}) {
  const work = useImport(onShow)
  const { form, columns, chosen, sent, upload, begin, check } = work
  if (id !== undefined) return <Checked id={id} work={work} onShow={onShow} />
  if (columns && chosen) {
    return (
      <Stack>
        <Steps current="Columns" />
        <ColumnsForm
          file={columns}
          chosen={chosen}
          onChange={work.setChosen}
          check={check}
          onCheck={() => check.mutate(chosen)}
          onBack={work.restart}
        />
        <Upload sent={sent} />
      </Stack>
    )
  }
  return (
    <Stack>
      <Steps current="File" />
      <FileForm
        form={form}
        onChange={work.setForm}
        upload={{
          isPending: begin.isPending || upload.isPending,
          error: begin.error ?? upload.error,
        }}
        onCheck={() => {
          upload.reset()
          begin.mutate()
        }}
        onClose={onClose}
      />
      <Upload sent={sent} />
      <LatestImports onShow={onShow} />
    </Stack>
  )
}

/** A check or an import, and what can be done next. */
function Checked({
  id,
  work,
  onShow,
}: {
  readonly id: number
  readonly work: ReturnType<typeof useImport>
  readonly onShow: (id: number | undefined) => void
}) {
  const { form, columns, sent, upload, restart } = work
  return (
    <Stack>
      <ShownImport
        id={id}
        onImport={
          form.file === null ? undefined : (how) => upload.mutate({ dryRun: false, ...how })
        }
        isUploading={upload.isPending}
      />
      <Upload sent={sent} />
      {upload.error && <Problem error={upload.error} />}
      <Group>
        {columns && (
          <Button variant="default" onClick={() => onShow(undefined)}>
            Change the columns
          </Button>
        )}
        <Button
          variant="default"
          h="auto"
          mih={36}
          py={6}
          styles={{ label: { whiteSpace: 'normal' } }}
          onClick={restart}
        >
          {form.file === null ? 'Choose a file' : 'Choose another file, or read it differently'}
        </Button>
      </Group>
    </Stack>
  )
}

/** How much of a file is sent, from 0 to 1. */
function Upload({ sent }: { readonly sent: number | undefined }) {
  if (sent === undefined) return null
  return (
    <div>
      <Text size="sm" mb={4}>
        {sent < 1
          ? `Sending the file: ${formatPercent(Math.floor(sent * 100))}`
          : 'The file is sent'}
      </Text>
      <Progress value={sent * 100} aria-label="Sending the file" />
    </div>
  )
}

function ShownImport({
  id,
  onImport,
  isUploading,
}: {
  readonly id: number
  /** Imports the file that was checked; undefined if this page does not have it any more. */
  readonly onImport: ((how: { readonly confirmDeactivation?: true }) => void) | undefined
  readonly isUploading: boolean
}) {
  const session = useSession()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(importQuery(session, id))
  const cancel = useMutation({
    mutationFn: async () => await session.client.cancelImport({ id }),
    onSettled: async () =>
      await queries.invalidateQueries({ queryKey: ['imports', session.customer] }),
  })
  if (!data) return error ? <Problem error={error} onRetry={() => void refetch()} /> : null
  return (
    <>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <Steps current={data.IsDryRun ? 'Check' : 'Import'} />
      <ImportDetails shown={data} />
      {cancel.error && <Problem error={cancel.error} />}
      {isRunning(data) && (
        <Group>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        </Group>
      )}
      {isUseful(data) && onImport && (
        <Confirmation checked={data} isUploading={isUploading} onImport={onImport} />
      )}
      {data.IsDryRun && data.Status !== 'uploading' && (
        <ImportPreview id={id} isMapped={data.Format === 'entrepot'} />
      )}
    </>
  )
}

/** The import of a file that was checked. Many products are deactivated only if that is confirmed. */
function Confirmation({
  checked: { CreatedCount, UpdatedCount, DeactivatedCount },
  isUploading,
  onImport,
}: {
  readonly checked: ProductImport
  readonly isUploading: boolean
  readonly onImport: (how: { readonly confirmDeactivation?: true }) => void
}) {
  const [isConfirmed, setConfirmed] = useState(false)
  const how = isConfirmed ? ({ confirmDeactivation: true } as const) : {}
  return (
    <>
      {DeactivatedCount > 0 && (
        <Checkbox
          label={`Deactivate ${countOf(DeactivatedCount)}, even if that is more than 30%`}
          checked={isConfirmed}
          onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
        />
      )}
      <Group>
        <Button loading={isUploading} onClick={() => onImport(how)}>
          Import {countOf(CreatedCount + UpdatedCount)}
        </Button>
      </Group>
    </>
  )
}

function countOf(products: number): string {
  return products === 1 ? 'one product' : `${formatNumber(products)} products`
}

/** Whether an import would change something. */
function isUseful({ IsDryRun, Status, ...counts }: ProductImport): boolean {
  const { CreatedCount, UpdatedCount, DeactivatedCount } = counts
  return IsDryRun && Status === 'done' && CreatedCount + UpdatedCount + DeactivatedCount > 0
}

function LatestImports({ onShow }: { readonly onShow: (id: number) => void }) {
  const { data, error, refetch } = useQuery(importsQuery(useSession()))
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        Latest
      </Title>
      <Table fz="sm">
        <Table.Tbody>
          {data.map(({ Id, FileName, IsDryRun, Status, CreatedAt }) => (
            <Table.Tr key={Id}>
              <Table.Td>
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  ta="left"
                  onClick={() => onShow(Id)}
                >
                  {FileName ?? `Import ${Id}`}
                </Anchor>
              </Table.Td>
              <Table.Td>
                {IsDryRun ? 'Check' : 'Import'}: {IMPORT_LABELS[Status]}
              </Table.Td>
              <Table.Td>
                <Moment at={CreatedAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
