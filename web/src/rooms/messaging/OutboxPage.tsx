import { getOutbox } from '@cutaway/contract/rooms/messaging.ts'
import { IconChevronLeft, IconDeviceMobileMessage, IconMail, IconPhoto, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../core/api.ts'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { useSite } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Logo } from '../../ui/illustrations/Logo.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeletons.tsx'
import { OutboxMail } from './OutboxMail.tsx'
import { OutboxMessage } from './OutboxMessage.tsx'
import classes from './OutboxPage.module.css'

const everySoMuch = 5000
const icons = { email: IconMail, sms: IconDeviceMobileMessage, mms: IconPhoto }

/** Lists mail and text messages that the demo stored instead of sending, newest first; the URL holds the open one. */
export default function OutboxPage() {
  const t = useTexts()
  const site = useSite()
  const format = useFormat()
  const [query] = useSearchParams()
  const mail = query.get('mail')
  const message = query.get('message')
  const open = mail ?? message
  usePage(t('outbox'), { view: open ?? '' })
  const outbox = useQuery({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => call(getOutbox, { signal }),
    refetchInterval: everySoMuch,
    staleTime: 0,
  })
  const kept = outbox.data ?? []
  return (
    <div className={classes.page} data-open={open ? true : undefined}>
      <header className={classes.header}>
        <Link className={classes.shop} to={paths.publicHome}>
          <Logo mark={site.mark} logo={site.logo} />
          {site.name}
        </Link>
        <h1 className={classes.title}>{t('outbox')}</h1>
        <p className={classes.note}>{t('outbox_text')}</p>
        <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={() => void outbox.refetch()}>
          {t('refresh')}
        </Button>
      </header>
      <div className={classes.columns}>
        <nav className={classes.list} aria-label={t('outbox')}>
          {outbox.isPending ? <SkeletonRows rows={4} picture={false} /> : null}
          {outbox.isError && !outbox.data ? (
            <ErrorState
              heading="h2"
              title={t('outbox_not_loaded')}
              error={outbox.error}
              onRetry={() => void outbox.refetch()}
            />
          ) : null}
          {outbox.data && kept.length === 0 ? (
            <EmptyState heading="h2" icon={IconMail} title={t('outbox_empty')} text={t('outbox_empty_text')} />
          ) : null}
          <ul className={classes.mails}>
            {kept.map((one) => {
              const Icon = icons[one.kind]
              return (
                <li key={one.id}>
                  <Link
                    className={classes.mail}
                    to={one.kind === 'email' ? `?mail=${one.id}` : `?message=${one.id}`}
                    aria-current={one.id === open ? 'true' : undefined}
                  >
                    <Icon
                      className={classes.kind}
                      size={18}
                      stroke={1.75}
                      role="img"
                      aria-label={t(`outbox_${one.kind}`)}
                    />
                    <span className={classes.to}>
                      <bdi dir="ltr">{one.to}</bdi>
                    </span>
                    <time className={classes.when} dateTime={one.sent_at}>
                      {format.ago(one.sent_at)}
                    </time>
                    <span className={classes.subject} dir="auto" lang={one.language_code}>
                      {one.subject}
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        <div className={classes.reader}>
          {open ? (
            <>
              <Link className={classes.back} to={paths.outbox}>
                <IconChevronLeft className="flip" size={20} stroke={1.75} aria-hidden />
                {t('all_messages')}
              </Link>
              {mail ? <OutboxMail key={mail} id={mail} /> : null}
              {message && !mail ? <OutboxMessage key={message} id={message} /> : null}
            </>
          ) : kept.length > 0 ? (
            <EmptyState heading="h2" icon={IconMail} title={t('outbox_choose')} />
          ) : null}
        </div>
      </div>
    </div>
  )
}
