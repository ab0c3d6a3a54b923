import { IconAlertTriangle, IconCircleCheck, IconClockHour4, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Billing.module.css'
import type { Standing, Tone } from './standing.ts'

const signs: Record<Tone, typeof IconCircleCheck> = {
  good: IconCircleCheck,
  later: IconClockHour4,
  due: IconAlertTriangle,
  over: IconCircleX,
}

/** The state of the subscription in one sentence, with a sign, further sentences and what can be done about it. */
export function StandingLine({
  standing: { tone, sentence },
  more,
  children,
}: {
  standing: Standing
  more?: readonly string[]
  children?: ReactNode
}) {
  const Sign = signs[tone]
  return (
    <div className={classes.standing} data-tone={tone}>
      <Sign size={24} stroke={1.75} aria-hidden />
      <div className={classes.sentences} role="status">
        <p>{sentence}</p>
        {more?.map((one) => (
          <p key={one} className={classes.more}>
            {one}
          </p>
        ))}
      </div>
      {children}
    </div>
  )
}
