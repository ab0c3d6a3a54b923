import {
  deleteLegalDraft,
  getLegalText,
  getLegalTexts,
  type LegalKind,
  legalKinds,
  type LegalText,
  type LegalVersion,
  publishLegalText,
  saveLegalText,
} from '@cutaway/contract/rooms/sites/legal.ts'
import { getLanguages } from '@cutaway/contract/rooms/sites/translations.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { FilterMenu } from '../../../ui/form/FilterMenu.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import classes from './Content.module.css'
import { HtmlField } from './HtmlField.tsx'
import { SiteFilter } from './SiteFilter.tsx'
import { Overtaken } from './Overtaken.tsx'
import { useChosenSite } from './useChosenSite.ts'
import { useDraft } from './useDraft.ts'

const CompareDialog = lazy(() => import('./CompareDialog.tsx'))

/** Writes terms, privacy policy and the text about the product for a web site, in each of its languages. */
export default function LegalTextsPage() {
  const t = useTexts()
  const { site, sites, choose } = useChosenSite()
  const [params, setParams] = useSearchParams()
  const { web_site_id } = site
  const [stays, setStays] = useState(0)
  const languages = useQuery({
    queryKey: ['languages', web_site_id],
    queryFn: ({ signal }) => call(getLanguages, { params: { web_site_id }, signal }),
  })
  const states = useQuery({
    queryKey: ['legal-texts', web_site_id],
    queryFn: ({ signal }) => call(getLegalTexts, { params: { web_site_id }, signal }),
  })
  const kind = legalKinds.find((one) => one === params.get('text')) ?? 'terms'
  const all = languages.data ?? []
  const language = all.find(({ language_id }) => String(language_id) === params.get('language')) ?? all[0]
  const change = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.set(name, value)
        return next
      },
      { replace: true },
    )
  const stateOf = (languageId: number) =>
    states.data?.texts.find((one) => one.kind === kind && one.language_id === languageId)
  const suffix = (languageId: number) => {
    const state = stateOf(languageId)
    return state?.draft ? ` · ${t('legal_draft')}` : state?.published ? ` · ${t('legal_own')}` : ''
  }
  return (
    <div className={classes.page}>
      <PageHeader title={t('legal_title')} subtitle={t('legal_subtitle')} />
      <div className={classes.bar}>
        <SegmentedControl
          // A new one shows what is open again, after a question was answered with staying.
          key={stays}
          label={t('legal_which')}
          segments={legalKinds.map((value) => ({ value, label: t(`legal_kind_${value}`) }))}
          value={kind}
          onChange={(value) => change('text', value)}
        />
        {language ? (
          <FilterMenu
            label={t('content_language')}
            value={String(language.language_id)}
            values={all.map(({ language_id, name }) => ({
              value: String(language_id),
              label: `${name}${suffix(language_id)}`,
            }))}
            onChange={(value) => change('language', value)}
          />
        ) : null}
        <SiteFilter site={site} sites={sites} onChoose={choose} />
      </div>
      {language ? (
        <OneText
          key={`${web_site_id} ${kind} ${language.language_id}`}
          webSiteId={web_site_id}
          kind={kind}
          language={language}
          forcesTerms={states.data?.forces_terms ?? false}
          onStay={() => setStays((count) => count + 1)}
        />
      ) : (
        <SkeletonText lines={8} />
      )}
    </div>
  )
}

interface Which {
  webSiteId: number
  kind: LegalKind
  language: Language
  /** The web site asks its users to accept the terms. */
  forcesTerms: boolean
  /** The user stays with an unsaved text, although another one was chosen. */
  onStay: () => void
}

function OneText(which: Which) {
  const t = useTexts()
  const { webSiteId, kind, language } = which
  const body = { web_site_id: webSiteId, kind, language_id: language.language_id }
  const query = useQuery({
    queryKey: ['legal-text', body],
    queryFn: ({ signal }) => call(getLegalText, { body, signal }),
  })
  return (
    <QueryState query={query} heading="h2" failed={t('legal_not_loaded')} waiting={<SkeletonText lines={8} />}>
      {(text) => <Editor {...which} text={text} />}
    </QueryState>
  )
}

/** Edits the draft; publishes it; lists the versions, of which each can be compared and made the draft again. */
function Editor({ webSiteId, kind, language, forcesTerms, onStay, text }: Which & { text: LegalText }) {
  const t = useTexts()
  const change = useChange('legal-text', 'legal-texts', 'legal')
  const { versions, shipped } = text
  const draft = versions.find(({ published_at }) => published_at === null)
  const published = versions.find(({ published_at }) => published_at !== null)
  const stored = draft?.html ?? published?.html ?? shipped
  const editing = useDraft(stored)
  const { draft: html, setDraft: setHtml, isUnsaved, isOvertaken } = editing
  const [asks, setAsks] = useState(forcesTerms && kind === 'terms')
  const [compared, setCompared] = useState<LegalVersion>()
  const body = { web_site_id: webSiteId, kind, language_id: language.language_id }
  const seen = draft?.saved_at ?? null
  const save = (content: string) =>
    change(
      send(saveLegalText, { body: { ...body, html: content, seen } }).then((answer) => {
        if (answer.status === 1) editing.saved()
        return { ...answer, message: answer.data?.was_cleaned ? 'legal_text_saved_cleaned' : answer.message }
      }),
    )
  return (
    <>
      <section className={classes.card} aria-labelledby="legal-draft">
        <div className={classes.head}>
          <h2 id="legal-draft">{t(draft ? 'legal_draft' : 'legal_edit')}</h2>
          {published ? <Tag kind="green">{t('legal_own')}</Tag> : <Tag>{t('legal_shipped')}</Tag>}
          {isUnsaved ? <Tag kind="yellow">{t('legal_unsaved')}</Tag> : null}
        </div>
        <HtmlField
          label={t('legal_field', { language: language.name })}
          lang={language.language_code}
          dir={language.direction}
          rows={22}
          value={html}
          onChange={setHtml}
        />
        <p className={classes.soft}>{t('legal_names_hint')}</p>
        <Overtaken draft={editing} />
        <div className={classes.acts}>
          <Button disabled={!isUnsaved || isOvertaken || html.trim() === ''} onClick={() => void save(html)}>
            {t('legal_save')}
          </Button>
          <Button
            variant="filled"
            disabled={!draft || isUnsaved}
            onClick={() =>
              draft
                ? void change(
                    send(publishLegalText, {
                      body: { ...body, seen: draft.saved_at, asks_acceptance: kind === 'terms' && asks },
                    }),
                  )
                : undefined
            }
          >
            {t('legal_publish')}
          </Button>
          {draft ? (
            <Button
              variant="danger-subtle"
              disabled={isUnsaved}
              onClick={() => void change(send(deleteLegalDraft, { body }))}
            >
              {t('legal_delete_draft')}
            </Button>
          ) : null}
          {kind === 'terms' && forcesTerms ? (
            <span className={classes.asks}>
              <Checkbox
                label={t('legal_asks')}
                checked={asks}
                onChange={({ currentTarget }) => setAsks(currentTarget.checked)}
              />
            </span>
          ) : null}
        </div>
      </section>
      <Versions
        versions={versions.filter(({ published_at }) => published_at !== null)}
        canRestore={!isUnsaved}
        onCompare={setCompared}
        onRestore={(version) => void save(version.html)}
      />
      <LeaveGuard unsaved={isUnsaved} params={['site', 'text', 'language']} onStay={onStay} />
      <Suspense fallback={null}>
        {compared ? (
          <CompareDialog
            before={compared}
            after={html}
            language={language}
            canRestore={!isUnsaved}
            onRestore={() => {
              setCompared(undefined)
              void save(compared.html)
            }}
            onClose={() => setCompared(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

function Versions({
  versions,
  canRestore,
  onCompare,
  onRestore,
}: {
  versions: readonly LegalVersion[]
  /** Nothing unsaved would be lost. */
  canRestore: boolean
  onCompare: (version: LegalVersion) => void
  onRestore: (version: LegalVersion) => void
}) {
  const t = useTexts()
  const format = useFormat()
  return (
    <section className={classes.card} aria-labelledby="legal-versions">
      <h2 id="legal-versions">{t('legal_versions')}</h2>
      {versions.length === 0 ? (
        <p className={classes.soft}>{t('legal_versions_none')}</p>
      ) : (
        <ol className={classes.versions}>
          {versions.map((one, i) => (
            <li key={one.version}>
              <span className={classes.who}>
                <b>{t('legal_version', { number: format.number(one.version) })}</b>
                <span className={classes.soft}>
                  {t('legal_published_by', {
                    name: `\u2068${one.published_by || t('content_operator')}\u2069`,
                    when: format.dateTime(one.published_at ?? one.saved_at),
                  })}
                </span>
              </span>
              {i === 0 ? <Tag kind="green">{t('legal_current')}</Tag> : null}
              {one.asks_acceptance ? <Tag kind="info">{t('legal_asked')}</Tag> : null}
              <Button
                size="xs"
                aria-label={t('legal_compare_version', { number: format.number(one.version) })}
                onClick={() => onCompare(one)}
              >
                {t('legal_compare')}
              </Button>
              <Button
                size="xs"
                aria-label={t('legal_restore_version', { number: format.number(one.version) })}
                disabled={!canRestore}
                onClick={() => onRestore(one)}
              >
                {t('legal_restore')}
              </Button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
