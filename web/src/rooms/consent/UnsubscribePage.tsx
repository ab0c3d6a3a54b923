import { updateUnsubscribeEmailDetails } from '@cutaway/contract/rooms/consent.ts'
import { IconCircleCheck, IconLinkOff, IconMailOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, CallFailed } from '../../core/api.ts'
import { isolated } from '../../core/i18n/format.ts'
import { languages, showIn, useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { useSite } from '../../core/session.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { masked } from './masked.ts'
import classes from './UnsubscribePage.module.css'

/**
 * Unsubscribes the recipient of a message. Opening the page changes nothing, because mail scanners open links too. A
 * message may have been forwarded: the page says whose messages stop, without showing the address to another reader.
 */
export default function UnsubscribePage() {
  const t = useTexts()
  const site = useSite()
  const [query] = useSearchParams()
  const [to, wsid] = [query.get('to')?.trim() ?? '', query.get('wsid')?.trim() ?? '']
  const isShown = useLanguageOf(query.get('lid'))
  usePage(isShown ? t('unsubscribe_button') : undefined)
  const body = { to, wsid, ...given(query, 'lid'), ...given(query, 'sig') }
  const change = useMutation({
    mutationFn: (again: boolean) => call(updateUnsubscribeEmailDetails, { body: { ...body, again } }),
  })
  const { data, error, isPending, variables } = change
  const names = { to: isolated(masked(to)), site: site.name }

  if (!isShown)
    return (
      <div className={classes.page}>
        <SkeletonText lines={4} />
      </div>
    )
  const isRefused = error instanceof CallFailed && (error.key === 'Invalid URL' || error.http === 400)
  if (!to || !wsid || isRefused)
    return (
      <div className={classes.page}>
        <EmptyState heading="h1" icon={IconLinkOff} title={t('Invalid URL')} text={t('unsubscribe_bad_link')} />
      </div>
    )
  return (
    <div className={classes.page} aria-live="polite">
      {error ? (
        <ErrorState
          heading="h1"
          title={t('unsubscribe_not_done')}
          error={error}
          busy={isPending}
          onRetry={() => change.mutate(variables ?? false)}
        />
      ) : null}
      {!error && data?.unsubscribed ? (
        <EmptyState
          heading="h1"
          icon={IconCircleCheck}
          title={t('unsubscribed_title')}
          text={t('unsubscribed_text', names)}
          action={
            // Only the holder of a letter may undo it; a number is resubscribed by text message.
            query.get('sig') && to.includes('@') ? (
              <Button loading={isPending} onClick={() => change.mutate(true)}>
                {t('subscribe_again')}
              </Button>
            ) : undefined
          }
        />
      ) : null}
      {!error && data && !data.unsubscribed ? (
        <EmptyState
          heading="h1"
          icon={IconCircleCheck}
          title={t('resubscribed_title')}
          text={t('resubscribed_text', names)}
        />
      ) : null}
      {!error && !data ? (
        <EmptyState
          heading="h1"
          icon={IconMailOff}
          title={t('unsubscribe_title', names)}
          // Without the signature of the message only this address is unsubscribed.
          text={`${t(query.get('sig') ? 'unsubscribe_text' : 'unsubscribe_text_address', names)} ${t('unsubscribe_forwarded')}`}
          action={
            <Button variant="filled" size="md" loading={isPending} onClick={() => change.mutate(false)}>
              {t('unsubscribe_button')}
            </Button>
          }
        />
      ) : null}
    </div>
  )
}

const given = (query: URLSearchParams, name: 'lid' | 'sig') => {
  const value = query.get(name)
  return value ? { [name]: value } : {}
}

/**
 * Switches the page to the language of the message, or of the site if it is missing or unknown. Resolves when it is
 * shown.
 */
function useLanguageOf(lid: string | null): boolean {
  const { default_lang_id: ofSite } = useSite()
  const wanted = languages.find((l) => String(l.language_id) === lid)?.language_id ?? ofSite
  const [shown, setShown] = useState<number>()
  useEffect(() => {
    let gone = false
    const back = showIn(wanted)
    void back.then(() => (gone ? undefined : setShown(wanted)))
    return () => {
      gone = true
      void back.then((restore) => restore())
    }
  }, [wanted])
  return shown === wanted
}
