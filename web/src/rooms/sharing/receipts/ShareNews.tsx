import { getShareNews } from '@cutaway/contract/rooms/sharing/receipts.ts'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { call, CallFailed } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { queries } from '../../../core/query.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { paths, toShared } from '../../../paths.ts'
import { onUnreadWanted, setUnread, type Unread } from '../decisions/unread.ts'
import { askSince, digest, memoryOf, type Notice } from './news.ts'
import { sendsChanged } from './useSends.ts'

/**
 * Polling interval in milliseconds: an answer appears within ten seconds in every open browser, also if the film was
 * sent from another one.
 */
const every = 8_000
/** The first request waits, so that it does not compete with the page load. */
const first = 2_000
/** More events than this at once are combined in one notice. */
const mostNotices = 3

const key = 'share_news'
/** The counts that the polling tab found, for the others. */
const unreadKey = 'share_unread'

/**
 * Shows customer activity while the user is present: within ten seconds, each event once, in one of the user's tabs.
 */
export default function ShareNews() {
  const t = useTexts()
  const { seen, percent } = useFormat()
  const { user_id } = useSignedIn().user
  const lang = String(useLanguage().language_id)
  const navigate = useNavigate()

  const tell = useEffectEvent((notices: Notice[]) => {
    if (notices.length > mostNotices) {
      const count = new Set(notices.map(({ item }) => item.link_id)).size
      toast('news_many', { values: { count }, action: { label: 'news_show', run: () => void navigate(paths.shared) } })
      return
    }
    for (const { kind, item } of notices) {
      const { to, customer, part_name: film, watched_percent, recipient_id: recipient, at } = item
      const isMany = kind === 'approve' && item.approved > 1
      toast(isMany ? 'news_approve_many' : `news_${kind}`, {
        values: {
          to: customer || to ? isolated(customer || to) : t('a_customer'),
          film,
          percent: percent(watched_percent / 100),
          count: item.approved,
        },
        detail: kind === 'watched' || kind === 'watching' ? seen(at) : `${film} · ${seen(at)}`,
        ...(kind === 'failed'
          ? { kind: 'error' as const, detail: t(`delivery_reason_${item.reason ?? 'other'}`) }
          : {}),
        ...(recipient === null
          ? {}
          : { action: { label: 'news_show', run: () => void navigate(toShared(recipient)) } }),
      })
    }
  })

  const ask = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const memory = memoryOf(localStorage.getItem(key), user_id)
    const since = askSince(memory)
    const answer = await call(getShareNews, { params: { json: { lang, ...(since ? { since } : {}) } }, signal })
    const next = digest(memory, answer)
    localStorage.setItem(key, JSON.stringify(next.memory))
    if (next.notices.length > 0) tell(next.notices)
    const unread: Unread = { sends: answer.unread, conversations: answer.unread_conversations }
    localStorage.setItem(unreadKey, JSON.stringify(unread))
    setUnread(unread)
    if (answer.news.length > 0) await sendsChanged()
  })

  useEffect(() => watch(ask), [user_id])
  return null
}

/** Polls while the page is visible; at once when it becomes visible again, or after a user action. */
function watch(ask: (signal: AbortSignal) => Promise<void>): () => void {
  const over = new AbortController()
  const { signal } = over
  let asking = false
  let timer = setTimeout(() => void round(), first)
  const round = async () => {
    clearTimeout(timer)
    if (asking || signal.aborted) return
    asking = true
    try {
      if (document.visibilityState === 'visible') await alone(() => ask(signal))
    } catch (error) {
      // Offline, or while the server restarts, there is no news: the next poll catches up.
      if (!(error instanceof CallFailed) && !signal.aborted) throw error
    } finally {
      asking = false
      if (!signal.aborted) timer = setTimeout(() => void round(), every)
    }
  }
  const now = () => void round()
  onUnreadWanted(now, signal)
  for (const event of ['focus', 'online']) addEventListener(event, now, { signal })
  document.addEventListener('visibilitychange', now, { signal })
  // Another tab found news, so the data in this tab is stale.
  addEventListener(
    'storage',
    (event) => {
      if (event.key === unreadKey && event.newValue) setUnread(JSON.parse(event.newValue) as Unread)
      if (event.key === key) void sendsChanged()
    },
    { signal },
  )
  const unsubscribe = queries.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') now()
  })
  return () => {
    over.abort()
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Runs in one tab at a time; returns undefined if another tab holds the lock. */
async function alone<T>(work: () => Promise<T>): Promise<T | undefined> {
  // Without a secure context there are no locks: two windows may then show the same notice.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(key, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}
