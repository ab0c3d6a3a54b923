import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx'
import { Film } from './Film.tsx'
import classes from './FilmGrid.module.css'
import { drawingOf, type FilmOrder, filmOrders, ordered } from './hierarchy.ts'
import type { Counts } from './share-counts.ts'

/** The number of films that the grid shows at first, and adds with each press. */
const page = 48
/** Pictures that are fetched at once: those of the first rows. */
const first = 15

/** Shows films in one dense grid, with their system in the caption, below their number and the choice of the order. */
export function FilmGrid({
  hierarchy,
  films,
  title,
  shares,
}: {
  hierarchy: Hierarchy
  films: readonly FilmTile[]
  title: string
  /** Null hides the order by shares. */
  shares: Counts | null
}) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const [search, setSearch] = useSearchParams()
  const [most, setMost] = useState(page)
  const orders = filmOrders.filter((order) => order !== 'shared' || shares !== null)
  const order = orders.find((one) => one === search.get('sort')) ?? orders[0]!
  const shown = ordered(films, order, { shares: shares ?? new Map(), locale }).slice(0, most)
  const systems = new Map(hierarchy.mainSystems.map(({ system_id: id, system_name: name }) => [id, name]))
  const left = Math.min(page, films.length - shown.length)

  function choose(next: FilmOrder) {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === orders[0]) after.delete('sort')
        else after.set('sort', next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <section className={classes.films} aria-labelledby="films-shown">
      <div className={classes.head}>
        <h2 id="films-shown">{title}</h2>
        <Menu
          label={`${t('sort_films')}: ${t(`sort_${order}`)}`}
          className={classes.sort}
          trigger={
            <>
              {t(`sort_${order}`)}
              <IconChevronDown size={15} stroke={1.75} aria-hidden />
            </>
          }
        >
          {orders.map((one) => (
            <MenuItem key={one} checked={one === order} onClick={() => choose(one)}>
              {t(`sort_${one}`)}
            </MenuItem>
          ))}
        </Menu>
      </div>
      <div className={classes.grid}>
        {shown.map((film, i) => (
          <Film
            key={film.part_id}
            film={film}
            line={systems.get(film.system_id) ?? ''}
            drawing={drawingOf(hierarchy, film.sub_system_id)}
            eager={i < first}
          />
        ))}
      </div>
      {left > 0 ? (
        <div className={classes.more}>
          <Button onClick={() => setMost(most + page)}>{t('show_more_films', { count: left })}</Button>
        </div>
      ) : null}
    </section>
  )
}
