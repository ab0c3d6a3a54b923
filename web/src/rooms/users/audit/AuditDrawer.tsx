import { getAuditEntry } from '@cutaway/contract/rooms/users/audit.ts'
import { IconChevronDown, IconChevronUp, IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../core/api.ts'
import { boot } from '../../../core/boot.ts'
import { useFormat, useTag, useTexts } from '../../../core/i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { Drawer } from '../../../ui/overlay/Drawer.tsx'
import { deviceName } from '../account/device-name.ts'
import { doneInWords } from './action-words.ts'
import classes from './Audit.module.css'
import { readable } from './field-words.ts'
import { useNames, useRefusalTexts } from './names.ts'

const languageOf = (id: number) => boot.languages.find(({ language_id }) => language_id === id)?.name ?? ''

/** Shows an entry: the values before and after the change, who made it and from where. Arrow keys show its neighbours. */
export function AuditDrawer({
  entryId,
  ofSite,
  others,
  onOther,
  onPerson,
  onClose,
}: {
  entryId: number
  ofSite: { web_site_id?: number }
  /** The entries of the page, in its order. */
  others: readonly number[]
  onOther: (entryId: number) => void
  onPerson: (userId: number) => void
  onClose: () => void
}) {
  const t = useTexts()
  const tag = useTag()
  const format = useFormat()
  const { dateTime, seen } = format
  const fieldWords = { t, tag, format, languageOf }
  const { nameOf, targetOf } = useNames()
  const query = useQuery({
    queryKey: ['audit-entry', entryId, ofSite],
    queryFn: ({ signal }) => call(getAuditEntry, { params: { entry: entryId, ...ofSite }, signal }),
    staleTime: Infinity,
  })
  useRefusalTexts(query.data ? [query.data.outcome] : [])
  const at = others.indexOf(entryId)
  const [before, after] = [at > 0 ? others[at - 1] : undefined, at >= 0 ? others[at + 1] : undefined]
  useEffect(() => {
    const walk = (event: KeyboardEvent) => {
      const next = event.key === 'ArrowUp' ? before : event.key === 'ArrowDown' ? after : undefined
      if (next === undefined) return
      event.preventDefault()
      onOther(next)
    }
    addEventListener('keydown', walk)
    return () => removeEventListener('keydown', walk)
  }, [before, after, onOther])
  const who = query.data?.who
  return (
    <Drawer
      title={query.data ? doneInWords(t, query.data.action) : t('nav_audit_log')}
      subtitle={query.data && [targetOf(query.data), seen(query.data.at)].filter(Boolean).join(' · ')}
      onClose={onClose}
      footer={
        <>
          <span className={classes.walk}>
            <ActionIcon
              variant="default"
              aria-label={t('audit_newer')}
              disabled={before === undefined}
              onClick={() => (before === undefined ? undefined : onOther(before))}
            >
              <IconChevronUp size={18} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={t('audit_older')}
              disabled={after === undefined}
              onClick={() => (after === undefined ? undefined : onOther(after))}
            >
              <IconChevronDown size={18} stroke={1.75} />
            </ActionIcon>
          </span>
          {who?.name ? (
            <Button
              leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
              onClick={() => onPerson(who.user_id)}
            >
              {t('audit_entries_of', { name: who.name })}
            </Button>
          ) : null}
        </>
      }
    >
      <QueryState query={query} failed={t('audit_entry_not_loaded')} waiting={<SkeletonText lines={8} />}>
        {(entry) => (
          <div className={classes.entry}>
            <h3>{t('audit_before_and_after')}</h3>
            {entry.fields.length === 0 ? (
              <p className={classes.quiet}>{t('audit_no_values_recorded')}</p>
            ) : (
              <table className={classes.fields}>
                <thead>
                  <tr>
                    <th scope="col">{t('audit_field')}</th>
                    <th scope="col">{t('audit_before')}</th>
                    <th scope="col">{t('audit_after')}</th>
                  </tr>
                </thead>
                <tbody>
                  {entry.fields
                    .map((field) => readable(field, fieldWords))
                    .map((field) => (
                      <tr key={field.name}>
                        <th scope="row">{field.label}</th>
                        <td>{field.before ? <del dir="auto">{field.before}</del> : ''}</td>
                        <td className={classes.after} dir="auto">
                          {field.after}
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
            )}
            <h3>{t('audit_who_and_where')}</h3>
            <dl className={classes.facts}>
              <Fact name={t('audit_who')} value={nameOf(entry.who, entry.outcome)} />
              {entry.as ? <Fact name={t('audit_as')} value={nameOf(entry.as)} /> : null}
              {entry.is_by_key ? <Fact name={t('audit_how')} value={t('audit_by_api_key')} /> : null}
              <Fact name={t('audit_thing')} value={targetOf(entry)} />
              <Fact name={t('audit_when')} value={dateTime(entry.at)} />
              <Fact name={t('audit_outcome')} value={entry.outcome === 'ok' ? t('audit_done') : t(entry.outcome)} />
              <Fact name={t('audit_address')} value={entry.ip} />
              <Fact name={t('audit_device')} value={deviceName(entry.user_agent) ?? t('unknown_device')} />
              <Fact name={t('audit_entry')} value={`${entry.entry} ${entry.action}`} />
            </dl>
          </div>
        )}
      </QueryState>
    </Drawer>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return value === '' ? null : (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  )
}
