import { anyPlaysAt } from '@cutaway/contract/rooms/signage/day-parts.ts'
import type { WallItem, WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Hatch } from '../../../ui/feedback/Hatch.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { Board, boardPageCount } from '../board/Board.tsx'
import { useLocalMoment } from '../board/useLocalMoment.ts'
import classes from './Loop.module.css'

/** Plays the loop in small, in the order in which a wall plays it now. */
export function Preview({
  query,
  onPlaying,
}: {
  query: UseQueryResult<WallPlan>
  /** Called with the item that plays. */
  onPlaying: (itemId: string | null) => void
}) {
  const t = useTexts()
  return (
    <QueryState query={query} failed={t('loop_preview_failed')} heading="h3" waiting={<Hatch />}>
      {(plan) => <Player plan={plan} onPlaying={onPlaying} />}
    </QueryState>
  )
}

function Player({ plan, onPlaying }: { plan: WallPlan; onPlaying: (itemId: string | null) => void }) {
  const t = useTexts()
  const moment = useLocalMoment(plan.location.time_zone)
  const items = plan.items.filter(({ when }) => anyPlaysAt(when, moment))
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const index = items.length > 0 ? at % items.length : 0
  const item = items[index]
  const itemId = item?.item_id ?? null
  useEffect(() => onPlaying(itemId), [itemId, onPlaying])
  const go = (by: number) => setAt((now) => (items.length > 0 ? (now + by + items.length) % items.length : 0))
  const next = items[(index + 1) % Math.max(1, items.length)]
  return (
    <div className={classes.preview}>
      <div className={classes.screen}>
        {item ? (
          <Shown key={`${item.item_id} ${at}`} item={item} plan={plan} paused={paused} onEnd={() => go(1)} />
        ) : (
          <p className={classes.nothing}>{plan.business_name}</p>
        )}
      </div>
      <div className={classes.now}>
        <div className={classes.words}>
          <span className={classes.name}>{item ? item.title : t('loop_nothing_plays')}</span>
          {item ? (
            <span className={classes.line}>
              {t('loop_preview_place', { place: index + 1, total: items.length })}
              {next && items.length > 1 ? ` · ${t('loop_next', { name: next.title })}` : ''}
            </span>
          ) : null}
        </div>
        {items.length > 0 ? (
          <div className={classes.controls} dir="ltr">
            <ActionIcon aria-label={t('loop_preview_back')} onClick={() => go(-1)}>
              <IconPlayerTrackPrev size={17} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={t(paused ? 'loop_preview_play' : 'loop_preview_pause')}
              onClick={() => setPaused(!paused)}
            >
              {paused ? <IconPlayerPlay size={17} stroke={1.75} /> : <IconPlayerPause size={17} stroke={1.75} />}
            </ActionIcon>
            <ActionIcon aria-label={t('loop_preview_next')} onClick={() => go(1)}>
              <IconPlayerTrackNext size={17} stroke={1.75} />
            </ActionIcon>
          </div>
        ) : null}
      </div>
    </div>
  )
}

function Shown({ item, plan, paused, onEnd }: { item: WallItem; plan: WallPlan; paused: boolean; onEnd: () => void }) {
  const [page, setPage] = useState(0)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const moment = useLocalMoment(plan.location.time_zone)
  const isStill = item.kind === 'image' || item.kind === 'menu'
  const pages = item.menu ? boardPageCount(item.menu, moment, 'landscape') : 1
  useEffect(() => {
    if (!isStill || paused) return undefined
    const timer = setTimeout(() => (page + 1 < pages ? setPage(page + 1) : onEnd()), plan.banner_duration * 1000)
    return () => clearTimeout(timer)
  }, [isStill, paused, page, pages, onEnd, plan.banner_duration])
  useEffect(() => {
    if (!video) return
    if (paused) video.pause()
    // A browser that lets nothing play by itself shows the poster.
    else video.play().catch(() => undefined)
  }, [video, paused])
  if (item.menu)
    return (
      <Board
        menu={item.menu}
        place={{ business_name: plan.business_name, logo_url: plan.logo_url, phone: plan.location.phone }}
        shape="landscape"
        page={page}
        moment={moment}
      />
    )
  if (item.kind === 'image') return <img src={item.sources.plain ?? ''} alt={item.title} onError={onEnd} />
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a silent preview; the wall has the captions
    <video
      ref={setVideo}
      src={item.sources.plain ?? undefined}
      poster={item.poster_url ?? undefined}
      muted
      playsInline
      preload={paused ? 'none' : 'auto'}
      onEnded={onEnd}
      onError={onEnd}
    />
  )
}
