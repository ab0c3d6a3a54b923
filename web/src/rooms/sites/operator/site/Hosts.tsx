import { checkWebSiteHost, checkWebSiteHosts, type HostChecks } from '@cutaway/contract/rooms/sites/operator.ts'
import { hostPattern } from '@cutaway/contract/administration/web-site-options.ts'
import { IconArrowUp, IconPlus, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '../../../../core/api.ts'
import { useChange } from '../../../../core/change.ts'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { ActionIcon, Button } from '../../../../ui/form/Button.tsx'
import { TextInput } from '../../../../ui/form/Field.tsx'
import { Tag } from '../../../../ui/layout/Tag.tsx'
import { FieldError } from '../../FieldError.tsx'
import { useUnique } from '../../form/useUnique.ts'
import classes from './WebSite.module.css'

const plain = (text: string) => text.trim().toLowerCase()
const isNoHost = (host: string) => plain(host) !== '' && !hostPattern.test(plain(host))

/** The host names under which the web site answers. Links lead to the first one. */
export function Hosts({
  id,
  value,
  saved,
  webSiteId,
  checks,
  error,
  onChange,
}: {
  id: string
  value: readonly string[]
  saved: readonly string[]
  webSiteId: number | undefined
  /** As they were when the form was opened. */
  checks: HostChecks
  error: React.ReactNode
  onChange: (hosts: string[]) => void
}) {
  const t = useTexts()
  const change = useChange()
  const [found, setFound] = useState(checks)
  const [busy, setBusy] = useState(false)
  const checkNow = async (web_site_id: number) => {
    setBusy(true)
    const answer = send(checkWebSiteHosts, { body: { web_site_id } })
    if (await change(answer.then((a) => ({ ...a, message: a.status === 1 ? 'site_hosts_checked' : a.message }))))
      setFound((await answer).data ?? [])
    setBusy(false)
  }
  const replace = (index: number, host: string) => onChange(value.map((one, i) => (i === index ? host : one)))
  /** Hosts of other web sites, as the server said while they were typed. */
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  // The form focuses the field that has its id: the first wrong one.
  const wrong = value.findIndex((host) => isNoHost(host) || taken.has(plain(host)))
  const first = Math.max(0, wrong)
  return (
    <fieldset className={classes.fieldset} aria-describedby={error && wrong < 0 ? `${id}-error` : undefined}>
      <legend>{t('site_hosts')}</legend>
      <p className={classes.hint}>{t('site_hosts_text')}</p>
      {value.map((host, index) => (
        <HostField
          // oxlint-disable-next-line react/no-array-index-key -- the names change while they are typed
          key={index}
          id={index === first ? id : `${id}-${index}`}
          label={index === 0 ? t('site_host_primary') : t('site_host_other', { number: index + 1 })}
          host={host}
          saved={saved}
          webSiteId={webSiteId}
          check={found.find((one) => one.host === plain(host))}
          onTaken={() => setTaken(new Set([...taken, plain(host)]))}
          onChange={(text) => replace(index, text)}
          buttons={
            index === 0 ? null : (
              <>
                <ActionIcon
                  aria-label={t('site_host_make_primary', { host })}
                  onClick={() => onChange([host, ...value.filter((_, i) => i !== index)])}
                >
                  <IconArrowUp size={17} stroke={1.75} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('site_host_remove', { host })}
                  onClick={() => onChange(value.filter((_, i) => i !== index))}
                >
                  <IconX size={17} stroke={1.75} />
                </ActionIcon>
              </>
            )
          }
        />
      ))}
      {/* A host that is wrong says so itself. */}
      {error && wrong < 0 ? <div id={`${id}-error`}>{error}</div> : null}
      <div className={classes.hostButtons}>
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => onChange([...value, ''])}>
          {t('site_host_add')}
        </Button>
        {webSiteId === undefined ? null : (
          <Button
            loading={busy}
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            onClick={() => void checkNow(webSiteId)}
          >
            {t('site_hosts_check')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function HostField({
  id,
  label,
  host,
  saved,
  webSiteId,
  check,
  buttons,
  onTaken,
  onChange,
}: {
  id: string
  label: string
  host: string
  saved: readonly string[]
  webSiteId: number | undefined
  check: HostChecks[number] | undefined
  buttons: React.ReactNode
  /** The server knows the host as that of another web site. */
  onTaken: () => void
  onChange: (host: string) => void
}) {
  const t = useTexts()
  const text = plain(host)
  const isValid = hostPattern.test(text)
  const { taken } = useUnique(
    isValid ? text : '',
    async (typed, signal) => {
      const body = { host: typed, ...(webSiteId === undefined ? {} : { web_site_id: webSiteId }) }
      const answer = await send(checkWebSiteHost, { body, signal })
      if (answer.status === 1) return undefined
      onTaken()
      return answer.message
    },
    ['', ...saved],
  )
  const problem = isNoHost(host) ? 'host_not_valid' : taken
  return (
    <div className={classes.host}>
      <TextInput
        id={id}
        label={label}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
        value={host}
        error={problem ? <FieldError>{t(problem)}</FieldError> : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {buttons}
      {check ? <HostState check={check} /> : null}
    </div>
  )
}

/** Whether a host led to the web site at its last check. */
function HostState({ check: { problem, checked_at, reached_at } }: { check: HostChecks[number] }) {
  const t = useTexts()
  const { seen } = useFormat()
  return (
    <p className={classes.hostState}>
      <Tag kind={problem === null ? 'green' : 'yellow'}>{t(`host_check_${problem ?? 'reached'}`)}</Tag>
      <span>
        {t('host_checked_at', { time: seen(checked_at) })}
        {problem === null
          ? null
          : ` ${reached_at ? t('host_reached_at', { time: seen(reached_at) }) : t('host_never_reached')}`}
      </span>
    </p>
  )
}
