import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import type { ReactNode, Ref } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { LeaveCustomer, useCustomerMode } from './CustomerMode.tsx'
import { useEngine } from '../engine/context.ts'
import { FilmView } from '../engine/FilmView.tsx'
import classes from './FilmStage.module.css'
import { NarratedPanel } from './NarratedPanel.tsx'
import { Resume } from './Resume.tsx'
import { StepRail } from './StepRail.tsx'
import { useSharedScreen } from '../useSharedScreen.ts'

/** The dark stage over the full width: the film, and beside it what is said or the steps. */
export function FilmStage({ details }: { details: AnimationDetails }) {
  const { film, setStage } = useEngine()
  const customer = useCustomerMode()
  const shared = useSharedScreen()
  const narrated = film.kind === 'narrated'
  return (
    <StageFrame kind={film.kind} customer={customer} ref={setStage}>
      {customer && <LeaveCustomer title={film.title} subtitle={film.subtitle} />}
      <FilmView>{narrated && !customer && !shared && <Resume />}</FilmView>
      {narrated ? <NarratedPanel details={details} /> : <StepRail details={details} />}
    </StageFrame>
  )
}

interface StageFrameProps {
  kind: 'narrated' | 'interactive'
  /** Nothing stands beside it. */
  alone?: boolean
  /** It covers the whole screen, in large type. */
  customer?: boolean
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** The places of film and panel. early-film.html puts the film where this will put it. */
export function StageFrame({ kind, alone, customer, ref, children }: StageFrameProps) {
  const t = useTexts()
  return (
    <section
      className={classes.stage}
      data-stage
      data-customer={customer || undefined}
      aria-label={t('film_stage')}
      ref={ref}
    >
      <div className={classes.split} data-kind={kind} data-alone={alone || undefined}>
        {children}
      </div>
    </section>
  )
}
