import { urlOf } from '@cutaway/contract/client.ts'
import { exportSiteTexts, type SiteText, type TextCounts } from '@cutaway/contract/rooms/sites/texts.ts'
import { getAllWebsites } from '@cutaway/contract/rooms/sites/sites.ts'
import { IconDownload, IconLanguage, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../core/api.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ListCard } from '../../../ui/table/ListCard.tsx'
import { type List, useListState } from '../../../ui/table/useListState.ts'
import { type Draft, TextEditor } from './TextEditor.tsx'
import { textColumns } from './text-columns.tsx'
import { chosenLanguage, type TextFilters, textDefaults, useSiteTexts, useTextChanges, useTextCounts } from './texts.ts'
import classes from './Translations.module.css'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))
const TextHistory = lazy(() => import('./TextHistory.tsx'))

const rowId = ({ message_key }: SiteText) => message_key
const states = ['all', 'missing', 'problems', 'changed'] as const

/** Translates the texts of a web site, side by side with English. */
export default function TranslationsPage() {
  const t = useTexts()
  const format = useFormat()
  const { language_code, direction } = useLanguage()
  const list = useListState(textDefaults)
  const { filters } = list
  const own = useSite()
  const sites = useWebSites()
  const site = sites.find(({ web_site_id }) => String(web_site_id) === filters.site) ?? own
  const counts = useTextCounts(site.web_site_id)
  const language = chosenLanguage(counts.data?.languages ?? [], filters.language, language_code)
  const query = useSiteTexts(site.web_site_id, language?.language_id, list)
  const { put, reload } = useTextChanges(site.web_site_id)
  const editing = useEditing(`${site.web_site_id} ${language?.language_id}`)
  const [importing, setImporting] = useState(false)
  const [history, setHistory] = useState<string>()
  if (counts.error && !counts.data)
    return (
      <>
        <PageHeader title={t('translations_title')} />
        <ErrorState
          heading="h2"
          title={t('site_texts_not_loaded')}
          error={counts.error}
          busy={counts.isFetching}
          onRetry={() => void counts.refetch()}
        />
      </>
    )
  const rows = query.data?.rows ?? []
  const editor = (row: SiteText) =>
    editing.open === row.message_key && language ? (
      <TextEditor
        // A colleague's text begins a new edit.
        key={row.message_key}
        row={row}
        webSiteId={site.web_site_id}
        language={language}
        draft={editing.draftOf(row)}
        onDraft={(draft) => editing.setDraft(row, draft)}
        onSaved={(saved) => {
          editing.forget(row)
          put(language.language_id, saved)
        }}
        onNext={nextOf(rows, row, editing.show)}
        onClose={() => editing.close(row)}
        onHistory={() => setHistory(row.message_key)}
      />
    ) : undefined
  return (
    <div className={classes.page} data-opposite={(language && language.direction !== direction) || undefined}>
      <PageHeader
        title={t('translations_title')}
        {...(language ? { subtitle: subtitleOf(t, site.name, language) } : {})}
        actions={
          language ? (
            <>
              <Button leftSection={<IconUpload size={16} stroke={1.75} />} onClick={() => setImporting(true)}>
                {t('texts_import')}
              </Button>
              <Button
                component="a"
                href={urlOf(exportSiteTexts, {
                  web_site_id: site.web_site_id,
                  language_id: language.language_id,
                  state: filters.state,
                })}
                download
                leftSection={<IconDownload size={16} stroke={1.75} />}
              >
                {t('texts_export')}
              </Button>
            </>
          ) : undefined
        }
      />
      {counts.data && language ? (
        <Languages
          languages={counts.data.languages}
          chosen={language}
          onChoose={(id) => list.change({ filters: { language: String(id) } })}
        />
      ) : null}
      <ListCard
        caption={t('translations_title')}
        list={list}
        query={query}
        columns={
          language
            ? textColumns(t, format, { language, editor, isUnsaved: editing.isUnsaved, onOpen: editing.show })
            : []
        }
        rowId={rowId}
        searchLabel={t('text_search')}
        {...(editing.open === undefined ? {} : { selected: editing.open })}
        filters={
          language ? (
            <Filters list={list} language={language} rooms={counts.data?.rooms ?? []} sites={sites} site={site} />
          ) : null
        }
        empty={<EmptyState heading="h2" icon={IconLanguage} title={t('texts_none')} text={t('texts_none_text')} />}
        failed={t('site_texts_not_loaded')}
      />
      <LeaveGuard unsaved={editing.hasDrafts} />
      <Suspense fallback={null}>
        {importing && language ? (
          <ImportDialog
            webSiteId={site.web_site_id}
            language={language}
            onImported={() => {
              editing.reset()
              void reload()
            }}
            onClose={() => setImporting(false)}
          />
        ) : null}
        {history !== undefined && language ? (
          <TextHistory
            webSiteId={site.web_site_id}
            language={language}
            messageKey={history}
            onClose={() => setHistory(undefined)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

type Named = { web_site_id: number; name: string }

/** The web sites whose texts the user may change. */
function useWebSites(): readonly Named[] {
  const { data } = useQuery({
    queryKey: ['all-web-sites'],
    queryFn: ({ signal }) => call(getAllWebsites, { signal }),
    staleTime: 60_000,
  })
  return data ?? []
}

const subtitleOf = (t: ReturnType<typeof useTexts>, site: string, { name, language_code }: TextCounts) =>
  t(language_code === 'en-US' ? 'translations_subtitle_english' : 'translations_subtitle', {
    site: `\u2068${site}\u2069`,
    language: `\u2068${name}\u2069`,
  })

/** Returns the function that opens the row after another one. */
function nextOf(rows: readonly SiteText[], row: SiteText, show: (row: SiteText) => void): (() => void) | undefined {
  const next = rows[rows.findIndex((one) => one.message_key === row.message_key) + 1]
  return next && (() => show(next))
}

/** The languages of the site with what each one lacks, and the progress of the chosen one. */
function Languages({
  languages,
  chosen,
  onChoose,
}: {
  languages: readonly TextCounts[]
  chosen: TextCounts
  onChoose: (languageId: number) => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { all, missing } = chosen
  return (
    <div className={classes.languages}>
      <div className={classes.languageList} role="group" aria-label={t('translations_languages')}>
        {languages.map((one) => (
          <button
            key={one.language_id}
            type="button"
            className={classes.language}
            aria-pressed={one.language_id === chosen.language_id}
            onClick={() => onChoose(one.language_id)}
          >
            <span lang={one.language_code}>{one.name}</span>
            <span className={classes.badge}>
              {number(one.missing)} <span className="visually-hidden">{t('text_is_missing')}</span>
            </span>
          </button>
        ))}
      </div>
      <div className={classes.progress}>
        <progress max={all} value={all - missing} aria-label={t('translations_title')} />
        <span>
          {t('translations_progress', {
            done: number(all - missing),
            total: number(all),
            missing: number(missing),
          })}
        </span>
      </div>
    </div>
  )
}

function Filters({
  list,
  language,
  rooms,
  sites,
  site,
}: {
  list: List<TextFilters>
  language: TextCounts
  rooms: readonly string[]
  sites: readonly Named[]
  site: Named
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { state, room } = list.filters
  const isChanged = state === 'changed' || state === 'mine'
  const change = (filters: Partial<TextFilters>) => list.change({ filters })
  return (
    <>
      <SegmentedControl
        label={t('text_states')}
        segments={states.map((value) => ({
          value,
          label: t(`text_state_${value}`, { number: number(language[value]) }),
        }))}
        value={isChanged ? 'changed' : (states.find((one) => one === state) ?? 'all')}
        onChange={(value) => change({ state: value })}
      />
      {isChanged ? (
        <FilterMenu
          label={t('text_changed_by')}
          value={state}
          values={[
            { value: 'changed', label: t('text_by_everyone') },
            { value: 'mine', label: t('text_by_me') },
          ]}
          onChange={(value) => change({ state: value })}
        />
      ) : null}
      <FilterMenu
        label={t('text_where')}
        value={room}
        values={[
          { value: '', label: t('text_where_all') },
          ...rooms
            .map((value) => ({ value, label: t(`text_room_${value}`) }))
            .toSorted((a, b) => a.label.localeCompare(b.label)),
        ]}
        onChange={(value) => change({ room: value })}
      />
      {sites.length > 1 ? (
        <FilterMenu
          label={t('text_web_site')}
          value={String(site.web_site_id)}
          values={sites.map(({ web_site_id, name }) => ({ value: String(web_site_id), label: name }))}
          // Another web site may not have the language.
          onChange={(value) => change({ site: value, language: '' })}
        />
      ) : null}
    </>
  )
}

/** The open row and the drafts of one language of a web site. Drafts of other languages stay in memory. */
function useEditing(scope: string) {
  const [open, setOpen] = useState<string>()
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const [former, setFormer] = useState(scope)
  if (former !== scope) {
    setFormer(scope)
    setOpen(undefined)
  }
  const nameOf = (row: SiteText) => `${scope} ${row.message_key}`
  const shownOf = (row: SiteText) => row.text ?? row.shipped ?? ''
  const without = (row: SiteText) => (all: Readonly<Record<string, Draft>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== nameOf(row)))
  const isUnsaved = (row: SiteText) => {
    const draft = drafts[nameOf(row)]
    return draft !== undefined && draft.text !== shownOf(row)
  }
  return {
    open,
    show: (row: SiteText) => setOpen(row.message_key),
    /** Closes a row. A draft that changes nothing is dropped. */
    close: (row: SiteText) => {
      setOpen(undefined)
      if (!isUnsaved(row)) setDrafts(without(row))
    },
    draftOf: (row: SiteText): Draft => drafts[nameOf(row)] ?? { text: shownOf(row), seen: row.text },
    setDraft: (row: SiteText, draft: Draft) => setDrafts((all) => ({ ...all, [nameOf(row)]: draft })),
    /** Drops the draft of a text that has been saved; the editor goes on from what is stored. */
    forget: (row: SiteText) => setDrafts(without(row)),
    isUnsaved,
    hasDrafts: Object.keys(drafts).length > 0,
    reset: () => {
      setOpen(undefined)
      setDrafts({})
    },
  }
}
