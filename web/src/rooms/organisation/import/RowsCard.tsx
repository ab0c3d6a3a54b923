import type {
  Import,
  ImportOutcome,
  ImportProblem,
  ImportRow,
  ImportRowState,
} from '@cutaway/contract/administration/imports.ts'
import { IconDownload, IconListSearch, IconPencil, IconPlaylistX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { csvOf, saveCsv } from '../../../core/files/csv.ts'
import { useFormat, useTag, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import { CorrectDialog } from './CorrectDialog.tsx'
import { EditRowDialog } from './EditRowDialog.tsx'
import classes from './Import.module.css'
import { choicesOf, type ImportPageKind } from './kind.ts'
import { changesOf, labelOf, sentenceOf, type Speaker } from './sentences.ts'

/** A group of rows that can be looked at. */
export interface RowGroup {
  id: string
  label: string
  count: number
  outcome?: ImportOutcome
  state?: ImportRowState
}

const defaults = { sort: { by: 'row', descending: false }, sorts: ['row'], filters: { rows: '' }, size: 10 }

/** What the person can change in single rows of the dry run. */
export interface RowEdits {
  /** Corrects cells of a row, by field. */
  correct: (row: number, cells: Readonly<Record<string, string>>) => void
  leaveOut: (row: number, isLeftOut: boolean) => void
}

/**
 * The rows of an import in groups: problems first. `onUse` replaces a value by what was probably meant, in the whole
 * column; `edit` changes single rows.
 */
export function RowsCard({
  kind,
  of,
  groups,
  onUse,
  edit,
}: {
  kind: ImportPageKind
  of: Import
  groups: readonly RowGroup[]
  onUse?: (problem: ImportProblem, value: string) => void
  edit?: RowEdits
}) {
  const t = useTexts()
  const tag = useTag()
  const format = useFormat()
  const speaker: Speaker = { t, tag, format, kind }
  const list = useListState(defaults)
  const [correcting, setCorrecting] = useState<ImportProblem>()
  const [edited, setEdited] = useState<ImportRow>()
  const first = groups.find(({ count }) => count > 0) ?? groups[0]!
  const group = groups.find(({ id }) => id === list.filters.rows) ?? first
  const choices = groups.map(({ id, label, count }) => ({ value: id, label: `${label} ${format.number(count)}` }))
  const asked = {
    id: of.id,
    ...(group.outcome ? { outcome: group.outcome } : {}),
    ...(group.state ? { state: group.state } : {}),
  }
  const query = useQuery({
    queryKey: ['imports', kind.name, of.id, 'rows', of.state, choicesOf(of), asked, list.asked],
    queryFn: ({ signal }) => kind.rows({ ...asked, page: list.page, size: list.size, search: list.search }, signal),
    placeholderData: keepPreviousData,
  })
  const columns = [
    ...columnsOf(speaker, group, onUse && { use: onUse, correct: setCorrecting }),
    ...(edit ? [actionsOf(speaker, edit, setEdited)] : []),
  ]
  return (
    <>
      <ListCard
        caption={group.label}
        list={list}
        query={query}
        columns={columns}
        rowId={({ row }) => row}
        searchLabel={t('import_search')}
        filters={
          groups.length > 1 ? (
            <>
              <span className={classes.wide}>
                <SegmentedControl
                  label={t('import_outcome')}
                  value={group.id}
                  segments={choices}
                  onChange={(rows) => list.change({ filters: { rows } })}
                />
              </span>
              <span className={classes.narrow}>
                <FilterMenu
                  label={t('import_outcome')}
                  value={group.id}
                  values={choices}
                  onChange={(rows) => list.change({ filters: { rows } })}
                />
              </span>
            </>
          ) : null
        }
        end={group.outcome === 'refused' && group.count > 0 ? <DownloadProblems of={of} speaker={speaker} /> : null}
        empty={<EmptyState heading="h2" icon={IconListSearch} title={t('import_rows_none')} />}
        failed={t('import_rows_not_loaded')}
      />
      {edited && edit ? (
        <EditRowDialog
          kind={kind}
          of={of}
          row={edited}
          onCorrect={(cells) => edit.correct(edited.row, cells)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {correcting && onUse ? (
        <CorrectDialog
          kind={kind}
          problem={correcting}
          onCorrect={(value) => onUse(correcting, value)}
          onClose={() => setCorrecting(undefined)}
        />
      ) : null}
    </>
  )
}

function columnsOf(
  speaker: Speaker,
  group: RowGroup,
  on: { use: (problem: ImportProblem, value: string) => void; correct: (problem: ImportProblem) => void } | undefined,
): Column<ImportRow>[] {
  const { t, format, kind } = speaker
  const hasProblems = group.outcome === 'refused' || group.state !== undefined
  const columns: Column<ImportRow>[] = [
    {
      id: 'name',
      label: t(kind.name === 'users' ? 'import_person' : 'import_place'),
      cell: ({ name, key }) => (
        <span className={classes.names}>
          <bdi className={classes.name}>{name || key}</bdi>
          {key !== '' && key !== name ? <bdi className={classes.key}>{key}</bdi> : null}
        </span>
      ),
    },
    { id: 'row', label: t('import_row'), number: true, cell: ({ row }) => format.number(row) },
  ]
  if (group.outcome === 'refused')
    columns.push({
      id: 'problem',
      label: t('import_problem'),
      cell: ({ problems }) => (
        <span className={classes.lines}>
          {problems.map((problem) => (
            <Tag key={`${problem.field}${problem.key}`} kind="red">
              {labelOf(problem.field, speaker)}
            </Tag>
          ))}
        </span>
      ),
    })
  if (hasProblems)
    columns.push({
      id: 'correct',
      label: t('import_correct'),
      cell: ({ problems }) => (
        <span className={classes.lines}>
          {problems.map((problem) => (
            <span key={`${problem.field}${problem.key}`} className={classes.sentence}>
              <span>
                {sentenceOf(problem, speaker)}
                {problem.value && problem.values['name'] === undefined ? (
                  <bdi className={classes.value}> {problem.value}</bdi>
                ) : null}
              </span>
              {on ? <Corrections problem={problem} on={on} speaker={speaker} /> : null}
            </span>
          ))}
        </span>
      ),
    })
  if (group.outcome === 'change')
    columns.push({
      id: 'changes',
      label: t('import_changes'),
      cell: (row) => (
        <span className={classes.lines}>
          {changesOf(row, speaker).map((change) => (
            <span key={change}>{change}</span>
          ))}
        </span>
      ),
    })
  return columns
}

/** The column of what can be done with a row. */
function actionsOf({ t, format }: Speaker, edit: RowEdits, onEdit: (row: ImportRow) => void): Column<ImportRow> {
  return {
    id: 'actions',
    label: '',
    cell: (one) => {
      const row = format.number(one.row)
      return one.outcome === 'left_out' ? (
        <span className={classes.rowActions}>
          <Button size="xs" aria-label={t('import_include_row', { row })} onClick={() => edit.leaveOut(one.row, false)}>
            {t('import_include')}
          </Button>
        </span>
      ) : (
        <span className={classes.rowActions}>
          <ActionIcon aria-label={t('import_edit_row', { row })} onClick={() => onEdit(one)}>
            <IconPencil size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon aria-label={t('import_leave_out_row', { row })} onClick={() => edit.leaveOut(one.row, true)}>
            <IconPlaylistX size={18} stroke={1.75} />
          </ActionIcon>
        </span>
      )
    },
  }
}

/** What can be done about a problem: the probable value, or one that the person types. An empty cell has neither. */
function Corrections({
  problem,
  on,
  speaker: { t },
}: {
  problem: ImportProblem
  on: { use: (problem: ImportProblem, value: string) => void; correct: (problem: ImportProblem) => void }
  speaker: Speaker
}) {
  const { suggestion, value, field } = problem
  if (!value || field === null) return null
  return (
    <span className={classes.corrections}>
      {suggestion ? (
        <Button size="xs" onClick={() => on.use(problem, suggestion)}>
          {t('import_use', { name: suggestion })}
        </Button>
      ) : null}
      <Button size="xs" onClick={() => on.correct(problem)}>
        {t('import_correct_button')}
      </Button>
    </span>
  )
}

/** Rows of one request. */
const atOnce = 500

/** Saves the refused rows as CSV: the row, what to correct, and the cells as they are in the file. */
function DownloadProblems({ of, speaker }: { of: Import; speaker: Speaker }) {
  const { t, kind } = speaker
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const rows: ImportRow[] = []
      for (let page = 1; rows.length < of.counts.refused; page += 1) {
        const found = await kind.rows({ id: of.id, outcome: 'refused', page, size: atOnce })
        if (found.rows.length === 0) break
        rows.push(...found.rows)
      }
      const header = [...of.columns.map((column) => column.header), t('import_row'), t('import_correct')]
      const lines = rows.map(({ row, cells, problems }) => [
        ...of.columns.map((_, at) => cells?.[at] ?? ''),
        row,
        problems
          .map((problem) => `${labelOf(problem.field, speaker)}: ${plain(sentenceOf(problem, speaker))}`)
          .join('\n'),
      ])
      saveCsv(`${kind.name}-problems.csv`, csvOf(header, lines))
    } catch (error) {
      toast(error)
    }
    setBusy(false)
  }
  return (
    <Button loading={busy} leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void save()}>
      {t('import_download_problems')}
    </Button>
  )
}

/** Removes the marks that isolate names for both directions: spreadsheets show them as boxes. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
