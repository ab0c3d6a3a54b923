import type { WarningLight } from '@cutaway/contract/rooms/player/lights.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { duration } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { paths, toAnimation } from '../../../paths.ts'
import { StageFrame } from '../film/FilmStage.tsx'
import { lightSets, type LightStep, lightStep, stepBack, toColour, toLight } from './light-steps.ts'
import { RatingSign } from '../related/RatingSign.tsx'
import classes from './WarningLights.module.css'

/** Shows the warning lights instead of a film: the colour, the light, its meaning and what to do. */
export default function WarningLights({ details: { warningLights } }: { details: AnimationDetails }) {
  const [search] = useSearchParams()
  const step = lightStep(warningLights, search)
  return (
    <StageFrame kind="narrated" alone>
      <div className={classes.place}>
        <div className={classes.window}>
          {step.window === 'first' && <Colours lights={warningLights} step={step} />}
          {step.window === 'colour' && <LightsOfColour step={step} />}
          {step.window === 'detail' && <OneLight step={step} />}
        </div>
      </div>
    </StageFrame>
  )
}

const signs = { red: 'replace_now', yellow: 'check_soon', green: 'good' } as const
const urgencies = { stop_now: 'replace_now', check_soon: 'check_soon', information: 'stage' } as const

function Colours({ lights, step }: { lights: readonly WarningLight[]; step: LightStep }) {
  const t = useTexts()
  return (
    <>
      <Top step={step}>{t('warning_lights_choose')}</Top>
      <ul className={classes.colours}>
        {lightSets.map((set) => (
          <li key={set}>
            <Link className={classes.colour} to={toColour(set)} preventScrollReset data-set={set}>
              <span className={classes.sign}>
                <RatingSign rating={signs[set]} />
              </span>
              <span className={classes.words}>
                <b>{t(`warning_lights_${set}`)}</b>
                <span>{t(`warning_lights_${set}_hint`)}</span>
                <small>
                  {t('warning_lights_count', { count: lights.filter((light) => light.set === set).length })}
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function LightsOfColour({ step }: { step: LightStep & { window: 'colour' } }) {
  const t = useTexts()
  return (
    <>
      <Top step={step}>{t(`warning_lights_${step.set}`)}</Top>
      <ul className={classes.lights}>
        {step.lights.map((light) => (
          <li key={light.id}>
            <Link className={classes.light} to={toLight(light)} preventScrollReset>
              <Drawing light={light} size={56} />
              <span>{light.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function OneLight({ step: { light, ...rest } }: { step: LightStep & { window: 'detail' } }) {
  const t = useTexts()
  const { urgency, parts } = light
  return (
    <>
      <Top step={{ ...rest, light }}>{light.name}</Top>
      <div className={classes.detail}>
        <div className={classes.large}>
          <Drawing light={light} size={120} />
          <span>{t(colourNames[light.colour])}</span>
        </div>
        <div className={classes.meaning}>
          <p className={classes.urgency}>
            <RatingSign rating={urgencies[urgency]} />
            {t(`warning_light_${urgency}`)}
          </p>
          <h3>{t('warning_light_means')}</h3>
          <p>{light.meaning}</p>
          <h3>{t('warning_light_do')}</h3>
          <p>{light.action}</p>
          {parts.length > 0 && (
            <>
              <h3>{t('warning_light_films')}</h3>
              <ul className={classes.films}>
                {parts.map((film) => (
                  <li key={film.part_id}>
                    <Link to={toAnimation(film.part_id)}>
                      {film.poster_url && <img src={film.poster_url} alt="" width={72} height={40} loading="lazy" />}
                      <span className={classes.words}>
                        <b>{film.part_name}</b>
                        <small>{duration(film.duration)}</small>
                      </span>
                      <IconChevronRight className="flip" size={18} stroke={1.75} aria-hidden />
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </>
  )
}

const colourNames = {
  red: 'warning_lights_red',
  yellow: 'warning_lights_yellow',
  green: 'warning_light_only_green',
  blue: 'warning_light_blue',
} as const

/** Renders the back link and the heading, which takes the focus when the window changes. */
function Top({ step, children }: { step: LightStep; children: ReactNode }) {
  const t = useTexts()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The followed link no longer exists. On a fresh page load the page's own heading has the focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  const back = () => {
    const to = stepBack(step)
    if (to !== null) void navigate(to, { preventScrollReset: true })
    // No previous window: the page was opened by its URL.
    else if (Number(history.state?.idx) > 0) void navigate(-1)
    else void navigate(paths.home)
  }
  return (
    <div className={classes.top}>
      <button type="button" className={classes.back} onClick={back}>
        <IconArrowLeft className="flip" size={18} stroke={1.75} aria-hidden />
        {t('back')}
      </button>
      <h2 ref={heading} tabIndex={-1}>
        {children}
      </h2>
    </div>
  )
}

function Drawing({ light: { colour, drawing }, size }: { light: WarningLight; size: number }) {
  return (
    <span
      className={classes.drawing}
      data-colour={colour}
      style={{ width: size, height: size }}
      aria-hidden="true"
      // The server has checked that it contains only shapes (warning-lights-drawing.ts).
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}
