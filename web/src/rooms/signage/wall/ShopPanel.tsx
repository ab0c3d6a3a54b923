import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import type { Shown } from './engine/loop-player.ts'
import classes from './Wall.module.css'

/** The shop beside a film, with what comes next; alone when nothing plays. */
export function ShopPanel({ plan, shown }: { plan: WallPlan; shown: Shown | null }) {
  const t = useTexts()
  const { location } = plan
  const town = [location.city, [location.state, location.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const address = [location.street1, town].filter(Boolean)
  return (
    <aside className={classes.shop} aria-label={plan.business_name}>
      <div>
        {plan.logo_url ? <img className={classes.logo} src={plan.logo_url} alt="" /> : null}
        <p className={classes.business} dir="auto">
          {plan.business_name}
        </p>
      </div>
      {shown ? (
        <h1 className={classes.title} dir="auto">
          {shown.item.title}
        </h1>
      ) : null}
      <div className={classes.foot}>
        {shown?.next && !shown.forCustomer && shown.next.item_id !== shown.item.item_id ? (
          <div className={classes.next}>
            <p className={classes.small}>{t('wall_next')}</p>
            <p className={classes.nextTitle} dir="auto">
              {shown.next.title}
            </p>
          </div>
        ) : null}
        <address className={classes.small}>
          {address.map((line) => (
            <span key={line} dir="auto">
              {line}
            </span>
          ))}
          {location.phone ? <bdi dir="ltr">{location.phone}</bdi> : null}
        </address>
        {shown && !shown.forCustomer ? <Segments plan={plan} shown={shown} /> : null}
      </div>
    </aside>
  )
}

/** Longer loops show a single line. */
const mostSegments = 12

/** How far the loop is: one line for each item, that of the present one grows. */
function Segments({ plan, shown }: { plan: WallPlan; shown: Shown }) {
  const line = useRef<HTMLElement>(null)
  const { video, item } = shown
  useEffect(() => {
    if (!video) return
    const draw = () => {
      if (line.current) line.current.style.width = `${(100 * video.currentTime) / (video.duration || 1)}%`
    }
    video.addEventListener('timeupdate', draw)
    draw()
    return () => video.removeEventListener('timeupdate', draw)
  }, [video, item])
  const count = plan.items.length
  const place = plan.items.findIndex(({ item_id }) => item_id === item.item_id)
  const lines = count > mostSegments ? [item] : plan.items
  return (
    <div className={classes.segments} aria-hidden="true">
      {lines.map((one, index) => (
        <i key={one.item_id} data-done={(count <= mostSegments && index < place) || undefined}>
          {one.item_id === item.item_id ? <b ref={line} /> : null}
        </i>
      ))}
    </div>
  )
}
