import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { useReducedMotion } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { SampleTile } from './SampleTile.tsx'
import classes from './Samples.module.css'

/** Shows sample films side by side, 2 to 7 at once depending on the window width. Moves by swipe or by two buttons. */
export default function SampleCarousel({ films }: { films: readonly FilmTile[] }) {
  const t = useTexts()
  const { direction } = useLanguage()
  const calm = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const [viewport, carousel] = useEmblaCarousel({
    align: 'start',
    containScroll: 'trimSnaps',
    slidesToScroll: 'auto',
    direction,
    duration: 20,
  })
  const [more, setMore] = useState({ before: false, after: false })

  useEffect(() => {
    if (!carousel) return undefined
    const look = () => setMore({ before: carousel.canScrollPrev(), after: carousel.canScrollNext() })
    look()
    carousel.on('select', look).on('reInit', look)
    return () => {
      carousel.off('select', look).off('reInit', look)
    }
  }, [carousel])

  return (
    <div role="group" aria-roledescription={t('carousel')} aria-labelledby="samples-title">
      {more.before || more.after ? (
        <div className={classes.moves}>
          <ActionIcon
            variant="default"
            disabled={!more.before}
            aria-label={t('previous_films')}
            onClick={() => carousel?.scrollPrev(calm)}
          >
            <IconChevronLeft className="flip" size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            disabled={!more.after}
            aria-label={t('next_films')}
            onClick={() => carousel?.scrollNext(calm)}
          >
            <IconChevronRight className="flip" size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ) : null}
      <div ref={viewport} className={classes.viewport}>
        <ul className={classes.slides}>
          {films.map((film) => (
            <li key={film.part_id} className={classes.slide}>
              <SampleTile film={film} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
