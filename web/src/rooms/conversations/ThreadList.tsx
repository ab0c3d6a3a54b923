import type { ThreadTab } from '@cutaway/contract/rooms/conversations/threads.ts'
import { IconClockCog, IconSearch, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { initials } from '../../core/i18n/format.ts'
import { useFormat, useTexts, withTexts } from '../../core/i18n/i18n.ts'
import { useMay } from '../../core/session.ts'
import { toAllFilms } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeletons.tsx'
import { ActionIcon, Button } from '../../ui/form/Button.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { Tag } from '../../ui/layout/Tag.tsx'
import { SentViews } from '../sharing/receipts/SentViews.tsx'
import { Avatar } from './Avatar.tsx'
import classes from './ThreadList.module.css'
import { lastWords, nameOf, stateKind, stateText } from './names.ts'
import type { useThreads } from './useConversations.ts'

const AutomaticDialog = lazy(() => withTexts(['conversations'], import('./AutomaticDialog.tsx')))

const typingPause = 300

/** Lists conversations, the latest first, with the number of unread ones in each tab. */
export function ThreadList({
  tab,
  search,
  threads,
  chosen,
  onTab,
  onSearch,
  linkTo,
}: {
  tab: ThreadTab
  search: string
  threads: ReturnType<typeof useThreads>
  chosen: number | null
  onTab: (tab: ThreadTab) => void
  onSearch: (search: string) => void
  linkTo: (customerId: number) => string
}) {
  const t = useTexts()
  const mayAutomate = useMay('manage_email_settings')
  const [automating, setAutomating] = useState(false)
  const unread = threads.data?.pages[0]?.unread
  const tabs: { value: ThreadTab; count: number }[] = [
    { value: 'mine', count: unread?.mine ?? 0 },
    { value: 'unassigned', count: unread?.unassigned ?? 0 },
    { value: 'all', count: unread?.all ?? 0 },
    ...(unread?.may_stop || tab === 'may_stop' ? [{ value: 'may_stop' as const, count: unread?.may_stop ?? 0 }] : []),
  ]
  return (
    <section className={classes.list} aria-label={t('sent_conversations')}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1>{t('nav_sent')}</h1>
          {mayAutomate ? (
            <ActionIcon
              aria-label={t('automatic_answers')}
              title={t('automatic_answers')}
              onClick={() => setAutomating(true)}
            >
              <IconClockCog size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          ) : null}
          <SentViews value="conversations" />
        </div>
        <Search value={search} onChange={onSearch} />
        <nav className={classes.tabs} aria-label={t('sent_conversations')}>
          {tabs.map(({ value, count }) => (
            <button
              key={value}
              type="button"
              className={classes.tab}
              aria-pressed={value === tab}
              onClick={() => onTab(value)}
            >
              {t(`conversations_${value}`)} {count > 0 ? <span className={classes.count}>{count}</span> : null}
            </button>
          ))}
        </nav>
      </header>
      <QueryState
        query={threads}
        heading="h2"
        failed={t('conversations_not_loaded')}
        waiting={<SkeletonRows rows={6} />}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={
          <EmptyState
            heading="h2"
            icon={search ? IconSearch : IconSend}
            title={t(search || tab !== 'all' ? 'conversations_none_match' : 'conversations_empty')}
            text={search || tab !== 'all' ? undefined : t('conversations_empty_text')}
            action={
              search || tab !== 'all' ? undefined : (
                <Button component={Link} to={toAllFilms}>
                  {t('conversation_send_film')}
                </Button>
              )
            }
          />
        }
      >
        {({ pages }) => (
          <ul className={classes.rows}>
            {pages
              .flatMap(({ rows }) => rows)
              .map((row) => (
                <li key={row.customer_id}>
                  <Row row={row} isChosen={row.customer_id === chosen} to={linkTo(row.customer_id)} />
                </li>
              ))}
            {threads.hasNextPage ? (
              <li className={classes.more}>
                <Button loading={threads.isFetchingNextPage} onClick={() => void threads.fetchNextPage()}>
                  {t('conversations_more')}
                </Button>
              </li>
            ) : null}
          </ul>
        )}
      </QueryState>
      {automating ? (
        <Suspense fallback={null}>
          <AutomaticDialog onClose={() => setAutomating(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

type ThreadRow = NonNullable<ReturnType<typeof useThreads>['data']>['pages'][number]['rows'][number]

function Row({ row, isChosen, to }: { row: ThreadRow; isChosen: boolean; to: string }) {
  const t = useTexts()
  const { brief, money } = useFormat()
  const { assigned_to: owner } = row
  const { writer, words } = lastWords(t, row)
  return (
    <Link
      className={classes.row}
      to={to}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      data-unread={row.unread > 0 || undefined}
    >
      <Avatar name={row.name} />
      <span className={classes.words}>
        <span className={classes.line}>
          <span className={classes.name} dir="auto">
            {nameOf(t, row)}
          </span>
          <time className={classes.time} dateTime={row.last_at}>
            {brief(row.last_at)}
          </time>
        </span>
        <span className={classes.last}>
          {writer ? <span className={classes.writer}>{writer}</span> : null}
          {/* The message decides its direction, so that its beginning is never cut. */}
          <span className={classes.message} dir="auto">
            {words}
          </span>
        </span>
        <span className={classes.line}>
          <Tag kind={stateKind(row.state)}>{stateText(t, row, money)}</Tag>
          {owner ? (
            <span className={classes.owner} title={owner.name}>
              <span className="visually-hidden">{t('conversation_assigned_to', { name: owner.name })}</span>
              <span aria-hidden>{initials(owner.name)}</span>
            </span>
          ) : null}
        </span>
      </span>
      {row.unread > 0 ? <span className="visually-hidden">{t('conversation_unread')}</span> : null}
    </Link>
  )
}

/** Searches when typing pauses. */
function Search({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const t = useTexts()
  const [text, setText] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  return (
    <TextInput
      type="search"
      aria-label={t('conversations_search')}
      placeholder={t('conversations_search')}
      maxLength={100}
      leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next)
        clearTimeout(pause.current)
        pause.current = setTimeout(() => onChange(next.trim()), typingPause)
      }}
    />
  )
}
