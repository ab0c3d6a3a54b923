import type { WallItem, WallMenu, WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Board, boardPageCount, type BoardShape } from '../board/Board.tsx'
import { localMoment } from '../board/board-format.ts'
import classes from './Wall.module.css'

/** What is neither a film nor a picture: a digital menu. */
export function MountedItem({ item, ...more }: { item: WallItem } & Pick<MenuProps, 'plan' | 'paused' | 'clockAhead'>) {
  return item.menu && <Menu menu={item.menu} seconds={item.duration} {...more} />
}

interface MenuProps {
  menu: WallMenu
  seconds: number | null
  plan: WallPlan
  paused: boolean
  clockAhead: () => number
}

/** Turns the pages of a menu by itself. */
function Menu({ menu, seconds, plan, paused, clockAhead }: MenuProps) {
  const place = useRef<HTMLDivElement>(null)
  const [shape, setShape] = useState<BoardShape>(innerWidth >= innerHeight ? 'landscape' : 'portrait')
  const [page, setPage] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width > 0) setShape(width >= height ? 'landscape' : 'portrait')
    })
    watch.observe(place.current!)
    return () => watch.disconnect()
  }, [])
  const ahead = useRef(clockAhead)
  useLayoutEffect(() => {
    ahead.current = clockAhead
  })
  const [now, setNow] = useState(() => Date.now() - clockAhead())
  const moment = localMoment(new Date(now), plan.location.time_zone)
  const pages = boardPageCount(menu, moment, shape)
  const pause = (seconds ?? plan.banner_duration) * 1000
  useEffect(() => {
    if (paused) return
    const timer = setInterval(() => {
      setPage((before) => before + 1)
      setNow(Date.now() - ahead.current())
    }, pause)
    return () => clearInterval(timer)
  }, [pause, paused])
  return (
    <div ref={place} className={classes.frame}>
      <Board
        menu={menu}
        place={{ business_name: plan.business_name, logo_url: plan.logo_url, phone: plan.location.phone }}
        shape={shape}
        page={page % pages}
        moment={moment}
      />
    </div>
  )
}
