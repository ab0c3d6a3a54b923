import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { CallFailed } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './State.module.css'
import { Button } from '../form/Button.tsx'

/** A part of a page that did not load: what happened, Try again, and the number by which to ask for help. */
export function ErrorState({
  title,
  error,
  text,
  reference,
  onRetry,
  busy,
  heading: Heading = 'h3',
}: {
  title: string
  /** What was thrown: it says why, and has the number of the request in the server's log. */
  error?: unknown
  /** In the place of what the error says. */
  text?: string
  /** In the place of the number that the error has. */
  reference?: string
  onRetry?: () => void
  busy?: boolean
  heading?: 'h1' | 'h2' | 'h3'
}) {
  const t = useTexts()
  const failed = error instanceof CallFailed ? error : undefined
  const number = reference ?? failed?.reference
  const why = text ?? (error ? t(failed?.key ?? 'server_error') : undefined)
  return (
    <div className={classes.state} role="alert">
      <IconPlugConnectedX className={classes.sign} size={28} stroke={1.75} aria-hidden />
      <Heading className={classes.title}>{title}</Heading>
      {why ? <p className={classes.text}>{why}</p> : null}
      {onRetry ? (
        <div className={classes.actions}>
          <Button leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={onRetry} loading={busy}>
            {t('try_again')}
          </Button>
        </div>
      ) : null}
      {number ? <p className={classes.reference}>{t('reference', { reference: number })}</p> : null}
    </div>
  )
}
