import { threadTabs } from '@cutaway/contract/rooms/conversations/threads.ts'
import { IconMessages } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Conversation } from './Conversation.tsx'
import classes from './Conversations.module.css'
import { ThreadList } from './ThreadList.tsx'
import { useThreads } from './useConversations.ts'

const wide = '(min-width: 50em)'

/** Shows the conversations of the shop: the list, and one conversation beside it; on a phone one of the two. */
export default function ConversationsPage() {
  const t = useTexts()
  const [query, setQuery] = useSearchParams()
  const tab = threadTabs.find((one) => one === query.get('tab')) ?? 'all'
  const search = (query.get('search') ?? '').slice(0, 100)
  const chosen = /^[1-9]\d{0,8}$/.test(query.get('customer') ?? '') ? Number(query.get('customer')) : null
  const threads = useThreads(tab, search)
  const isWide = useMedia(wide)
  const change = (part: Record<string, string | null>, how: 'push' | 'replace' = 'replace') =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(part))
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace: how === 'replace', preventScrollReset: true },
    )

  // On a desktop the latest unread conversation opens by itself; on a phone it would hide the list.
  const rows = threads.data?.pages.flatMap((page) => page.rows)
  const opens = chosen === null && isWide && !search ? rows?.find(({ unread }) => unread > 0)?.customer_id : undefined
  useEffect(() => {
    if (opens !== undefined) change({ customer: String(opens) })
  })

  return (
    <div className={classes.columns} data-open={chosen !== null || undefined}>
      <ThreadList
        tab={tab}
        search={search}
        threads={threads}
        chosen={chosen}
        onTab={(next) => change({ tab: next === 'all' ? null : next })}
        onSearch={(next) => change({ search: next })}
        linkTo={(customerId) => {
          const next = new URLSearchParams(query)
          next.set('customer', String(customerId))
          return `?${next.toString()}`
        }}
      />
      {chosen === null ? (
        <div className={classes.nothing}>
          <ListPage />
          <EmptyState heading="h2" icon={IconMessages} title={t('conversation_choose')} />
        </div>
      ) : (
        <Conversation
          key={chosen}
          customerId={chosen}
          back={isWide ? null : `${paths.conversations}?tab=${tab}`}
          onGone={() => change({ customer: null })}
        />
      )}
    </div>
  )
}

/** The page while no conversation is open; an open one is a page of its own. */
function ListPage() {
  usePage(useTexts()('nav_sent'))
  return null
}

function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(media)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(media).matches,
  )
}
