import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { csvOf, saveCsv } from '../../core/files/csv.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { Button } from '../form/Button.tsx'
import type { Column } from './DataTable.tsx'

/** Saves all rows that match as CSV, not only those of the page: the columns that have `csv`, named as on the page. */
export function ExportButton<Row>({
  name,
  columns,
  load,
}: {
  /** Of the file, without its ending. */
  name: string
  columns: readonly Column<Row>[]
  /** Loads the rows: the list's request without `page` and `size`. */
  load: () => Promise<readonly Row[]>
}) {
  const t = useTexts()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const rows = await load()
      const exported = columns.flatMap(({ label, csv }) => (csv ? [{ label, csv }] : []))
      const header = exported.map(({ label }) => label)
      saveCsv(
        `${name}.csv`,
        csvOf(
          header,
          rows.map((row) => exported.map(({ csv }) => csv(row))),
        ),
      )
    } catch (error) {
      toast(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void save()}>
      {t('export_csv')}
    </Button>
  )
}
