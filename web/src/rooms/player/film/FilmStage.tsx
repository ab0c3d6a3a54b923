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
import { useFilmEnd } from './end/useFilmEnd.tsx'

/** Renders the dark full-width stage: the film, and beside it the transcript or the steps. */
export function FilmStage({
  details,
  nextLink,
}: {
  details: AnimationDetails
  /** Receives the link to the next film, which exists at the end of this one. */
  nextLink: Ref<HTMLAnchorElement>
}) {
  const { film, setStage } = useEngine()
  const customer = useCustomerMode()
  const shared = useSharedScreen()
  const end = useFilmEnd(details, customer, nextLink)
  const narrated = film.kind === 'narrated'
  return (
    <StageFrame kind={film.kind} customer={customer} ref={setStage}>
      {customer && <LeaveCustomer title={film.title} subtitle={film.subtitle} />}
      <FilmView end={end}>{narrated && !customer && !shared && <Resume />}</FilmView>
      {narrated ? <NarratedPanel details={details} /> : <StepRail details={details} />}
    </StageFrame>
  )
}

interface StageFrameProps {
  kind: 'narrated' | 'interactive'
  /** Without a panel beside it. */
  alone?: boolean
  /** Covers the whole screen, in large type. */
  customer?: boolean
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** The slots of film and panel. early-film.html places the film in the same position. */
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
