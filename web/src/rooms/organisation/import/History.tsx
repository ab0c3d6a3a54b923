import type { Import, ImportState } from '@cutaway/contract/administration/imports.ts'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { withCapital } from '../../../core/i18n/capital.ts'
import type { Format } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import type { Translate } from '../../../core/i18n/texts.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import classes from './Import.module.css'
import type { ImportPageKind } from './kind.ts'

const kinds: Record<ImportState, TagKind> = {
  uploaded: 'plain',
  checking: 'info',
  checked: 'plain',
  importing: 'info',
  done: 'green',
  undoing: 'info',
  undone: 'plain',
  failed: 'red',
}

const defaults = { sort: { by: 'created', descending: true }, sorts: ['created'], filters: {} }

function columnsOf(t: Translate, format: Format): Column<Import>[] {
  const number = (id: string, label: string, value: (one: Import) => number) => ({
    id,
    label,
    number: true,
    cell: (one: Import) => format.number(value(one)),
  })
  return [
    {
      id: 'file',
      label: t('import_step_file'),
      cell: (one) => (
        <Link className={classes.fileLink} to={`?import=${one.id}`}>
          <bdi>{one.file_name}</bdi>
        </Link>
      ),
    },
    { id: 'created', label: t('import_when'), cell: (one) => withCapital(format.seen(one.created_at)) },
    { id: 'by', label: t('import_by'), cell: (one) => <bdi>{one.created_by}</bdi> },
    number('new', t('import_new'), ({ counts }) => counts.add),
    number('changed', t('import_changed'), ({ counts }) => counts.change),
    number('problems', t('import_problems'), ({ counts }) => counts.refused),
    {
      id: 'status',
      label: t('status'),
      cell: ({ state }) => <Tag kind={kinds[state]}>{t(`import_state_${state}`)}</Tag>,
    },
  ]
}

/** Past imports, newest first: each opens its result. */
export function History({ kind }: { kind: ImportPageKind }) {
  const t = useTexts()
  const format = useFormat()
  const list = useListState(defaults)
  const query = useQuery({
    queryKey: ['imports', kind.name, 'list', list.asked],
    queryFn: ({ signal }) =>
      kind.imports({ page: list.page, size: list.size, search: list.search, descending: true }, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes.history}>
      <h2>{t('import_history')}</h2>
      <ListCard
        caption={t('import_history')}
        list={list}
        query={query}
        columns={columnsOf(t, format)}
        rowId={({ id }) => id}
        searchLabel={t('import_history_search')}
        empty={
          <EmptyState
            heading="h3"
            icon={IconHistory}
            title={t('import_history_none')}
            text={t('import_history_none_text')}
          />
        }
        failed={t('import_history_not_loaded')}
      />
    </section>
  )
}
