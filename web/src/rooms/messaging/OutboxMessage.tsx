import { getOutboxMessage } from '@cutaway/contract/rooms/messaging.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import page from './OutboxPage.module.css'
import classes from './OutboxMessage.module.css'

/** Shows one stored text message as it appears on the recipient's phone. */
export function OutboxMessage({ id }: { id: string }) {
  const t = useTexts()
  const format = useFormat()
  const message = useQuery({
    queryKey: ['outbox', 'message', id],
    queryFn: ({ signal }) => call(getOutboxMessage, { params: { id }, signal }),
    staleTime: Infinity,
  })
  if (message.isPending) return <SkeletonText lines={6} />
  if (message.isError)
    return (
      <ErrorState
        heading="h2"
        title={t('outbox_message_not_loaded')}
        error={message.error}
        busy={message.isFetching}
        onRetry={() => void message.refetch()}
      />
    )
  const { kind, from, to, sent_at, body, media_url, segments, language_code } = message.data
  return (
    <article className={page.letter} aria-labelledby="message-kind">
      <h2 id="message-kind" className={page.heading}>
        {t(`outbox_${kind}`)}
      </h2>
      <dl className={page.facts}>
        <dt>{t('mail_from')}</dt>
        <dd>
          <bdi>{from}</bdi>
        </dd>
        <dt>{t('mail_to')}</dt>
        <dd>
          <bdi dir="ltr">{to}</bdi>
        </dd>
        <dt>{t('mail_sent')}</dt>
        <dd>
          <time dateTime={sent_at}>{format.dateTime(sent_at)}</time>
        </dd>
        <dt>{t('outbox_segments')}</dt>
        <dd>{format.number(segments)}</dd>
      </dl>
      <div className={classes.thread}>
        <div className={classes.bubble}>
          {media_url ? <img className={classes.picture} src={media_url} alt={t('outbox_picture')} /> : null}
          <p className={classes.words} dir="auto" lang={language_code}>
            {withLinks(body)}
          </p>
        </div>
      </div>
    </article>
  )
}

/** Renders the text with its URLs as links, as phones do. */
function withLinks(body: string) {
  let at = 0
  return body.split(/(https?:\/\/\S+)/).map((piece, n) => {
    const key = (at += piece.length)
    return n % 2 === 0 ? (
      piece
    ) : (
      <a key={key} href={piece} dir="ltr" target="_blank" rel="noreferrer">
        {piece}
      </a>
    )
  })
}
