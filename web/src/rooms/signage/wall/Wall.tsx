import { anyPlaysAt } from '@cutaway/contract/rooms/signage/day-parts.ts'
import type { WallItem, WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import type { CustomerFilm } from '@cutaway/contract/rooms/signage/plays.ts'
import { IconVolumeOff } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { boardPageCount } from '../board/Board.tsx'
import { localMoment } from '../board/board-format.ts'
import { MountedItem } from './MountedItem.tsx'
import { LoopPlayer, type Played, type Shown } from './engine/loop-player.ts'
import { ShopPanel } from './ShopPanel.tsx'
import { WallCaption } from './WallCaption.tsx'
import { WallLabels } from './WallLabels.tsx'
import classes from './Wall.module.css'

/** Milliseconds for which the reminder to turn the sound on stays. */
const reminderFor = 6000

export interface WallProps {
  plan: WallPlan
  /** Plays plain files first, which the device keeps. */
  keepsFiles?: boolean
  muted?: boolean
  /** Holds what is shown. */
  paused?: boolean
  customer?: CustomerFilm | null
  /** The name of the screen, in large letters. */
  identify?: string | null
  /** Milliseconds by which the device's clock is ahead of the server's. */
  clockAhead?: () => number
  onShow?: (shown: Shown | null) => void
  onPlayed?: (played: Played) => void
  onCustomerEnd?: (id: string) => void
  /** A person in front of the page may turn the sound on: a muted loop says so when it begins. */
  onSound?: () => void
  /** Gets the player, to step through its items; null when it ends. Stays the same function. */
  player?: (player: LoopPlayer | null) => void
  /** Shorter waits (tests). */
  times?: ConstructorParameters<typeof LoopPlayer>[0]['times']
}

const onTime = () => 0

/** The wall of a waiting room: the items of a plan, one after another for months. */
export function Wall(props: WallProps) {
  const { plan, muted = false, paused = false, customer = null, identify = null, keepsFiles = false } = props
  const t = useTexts()
  const stage = useRef<HTMLDivElement>(null)
  const player = useRef<LoopPlayer | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const [mounted, setMounted] = useState<ReadonlyMap<HTMLElement, WallItem>>(new Map())
  const [silent, setSilent] = useState(false)
  // The player lives as long as the page; it asks for what is current.
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const place = stage.current!
    const moment = () => {
      const { plan: now, clockAhead = onTime } = latest.current
      return localMoment(new Date(Date.now() - clockAhead()), now.location.time_zone)
    }
    let reminder: ReturnType<typeof setTimeout>
    let begun = false
    const remind = () => {
      setSilent(true)
      clearTimeout(reminder)
      reminder = setTimeout(() => setSilent(false), reminderFor)
    }
    const loop = new LoopPlayer({
      stage: place,
      keepsFiles: latest.current.keepsFiles ?? false,
      className: { layer: classes.layer!, media: classes.media! },
      moment,
      isOpen: () => anyPlaysAt(latest.current.plan.when, moment()),
      secondsOf: (item) => secondsOf(item, latest.current.plan, moment(), place),
      mount: (element, item) => {
        setMounted((before) => new Map(before).set(element, item))
        return () =>
          setMounted((before) => {
            const after = new Map(before)
            after.delete(element)
            return after
          })
      },
      onShow: (next) => {
        setShown(next)
        latest.current.onShow?.(next)
        const asksForSound = latest.current.muted ? latest.current.onSound !== undefined && !begun : true
        if (next?.video?.muted && asksForSound) remind()
        begun ||= next?.video != null
      },
      onPlayed: (played) => latest.current.onPlayed?.(played),
      onSilenced: remind,
      onCustomerEnd: (id) => latest.current.onCustomerEnd?.(id),
      ...(latest.current.times ? { times: latest.current.times } : {}),
    })
    player.current = loop
    loop.setMuted(latest.current.muted ?? false)
    loop.setPaused(latest.current.paused ?? false)
    latest.current.player?.(loop)
    loop.start(latest.current.plan.items)
    return () => {
      clearTimeout(reminder)
      player.current = null
      latest.current.player?.(null)
      loop.stop()
    }
  }, [keepsFiles])

  useEffect(() => player.current?.setItems(plan.items), [plan])
  useEffect(() => player.current?.setMuted(muted), [muted])
  useEffect(() => player.current?.setPaused(paused), [paused])
  const film = customer ? customer.id : null
  useEffect(() => player.current?.setCustomer(latest.current.customer ?? null), [film])

  const isFull = plan.play_video_fullscreen === 1
  const isFilm = shown?.video != null
  return (
    <div
      className={classes.wall}
      data-full={isFull || undefined}
      data-film={isFilm || undefined}
      data-empty={shown === null || undefined}
    >
      <div ref={stage} className={classes.stage} />
      {[...mounted].map(([element, item]) =>
        createPortal(
          <MountedItem item={item} plan={plan} paused={paused} clockAhead={props.clockAhead ?? onTime} />,
          element,
          item.item_id,
        ),
      )}
      {shown?.video && plan.captions === 1 ? (
        <WallCaption
          key={shown.item.item_id}
          video={shown.video}
          url={shown.item.captions_url}
          lang={shown.item.language_code}
        />
      ) : null}
      {shown?.video && shown.item.labels_url ? (
        <WallLabels key={`labels ${shown.item.item_id}`} video={shown.video} item={shown.item} />
      ) : null}
      {shown === null || (isFilm && !isFull) ? <ShopPanel plan={plan} shown={shown} /> : null}
      {shown?.forCustomer ? <p className={classes.badge}>{t('wall_for_customer')}</p> : null}
      <div role="status">
        {silent && (!muted || props.onSound) ? (
          <button
            type="button"
            className={classes.reminder}
            onClick={() => {
              setSilent(false)
              player.current?.unsilence()
              props.onSound?.()
            }}
          >
            <IconVolumeOff aria-hidden="true" />
            {t('turn_on_sound_reminder')}
          </button>
        ) : null}
      </div>
      {identify === null ? null : (
        <div className={classes.identify} role="status">
          <p dir="auto">{identify}</p>
        </div>
      )}
    </div>
  )
}

/** Returns how long an item without an end of its own stays. A board stays for the time of each of its pages. */
function secondsOf(
  item: WallItem,
  { banner_duration }: WallPlan,
  moment: ReturnType<typeof localMoment>,
  stage: HTMLElement,
): number {
  if (item.menu === null) return item.duration ?? banner_duration
  const shape = stage.clientWidth >= stage.clientHeight ? 'landscape' : 'portrait'
  return (item.duration ?? banner_duration) * boardPageCount(item.menu, moment, shape)
}
