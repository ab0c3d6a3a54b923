import { getOutboxMail } from '@cutaway/contract/rooms/messaging.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import { mailDocument } from './mail-html.ts'
import classes from './OutboxPage.module.css'

const parts = ['html', 'text'] as const

/** Shows one stored mail, in HTML and as plain text. */
export function OutboxMail({ id }: { id: string }) {
  const t = useTexts()
  const format = useFormat()
  const [part, setPart] = useState<'html' | 'text'>('html')
  const mail = useQuery({
    queryKey: ['outbox', id],
    queryFn: ({ signal }) => call(getOutboxMail, { params: { id }, signal }),
    staleTime: Infinity,
  })
  if (mail.isPending) return <SkeletonText lines={6} />
  if (mail.isError)
    return (
      <ErrorState
        heading="h2"
        title={t('mail_not_loaded')}
        error={mail.error}
        busy={mail.isFetching}
        onRetry={() => void mail.refetch()}
      />
    )
  const { subject, from, to, sent_at, html, text } = mail.data
  return (
    <article className={classes.letter} aria-labelledby="mail-subject">
      <h2 id="mail-subject" className={classes.heading} dir="auto">
        {subject}
      </h2>
      <dl className={classes.facts}>
        <dt>{t('mail_from')}</dt>
        <dd dir="auto">{from}</dd>
        <dt>{t('mail_to')}</dt>
        <dd>
          <bdi dir="ltr">{to}</bdi>
        </dd>
        <dt>{t('mail_sent')}</dt>
        <dd>
          <time dateTime={sent_at}>{format.dateTime(sent_at)}</time>
        </dd>
      </dl>
      <div>
        <SegmentedControl
          label={t('mail_parts')}
          segments={parts.map((value) => ({ value, label: t(`mail_part_${value}`) }))}
          value={part}
          onChange={setPart}
        />
      </div>
      {part === 'html' ? (
        <iframe
          className={classes.frame}
          title={subject}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={mailDocument(html)}
        />
      ) : (
        <pre className={classes.plain} dir="auto">
          {text}
        </pre>
      )}
    </article>
  )
}
