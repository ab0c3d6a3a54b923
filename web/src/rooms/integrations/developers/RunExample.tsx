import { IconKey, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import classes from './Developers.module.css'
import { requestOf, runExample, variablesOf } from './run-example.ts'

/** The key and the link that the reader typed, for all examples of the page; nothing keeps them. */
export interface Typed {
  key: string
  LINK_ID: string
}

/** Runs an example in the reader's own portal. One that writes is confirmed first. */
export function RunExample({
  shell,
  recorded,
  name,
  writes,
  typed,
  onType,
}: {
  shell: string
  /** The response that is shown until the example has run. */
  recorded: string | undefined
  /** Of the example. */
  name: string
  writes: boolean
  typed: Typed
  onType: (typed: Partial<Typed>) => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const [asks, setAsks] = useState(false)
  const needsLink = variablesOf(shell).includes('LINK_ID')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => runExample(requestOf(shell, { LINK_ID: typed.LINK_ID }), typed.key.trim()),
    onSuccess: ({ text }) => {
      const link = /"link_id": "?(\d+)/.exec(text)?.[1]
      if (link) onType({ LINK_ID: link })
    },
  })
  const response = data?.text ?? recorded
  const isReady = typed.key.trim() !== '' && (!needsLink || typed.LINK_ID.trim() !== '')
  return (
    <>
      <form
        className={classes.run}
        onSubmit={(event) => {
          event.preventDefault()
          if (writes) setAsks(true)
          else mutate()
        }}
      >
        <TextInput
          label={t('dev_run_key')}
          type="password"
          autoComplete="off"
          dir="ltr"
          placeholder="cutaway_…"
          value={typed.key}
          onChange={({ currentTarget }) => onType({ key: currentTarget.value })}
        />
        {needsLink ? (
          <TextInput
            label={t('dev_run_link')}
            dir="ltr"
            inputMode="numeric"
            value={typed.LINK_ID}
            onChange={({ currentTarget }) => onType({ LINK_ID: currentTarget.value })}
          />
        ) : null}
        <Button
          type="submit"
          variant="filled"
          loading={isPending}
          disabled={!isReady}
          aria-label={t('named_action', { action: t('dev_run'), name })}
          leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
        >
          {t('dev_run')}
        </Button>
        {typed.key === '' ? (
          <Link className={classes.make} to={paths.apiKeys}>
            <IconKey size={16} stroke={1.75} aria-hidden />
            {t('dev_make_key')}
          </Link>
        ) : null}
      </form>
      {response ? (
        <>
          <div className={classes.bar}>
            <output data-failed={(data && data.status >= 400) || undefined} className={classes.status}>
              <bdi dir="ltr">{data?.status ?? 200}</bdi>
              <span>
                {data ? t('dev_milliseconds', { number: number(data.milliseconds) }) : t('dev_recorded_response')}
              </span>
            </output>
            <CopyButton
              size="xs"
              text={response}
              notices={{ done: 'dev_response_copied', failed: 'copy_failed' }}
              aria-label={t('named_action', { action: t('account_copy'), name: t('dev_response') })}
            >
              {t('account_copy')}
            </CopyButton>
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long response scrolls, also by keyboard */}
          <pre className={classes.response} dir="ltr" tabIndex={0} aria-label={t('dev_response')} role="region">
            <code>{response.trim()}</code>
          </pre>
        </>
      ) : null}
      {error ? (
        <p className={classes.failed} role="alert">
          {t('dev_run_failed')}
        </p>
      ) : null}
      {asks ? (
        <Dialog
          kind="alertdialog"
          title={t('dev_run_ask')}
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button onClick={() => setAsks(false)}>{t('cancel')}</Button>
              <Button
                variant="filled"
                onClick={() => {
                  setAsks(false)
                  mutate()
                }}
              >
                {t('dev_run')}
              </Button>
            </>
          }
        >
          <p>{t('dev_run_ask_text')}</p>
        </Dialog>
      ) : null}
    </>
  )
}
