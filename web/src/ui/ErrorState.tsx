import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useTexts } from '../core/i18n.ts'
import classes from './State.module.css'

/** A part of a page that did not load: what happened, Try again, and the number by which to ask for help. */
export function ErrorState({
  title,
  text,
  reference,
  onRetry,
  busy,
  heading: Heading = 'h3',
}: {
  title: string
  text?: string
  /** Of the request in the server's log. */
  reference?: string
  onRetry?: () => void
  busy?: boolean
  heading?: 'h1' | 'h2' | 'h3'
}) {
  const t = useTexts()
  return (
    <div className={classes.state} role="alert">
      <IconPlugConnectedX className={classes.sign} size={28} stroke={1.75} aria-hidden />
      <Heading className={classes.title}>{title}</Heading>
      {text ? <p className={classes.text}>{text}</p> : null}
      {onRetry ? (
        <div className={classes.actions}>
          <Button leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={onRetry} loading={busy}>
            {t('try_again')}
          </Button>
        </div>
      ) : null}
      {reference ? <p className={classes.reference}>{t('reference', { reference })}</p> : null}
    </div>
  )
}
