import { urlOf } from '@cutaway/contract/client.ts'
import { getReportSpreadsheet, type ReportData } from '@cutaway/contract/rooms/reports/reports.ts'
import { IconChevronDown, IconDownload, IconFileSpreadsheet, IconPrinter, IconTable } from '@tabler/icons-react'
import { csvOf, saveCsv } from '../../core/files/csv.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx'
import menu from '../../ui/form/FilterMenu.module.css'
import classes from './Reports.module.css'
import type { ReportKind } from './kinds.ts'
import type { ReportQuery } from './report-state.ts'
import { nameOfRow, rowsInSight } from './rows.ts'
import { useColumnNames } from './useColumnNames.ts'

/** Saves the report: the table as CSV or as a spreadsheet, its events as CSV, or on paper. */
export function ExportMenu({ kind, data, filter }: { kind: ReportKind; data: ReportData; filter: ReportQuery }) {
  const t = useTexts()
  const nameOf = useColumnNames()
  const name = kind.name === 'sent' ? 'email_sent' : kind.name
  const save = () => {
    const isRanking = data.columns.some(({ date }) => date === undefined)
    const tail = isRanking ? [] : [t('report_average'), t('report_total')]
    const rows = rowsInSight(data, '', new Set(data.rows.map(({ id }) => id)))
    const numbers = (of: { values: Record<string, number>; average: number | null; total: number }) => [
      ...data.columns.map(({ key }) => of.values[key]),
      ...(isRanking ? [] : [of.average, of.total]),
    ]
    saveCsv(
      `${name}_report.csv`,
      csvOf(
        [t('report_name'), ...data.columns.map((column) => nameOf(column, true)), ...tail],
        [
          [t('report_all'), ...numbers(data.total)],
          ...rows.map(({ row, level }) => [`${'  '.repeat(level)}${nameOfRow(row, t)}`, ...numbers(row)]),
        ],
      ),
    )
  }
  const icon = { size: 16, stroke: 1.75 } as const
  return (
    <Menu
      label={t('report_export')}
      className={`${menu.button} ${classes.export}`}
      trigger={
        <>
          <IconDownload {...icon} aria-hidden /> {t('report_export')}
          <IconChevronDown {...icon} aria-hidden />
        </>
      }
    >
      <MenuItem icon={<IconTable {...icon} />} onClick={save}>
        {t('report_csv')}
      </MenuItem>
      <MenuItem
        icon={<IconFileSpreadsheet {...icon} />}
        onClick={() => window.location.assign(urlOf(getReportSpreadsheet, { json: { ...filter, report: kind.name } }))}
      >
        {t('report_xlsx')}
      </MenuItem>
      {kind.raw ? (
        <MenuItem
          icon={<IconDownload {...icon} />}
          onClick={() => window.open(urlOf(kind.raw!, { json: filter }), '_blank', 'noopener')}
        >
          {t('report_raw')}
        </MenuItem>
      ) : null}
      <MenuItem icon={<IconPrinter {...icon} />} onClick={() => window.print()}>
        {t('report_print')}
      </MenuItem>
    </Menu>
  )
}
