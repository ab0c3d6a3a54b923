import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { CallFailed } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { paths } from '../../paths.ts'
import classes from './State.module.css'
import { Button } from '../form/Button.tsx'

/**
 * Shows that a part of a page failed to load: the reason, Try again, and the reference for support. A missing right is no
 * failure, and neither is a feature that the web site has switched off: trying again does not help, and support has
 * nothing to look up. The way out of the latter loads the portal anew, so that its navigation fits the features.
 */
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
  /** The thrown error, with the reason and the reference in the server's log. */
  error?: unknown
  /** Overrides the error's text. */
  text?: string
  /** Overrides the error's reference. */
  reference?: string
  onRetry?: () => void
  busy?: boolean
  heading?: 'h1' | 'h2' | 'h3'
}) {
  const t = useTexts()
  const failed = error instanceof CallFailed ? error : undefined
  const isOff = failed?.key === 'feature_switched_off'
  const isRefused = isOff || failed?.key === 'permission_denied'
  const number = isRefused ? undefined : (reference ?? failed?.reference)
  const why = text ?? (error ? t(failed?.key ?? 'server_error') : undefined)
  const Sign = isRefused ? IconAlertCircle : IconAlertTriangle
  return (
    <div className={classes.state} role="alert">
      <Sign className={classes.sign} size={28} stroke={1.75} aria-hidden />
      <Heading className={classes.title}>{title}</Heading>
      {why ? <p className={classes.text}>{why}</p> : null}
      {isOff || (onRetry && !isRefused) ? (
        <div className={classes.actions}>
          {isOff ? (
            <Button component="a" href={paths.home}>
              {t('go_to_home')}
            </Button>
          ) : (
            <Button onClick={onRetry} loading={busy}>
              {t('try_again')}
            </Button>
          )}
        </div>
      ) : null}
      {number ? <p className={classes.reference}>{t('reference', { reference: number })}</p> : null}
    </div>
  )
}
