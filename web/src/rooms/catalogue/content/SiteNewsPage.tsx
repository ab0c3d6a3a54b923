import {
  deleteSiteNews,
  getSiteNews,
  newsStates,
  type SiteNews,
} from '@cutaway/contract/rooms/catalogue/site-content.ts'
import { getLanguages } from '@cutaway/contract/rooms/sites/translations.ts'
import { IconNews, IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import type { Translate } from '../../../core/i18n/texts.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ListCard, type Page } from '../../../ui/table/ListCard.tsx'
import { RowOpener } from '../../../ui/table/RowOpener.tsx'
import { useListState } from '../../../ui/table/useListState.ts'
import classes from '../../sites/content/Content.module.css'
import { SiteFilter } from '../../sites/content/SiteFilter.tsx'
import { useChosenSite } from '../../sites/content/useChosenSite.ts'

const NewsDialog = lazy(() => import('./NewsDialog.tsx'))

const defaults = {
  sort: { by: 'from', descending: true },
  sorts: ['from', 'title'],
  filters: { state: 'all', language: '' },
}
const rowId = ({ news_id }: SiteNews) => news_id
const tags: Record<(typeof newsStates)[number], TagKind> = { current: 'green', planned: 'info', past: 'plain' }

/** Lists the news of a web site, in all its languages. */
export default function SiteNewsPage() {
  const t = useTexts()
  const { language_code } = useLanguage()
  const { site, sites, choose } = useChosenSite()
  const { web_site_id } = site
  const list = useListState(defaults)
  const { filters, asked } = list
  const change = useChange('site-news')
  const languages = useQuery({
    queryKey: ['languages', web_site_id],
    queryFn: ({ signal }) => call(getLanguages, { params: { web_site_id }, signal }),
  })
  const all = languages.data ?? []
  const query = useQuery({
    queryKey: ['site-news', web_site_id, asked, filters],
    queryFn: async ({ signal }): Promise<Page<SiteNews> & { now: string }> => {
      const state = newsStates.find((one) => one === filters.state) ?? 'all'
      const sort = asked.sort === 'title' ? 'title' : 'from'
      const language_id = Number(filters.language) || null
      const answer = await send(getSiteNews, { body: { ...asked, sort, state, language_id, web_site_id }, signal })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { rows: answer.data, total: answer.total, now: answer.now }
    },
    placeholderData: keepPreviousData,
  })
  const [open, setOpen] = useState<SiteNews | 'new'>()
  const [deleting, setDeleting] = useState<SiteNews>()
  const add = (variant: 'filled' | 'default') => (
    <Button variant={variant} leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setOpen('new')}>
      {t('site_news_add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader title={t('site_news_title')} subtitle={t('site_news_subtitle')} actions={add('filled')} />
      <ListCard
        caption={t('site_news_title')}
        list={list}
        query={query}
        columns={newsColumns(
          t,
          localTimes(language_code),
          (id) => all.find(({ language_id }) => language_id === id)?.name ?? '',
          setOpen,
          setDeleting,
        )}
        rowId={rowId}
        searchLabel={t('site_news_search')}
        filters={
          <>
            <FilterMenu
              label={t('site_news_state')}
              value={filters.state}
              values={(['all', ...newsStates] as const).map((value) => ({ value, label: t(`site_news_${value}`) }))}
              onChange={(state) => list.change({ filters: { state } })}
            />
            <FilterMenu
              label={t('content_language')}
              value={filters.language}
              values={[
                { value: '', label: t('content_all_languages') },
                ...all.map(({ language_id, name }) => ({ value: String(language_id), label: name })),
              ]}
              onChange={(language) => list.change({ filters: { language } })}
            />
            <SiteFilter site={site} sites={sites} onChoose={choose} />
          </>
        }
        onOpen={setOpen}
        isMuted={({ state }) => state === 'past'}
        empty={
          <EmptyState
            heading="h2"
            icon={IconNews}
            title={t('site_news_none')}
            text={t('site_news_none_text')}
            action={add('default')}
          />
        }
        failed={t('site_news_not_loaded')}
      />
      <Suspense fallback={null}>
        {open && all.length > 0 && query.data ? (
          <NewsDialog
            webSiteId={web_site_id}
            languages={all}
            now={query.data.now}
            {...(open === 'new' ? {} : { item: open })}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
      </Suspense>
      {deleting ? (
        <ConfirmDialog
          title={t('site_news_delete_title', { title: deleting.title })}
          text={t('site_news_delete_text')}
          verb={t('site_news_delete')}
          onConfirm={() =>
            change(send(deleteSiteNews, { body: { web_site_id, item: deleting.news_id } }), { detail: deleting.title })
          }
          onClose={() => setDeleting(undefined)}
        />
      ) : null}
    </div>
  )
}

/** Formats a point in time on the clocks of the web site: the digits as they were typed, whatever the time zone. */
const localTimes = (locale: string) => {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return (local: string) => time.format(new Date(`${local}Z`))
}

function newsColumns(
  t: Translate,
  shownTime: (local: string) => string,
  languageOf: (id: number) => string,
  onOpen: (row: SiteNews) => void,
  onDelete: (row: SiteNews) => void,
): Column<SiteNews>[] {
  return [
    {
      id: 'title',
      label: t('site_news_field_title'),
      sortable: true,
      cell: (row) => <RowOpener onClick={() => onOpen(row)}>{row.title}</RowOpener>,
    },
    { id: 'language', label: t('content_language'), cell: (row) => languageOf(row.language_id) },
    { id: 'from', label: t('site_news_field_from'), sortable: true, cell: (row) => shownTime(row.published_from) },
    {
      id: 'until',
      label: t('site_news_until'),
      cell: (row) => (row.published_until ? shownTime(row.published_until) : t('site_news_open_end')),
    },
    {
      id: 'for',
      label: t('site_news_field_for'),
      cell: (row) => t(row.for_customers ? 'site_news_for_all' : 'site_news_for_staff'),
    },
    {
      id: 'shown',
      label: t('site_news_state'),
      cell: (row) => <Tag kind={tags[row.state]}>{t(`site_news_${row.state}`)}</Tag>,
    },
    {
      id: 'acts',
      label: '',
      cell: (row) => (
        <ActionIcon aria-label={t('site_news_delete_one', { title: row.title })} onClick={() => onDelete(row)}>
          <IconTrash size={18} stroke={1.75} />
        </ActionIcon>
      ),
    },
  ]
}
