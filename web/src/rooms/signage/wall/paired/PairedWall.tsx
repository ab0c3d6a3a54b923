import { CallFailed } from '@cutaway/contract/client.ts'
import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import {
  beatSeconds,
  getScreenPlan,
  mostPlays,
  type Orders,
  screenBeat,
  tellPlays,
} from '@cutaway/contract/rooms/signage/plays.ts'
import type { Kept } from '@cutaway/contract/rooms/signage/screens.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { boot } from '../../../../core/boot.ts'
import { call } from '../../../../core/api.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { getLocal, setLocal } from '../../../../core/local-storage.ts'
import { usePage } from '../../../../core/page.ts'
import type { Played, Shown } from '../engine/loop-player.ts'
import { PlayLog } from '../kept/play-log.ts'
import { localMoment } from '../../board/board-format.ts'
import { Wall } from '../Wall.tsx'
import { askForSpace, keepFiles, onKept } from './keep-files.ts'

/** The wall of a paired screen: reports every few seconds, obeys its orders, and tells what it played. */

const reloadsKey = 'wall-reloads'
/** Hours of the night in which the page reloads itself once, between two items. */
const nightHour = 3
const minAge = 6 * 3600_000
const loadAnew = () => location.reload()
/** Milliseconds for which the reload waits until the last play is kept. */
const notedWithin = 2000

export function PairedWall({
  first,
  onPlan,
  onRevoked,
  reload = loadAnew,
}: {
  first: WallPlan
  onPlan: (plan: WallPlan) => void
  onRevoked: () => void
  reload?: () => void
}) {
  const t = useTexts()
  usePage(t('wall_loop'))
  const [plan, setPlan] = useState(first)
  const [orders, setOrders] = useState<Orders | null>(null)
  const [log] = useState(() => new PlayLog())
  const [opened] = useState(() => performance.now())
  const shown = useRef<Shown | null>(null)
  const kept = useRef<Kept | null>(null)
  const ahead = useRef(0)
  /** Set once the screen is revoked or is to reload: it happens after the item that runs. */
  const leaving = useRef<(() => void) | null>(null)
  const ended = useRef<string | null>(null)
  const lastEnded = useRef<string | null>(null)
  const heard = useRef(false)
  const current = useRef({ plan, onPlan, onRevoked, reload })
  useLayoutEffect(() => {
    current.current = { plan, onPlan, onRevoked, reload }
  })

  useEffect(() => askForSpace(), [])
  useEffect(() => onKept((now) => (kept.current = now)), [])
  useEffect(() => keepFiles(plan, shown.current?.item ?? null), [plan])

  useEffect(() => {
    const stop = new AbortController()
    let busy = false
    const revoked = () => {
      const leave = () => {
        void log.clear().catch(() => undefined)
        current.current.onRevoked()
      }
      if (shown.current) leaving.current ??= leave
      else leave()
    }
    const beat = async () => {
      if (busy) return
      busy = true
      try {
        const sent = Date.now()
        const played = ended.current
        const now = await call(screenBeat, {
          body: {
            now: new Date(sent).toISOString(),
            version: boot.version,
            width: innerWidth,
            height: innerHeight,
            hidden: document.hidden,
            playing: playingOf(shown.current, current.current.plan),
            kept: kept.current,
            played,
          },
          signal: stop.signal,
        })
        // Orders for a wall that has gone are not obeyed: the next one hears them.
        if (stop.signal.aborted) return
        heard.current = true
        if (ended.current === played) ended.current = null
        // Half of the way there and back: the clock is known to a fraction of a second.
        ahead.current = (sent + Date.now()) / 2 - new Date(now.server_time).getTime()
        obey(now)
        if (now.plan_version !== null && now.plan_version !== current.current.plan.version) {
          const fresh = await call(getScreenPlan, { signal: stop.signal })
          current.current.onPlan(fresh)
          setPlan(fresh)
        }
        await log.tell((plays) => call(tellPlays, { body: { plays } }), { most: mostPlays, ahead: ahead.current })
      } catch (error) {
        if (stop.signal.aborted) return
        heard.current = false
        // Anything but a refused credential passes by: the wall goes on with what it has.
        if (error instanceof CallFailed && error.http === 401) revoked()
      } finally {
        busy = false
      }
    }
    const obey = (told: Orders) => {
      // A report that was under way when the film ended still names it.
      const now = told.play?.id === lastEnded.current ? { ...told, play: null } : told
      setOrders((before) => (JSON.stringify(withoutTime(before)) === JSON.stringify(withoutTime(now)) ? before : now))
      const known = getLocal(reloadsKey)
      setLocal(reloadsKey, String(now.reloads))
      if (known !== null && Number(known) !== now.reloads) current.current.reload()
    }
    void beat()
    const timer = setInterval(() => void beat(), beatSeconds * 1000)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [log])

  const onShow = (next: Shown | null) => {
    shown.current = next
    if (next) {
      log.begin(next)
      keepFiles(current.current.plan, next.item)
    }
    leaving.current?.()
  }
  const onPlayed = (played: Played) => {
    const noted = log.end(played)
    if (played.outcome === 'skipped') return
    if (leaving.current && !played.forCustomer) {
      leaving.current()
      return
    }
    const { location: place } = current.current.plan
    const { minute } = localMoment(new Date(Date.now() - ahead.current), place.time_zone)
    const isNight = Math.floor(minute / 60) === nightHour
    // Without network the page might not come back. A disk that does not answer holds nothing up.
    if (isNight && heard.current && performance.now() - opened > minAge)
      void Promise.race([noted, new Promise((resolve) => setTimeout(resolve, notedWithin))]).then(reload)
  }
  return (
    <Wall
      plan={plan}
      keepsFiles
      muted={orders?.muted ?? plan.muted === 1}
      customer={orders?.play ?? null}
      identify={orders?.identify ? orders.name : null}
      clockAhead={() => ahead.current}
      onShow={onShow}
      onPlayed={onPlayed}
      onCustomerEnd={(id) => {
        ended.current = id
        lastEnded.current = id
        // The order is forgotten at once: a lost report must not play the film again.
        setOrders((before) => (before?.play?.id === id ? { ...before, play: null } : before))
      }}
    />
  )
}

const withoutTime = (orders: Orders | null) => orders && { ...orders, server_time: '', plan_version: '' }

function playingOf(shown: Shown | null, { items }: WallPlan) {
  if (!shown) return null
  const { item, video, forCustomer } = shown
  const place = items.findIndex(({ item_id }) => item_id === item.item_id)
  return {
    title: item.title.slice(0, 200),
    kind: item.kind,
    part_id: item.part_id,
    place: Math.max(1, place + 1),
    of: Math.max(1, items.length),
    left: forCustomer && video ? Math.max(0, (video.duration || 0) - video.currentTime) : null,
  }
}
