import { WebSiteFields } from '@cutaway/contract/full/rooms/sites/operator.ts'
import { addWebSite, updateWebSite, type WebSiteData } from '@cutaway/contract/rooms/sites/operator.ts'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { send } from '../../../../core/api.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { toast } from '../../../../core/toast.ts'
import { Button } from '../../../../ui/form/Button.tsx'
import { FormErrorSummary } from '../../../../ui/form/FormErrorSummary.tsx'
import { LeaveGuard } from '../../../../ui/form/LeaveGuard.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../../ui/form/Tabs.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { useSchemaForm } from '../../form/useSchemaForm.tsx'
import { useWords } from '../words.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { ContactFields, HostFields, IdentityFields, LanguageFields } from './fields.tsx'
import { SettingFields } from './SettingFields.tsx'
import { useSiteLabels, useWebSiteChoices } from './choices.ts'
import { differing, type SiteValues, tabOf, tabs, valuesOf } from './web-site-form.ts'
import classes from './WebSite.module.css'

interface Used {
  language_id: number
  people: number
}

/**
 * The form of a web site, in tabs that are saved together. Only what was changed is sent. If someone else has saved the
 * web site meanwhile, the form says what, and offers their state or to keep the own changes on top of it.
 */
export function WebSiteForm({
  data,
  initial,
  onSaved,
  onChanged,
}: {
  /** Undefined: a new web site. */
  data?: WebSiteData
  initial: SiteValues
  onSaved?: (id: number) => void
  onChanged?: (data: WebSiteData) => void
}) {
  const t = useTexts()
  const { list } = useWords()
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'identity'
  const show = (next: string) =>
    setParams((now) => ({ ...Object.fromEntries(now), tab: next }), { replace: true, preventScrollReset: true })
  const choices = useWebSiteChoices()
  const labels = useSiteLabels()
  const [theirs, setTheirs] = useState<WebSiteData>()
  const [version, setVersion] = useState(data?.version ?? 0)
  const [used, setUsed] = useState<readonly Used[]>()

  // What was answered to questions about this save; it is sent with the next try.
  const answers = useRef<{ languages_confirmed?: number[]; reason?: string }>({})
  const [asksReason, setAsksReason] = useState(false)

  const sent = (values: SiteValues) => {
    const { distributors, ...fields } = values
    const names = differing(initial, values)
    const changes = Object.fromEntries(
      Object.entries(fields).filter(([name]) => names.includes(name)),
    ) as Partial<WebSiteFields>
    return send(updateWebSite, {
      body: {
        web_site_id: data!.web_site_id,
        version,
        changes,
        ...answers.current,
        ...(names.includes('distributors') ? { distributors } : {}),
      },
    })
  }
  const form = useSchemaForm({
    schema: WebSiteFields,
    initial,
    labels,
    missing: { hosts: 'host_missing' },
    refusals: {
      host_taken: 'hosts',
      brand_colour_not_readable: 'brand_colour',
      default_language_missing: 'default_lang_id',
      default_brand_missing: 'brand_id',
      sample_film_unknown: 'settings',
      site_logo_unknown: 'logo',
    },
    save: async (values): Promise<{ status: 0 | 1; message: string; http: number; data: unknown }> => {
      const all = { ...values, distributors: form.form.values.distributors } as SiteValues
      const answer = data ? await sent(all) : await send(addWebSite, { body: values })
      ask(answer)
      return answer
    },
    onSaved: ({ data: saved }) => done(saved),
  })
  /** Asks what the server wants to know before it saves. Returns whether there was a question. */
  function ask({ message, data: about }: { message: string; data: unknown }): boolean {
    if (message === 'web_site_changed') setTheirs(about as WebSiteData)
    else if (message === 'web_site_languages_used') setUsed(about as Used[])
    else if (message === 'web_site_reason_missing') setAsksReason(true)
    else return false
    return true
  }
  const again = async (more: typeof answers.current) => {
    answers.current = { ...answers.current, ...more }
    const answer = await sent(form.form.values)
    if (answer.status === 1) done(answer.data)
    else if (!ask(answer)) toast(answer)
  }
  const done = (saved: unknown) => {
    if (!data) return onSaved?.((saved as { web_site_id: number }).web_site_id)
    toast('site_saved', { kind: 'success' })
    onChanged?.(saved as WebSiteData)
  }
  const { values } = form.form
  const changed = differing(initial, values)
  const changedTabs = new Set(changed.map((name) => tabOf[name]))
  const wrongNames = Object.keys(form.form.errors)
  const wrongTabs = new Set(wrongNames.map((name) => tabOf[name]))
  // A wrong field on another tab would not be seen.
  const firstWrong = tabs.find((one) => wrongTabs.has(one))
  const hidden = firstWrong !== undefined && !wrongTabs.has(tab) ? firstWrong : undefined
  useEffect(() => {
    if (hidden !== undefined) show(hidden)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when other fields become wrong
  }, [hidden])
  const wrong = form.wrong.filter(({ id }) => tabOf[id.slice(form.id.length + 1)] === tab)
  const refused = theirs || used || asksReason ? undefined : form.refused
  const name = (id: number) => choices?.languages.find((one) => one.language_id === id)?.name ?? String(id)
  const shared = {
    form,
    values,
    saved: initial,
    choices,
    checks: data?.host_checks ?? [],
    webSiteId: data?.web_site_id,
  }

  return (
    <form id={form.id} noValidate className={classes.form} onSubmit={form.submit}>
      {theirs ? (
        <ChangedMeanwhile
          theirs={theirs}
          fields={differing(initial, valuesOf(theirs)).map((field) => labels[field] ?? field)}
          onShow={() => onChanged?.(theirs)}
          onKeep={() => {
            setVersion(theirs.version)
            setTheirs(undefined)
          }}
        />
      ) : null}
      {refused === undefined && wrong.length < 2 ? null : (
        <FormErrorSummary errors={wrong} {...(refused === undefined ? {} : { text: refused })} />
      )}
      <Tabs value={tab} onChange={show} className={classes.tabs}>
        <TabList className={classes.tabList} aria-label={t('site_parts')}>
          {tabs.map((one) => (
            <Tab key={one} value={one} className={classes.tab}>
              {t(`site_tab_${one}`)}
              <TabDot isWrong={wrongTabs.has(one)} isChanged={changedTabs.has(one)} />
            </Tab>
          ))}
        </TabList>
        <TabPanel value="identity">
          <IdentityFields {...shared} />
        </TabPanel>
        <TabPanel value="hosts" className={classes.column}>
          <HostFields {...shared} />
        </TabPanel>
        <TabPanel value="languages" className={classes.column}>
          <LanguageFields {...shared} />
        </TabPanel>
        <TabPanel value="contact" className={classes.column}>
          <ContactFields {...shared} />
        </TabPanel>
        <TabPanel value="settings" className={classes.column}>
          <SettingFields {...shared} />
        </TabPanel>
      </Tabs>
      {!data || changed.length > 0 ? (
        <div className={classes.save}>
          <p role="status">
            {data
              ? t('site_changes', { count: changed.length, names: list(changed.map((one) => labels[one] ?? one)) })
              : t('site_add_text')}
          </p>
          <span className={classes.saveButtons}>
            {data ? (
              <Button
                onClick={() => {
                  form.form.reset()
                  setTheirs(undefined)
                }}
              >
                {t('form_discard')}
              </Button>
            ) : null}
            <Button type="submit" variant="filled" loading={form.isSaving} disabled={theirs !== undefined}>
              {t(data ? 'save_changes' : 'site_add')}
            </Button>
          </span>
        </div>
      ) : null}
      <LeaveGuard unsaved={form.isUnsaved && !form.isSaving} />
      {used ? (
        <ConfirmDialog
          title={t('site_languages_used_title')}
          text={t('site_languages_used_text', {
            list: list(used.map(({ language_id, people }) => `${name(language_id)} (${people})`)),
          })}
          verb={t('site_languages_remove')}
          onConfirm={() => again({ languages_confirmed: used.map(({ language_id }) => language_id) })}
          onClose={() => setUsed(undefined)}
        />
      ) : null}
      {asksReason ? (
        <ReasonDialog
          title={t('site_reason_title')}
          verb={t('save_changes')}
          most={500}
          onSave={async (reason) => {
            await again({ reason })
            return true
          }}
          onClose={() => setAsksReason(false)}
        >
          <p>{t('site_reason_text')}</p>
        </ReasonDialog>
      ) : null}
    </form>
  )
}

function TabDot({ isWrong, isChanged }: { isWrong: boolean; isChanged: boolean }) {
  const t = useTexts()
  if (!isWrong && !isChanged) return null
  return (
    <span
      className={classes.dot}
      data-wrong={isWrong || undefined}
      role="img"
      aria-label={t(isWrong ? 'site_tab_wrong' : 'site_changed')}
    />
  )
}
