import { getOutbox } from '@cutaway/contract/rooms/sites.ts'
import { Button } from '@mantine/core'
import { IconChevronLeft, IconMail, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../core/api.ts'
import { useFormat, useTexts } from '../../core/i18n.ts'
import { usePage } from '../../core/page.ts'
import { useSite } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { OutboxMail } from './OutboxMail.tsx'
import classes from './OutboxPage.module.css'

const everySoMuch = 5000

/** Mail that the demo kept instead of sending, newest first; the address holds the one that is open. */
export default function OutboxPage() {
  const t = useTexts()
  const site = useSite()
  const format = useFormat()
  const [query] = useSearchParams()
  const open = query.get('mail')
  usePage(t('outbox'), { view: open ?? '' })
  const outbox = useQuery({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => call(getOutbox, { signal }),
    refetchInterval: everySoMuch,
    staleTime: 0,
  })
  const mails = outbox.data ?? []
  return (
    <div className={classes.page} data-open={open ? true : undefined}>
      <header className={classes.header}>
        <Link className={classes.shop} to={paths.publicHome}>
          <Mark mark={site.mark} />
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
          {outbox.data && mails.length === 0 ? (
            <EmptyState heading="h2" icon={IconMail} title={t('outbox_empty')} text={t('outbox_empty_text')} />
          ) : null}
          <ul className={classes.mails}>
            {mails.map((mail) => (
              <li key={mail.id}>
                <Link
                  className={classes.mail}
                  to={`?mail=${mail.id}`}
                  aria-current={mail.id === open ? 'true' : undefined}
                >
                  <span className={classes.to} dir="ltr">
                    {mail.to}
                  </span>
                  <time className={classes.when} dateTime={mail.sent_at}>
                    {format.ago(mail.sent_at)}
                  </time>
                  <span className={classes.subject} dir="auto" lang={mail.language_code}>
                    {mail.subject}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.reader}>
          {open ? (
            <>
              <Link className={classes.back} to={paths.outbox}>
                <IconChevronLeft className="flip" size={20} stroke={1.75} aria-hidden />
                {t('all_mail')}
              </Link>
              <OutboxMail key={open} id={open} />
            </>
          ) : mails.length > 0 ? (
            <EmptyState heading="h2" icon={IconMail} title={t('outbox_choose')} />
          ) : null}
        </div>
      </div>
    </div>
  )
}
