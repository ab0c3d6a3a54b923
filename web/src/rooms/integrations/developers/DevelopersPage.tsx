import { webhookTypes } from '@cutaway/contract/rooms/integrations/webhooks.ts'
import { useEffect, useState } from 'react'
import { boot } from '../../../core/boot.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { eventKey } from '../webhooks/webhook-columns.tsx'
import classes from './Developers.module.css'
import { fields as fieldsOf } from './fields.ts'
import { RunExample, type Typed } from './RunExample.tsx'
import { type Section, sections } from './sections.ts'

type Language = 'shell' | 'typescript'

const statuses = [400, 401, 403, 404, 429] as const

/** How other programs use the portal. Everybody may read it. */
export default function DevelopersPage() {
  const t = useTexts()
  const [language, setLanguage] = useState<Language>('shell')
  const [typed, setTyped] = useState<Typed>({ key: '', LINK_ID: '' })
  useEffect(() => {
    // The page loads after the browser has looked for the anchor of the address.
    // The router sets the place of a new page after its effects.
    const frame = requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div className={classes.page}>
      <nav className={classes.contents} aria-label={t('dev_contents')}>
        {sections.map(({ id }) => (
          <a key={id} href={`#${id}`}>
            {t(`dev_${id}`)}
          </a>
        ))}
        <a href="/api/v1">{t('dev_all_calls')}</a>
      </nav>
      <div className={classes.sections}>
        <h1>{t('developers')}</h1>
        {sections.map((section) => (
          <section key={section.id} id={section.id} className={classes.section} aria-labelledby={`${section.id}-title`}>
            <div className={classes.words}>
              <h2 id={`${section.id}-title`}>{t(`dev_${section.id}`)}</h2>
              <Words section={section} />
            </div>
            <Example
              section={section}
              language={language}
              onLanguage={setLanguage}
              typed={typed}
              onType={(more) => setTyped((now) => ({ ...now, ...more }))}
            />
          </section>
        ))}
      </div>
    </div>
  )
}

function Words({ section: { id, call } }: { section: Section }) {
  const t = useTexts()
  const fields = (call && fieldsOf[call.path]) ?? []
  return (
    <>
      {call ? (
        <p className={classes.call} dir="ltr">
          <span className={classes.method}>{call.method}</span>
          <code>/api/v1{call.path}</code>
        </p>
      ) : null}
      {id === 'errors' ? (
        <dl className={classes.facts}>
          {statuses.map((status) => (
            <div key={status}>
              <dt>
                <bdi dir="ltr">{status}</bdi>
              </dt>
              <dd>{t(`dev_error_${status}`)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{t(`dev_${id}_text`)}</p>
      )}
      {id === 'start' ? <p>{t('dev_envelope_text')}</p> : null}
      {id === 'try' ? (
        <>
          <p>{t('dev_try_webhook')}</p>
          {boot.demo ? <p>{t('dev_try_demo')}</p> : null}
        </>
      ) : null}
      {id === 'webhooks' ? (
        <dl className={classes.facts}>
          {webhookTypes.map((type) => (
            <div key={type}>
              <dt>
                <code dir="ltr">{type}</code>
              </dt>
              <dd>{t(eventKey(type))}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {fields.length > 0 ? (
        <table className={classes.fields}>
          <caption>{t('dev_request')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dev_field')}</th>
              <th scope="col">{t('dev_type')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, type, isRequired }) => (
              <tr key={name}>
                <th scope="row">
                  <code dir="ltr">{name}</code>
                </th>
                <td>
                  <span dir="ltr">{type}</span>
                  {isRequired ? <span className={classes.required}>{t('dev_required')}</span> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  )
}

function Example({
  section: { id, call, shell, typescript, response },
  language,
  onLanguage,
  typed,
  onType,
}: {
  section: Section
  language: Language
  onLanguage: (language: Language) => void
  typed: Typed
  onType: (typed: Partial<Typed>) => void
}) {
  const t = useTexts()
  const shown = language === 'shell' ? (shell ?? typescript) : (typescript ?? shell)
  if (!shown) return null
  const name = `${t('dev_example')}: ${t(`dev_${id}`)}`
  return (
    <div className={classes.example}>
      <div className={classes.bar}>
        {shell && typescript ? (
          <SegmentedControl
            label={name}
            value={language}
            onChange={onLanguage}
            segments={[
              { value: 'shell', label: 'curl' },
              { value: 'typescript', label: 'TypeScript' },
            ]}
          />
        ) : (
          <span>TypeScript</span>
        )}
        <CopyButton
          size="xs"
          text={shown}
          notices={{ done: 'dev_copied', failed: 'copy_failed' }}
          aria-label={t('named_action', { action: t('account_copy'), name })}
        >
          {t('account_copy')}
        </CopyButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long line scrolls, also by keyboard */}
      <pre dir="ltr" tabIndex={0} aria-label={name} role="region">
        <code>{shown.trim()}</code>
      </pre>
      {shell && call ? (
        <RunExample
          shell={shell}
          recorded={response}
          name={t(`dev_${id}`)}
          writes={id === 'orders'}
          typed={typed}
          onType={onType}
        />
      ) : null}
    </div>
  )
}
