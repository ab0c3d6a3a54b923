import type { CSSProperties } from 'react'
import type { LocalMoment } from '@cutaway/contract/rooms/signage/day-parts.ts'
import {
  longName,
  pagesOf,
  stateOf,
  type BoardPage,
  type MenuItem,
} from '@cutaway/contract/rooms/signage/menu-board.ts'
import type { WallMenu } from '@cutaway/contract/rooms/signage/plan.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './Board.module.css'
import { useBoardFormat } from './board-format.ts'

/**
 * A digital menu as it is on the wall. It fills its place and scales with it: all measures are those of a screen with 1080
 * lines, so that the editor's preview is the board itself, only smaller.
 */

export type BoardShape = 'landscape' | 'portrait'

/** What the board says about the shop. */
export interface BoardPlace {
  business_name: string
  logo_url: string | null
  phone: string
}

/** Returns the number of pages that a menu has at a moment; free text has one. */
export const boardPageCount = (menu: WallMenu, moment: LocalMoment, shape: BoardShape): number =>
  menu.html === null ? Math.max(1, pagesOf(menu, moment, shape).length) : 1

export function Board({
  menu,
  place,
  shape,
  page,
  moment,
}: {
  menu: WallMenu
  place: BoardPlace
  shape: BoardShape
  /** From 0; beyond the last one, the pages begin again. */
  page: number
  /** What the clock of the location shows. */
  moment: LocalMoment
}) {
  const pages = menu.html === null ? pagesOf(menu, moment, shape) : []
  const total = Math.max(1, pages.length)
  const shown = pages[page % total] ?? []
  const Layout = menu.layout === 'feature' && menu.html === null ? Feature : menu.layout === 'columns' ? Columns : Panel
  return (
    <div className={classes.place}>
      <article
        className={classes.board}
        data-layout={menu.layout}
        data-shape={shape}
        aria-label={menu.title}
        style={{ '--rows': rowsOf(shown), '--headings': shown.length } as CSSProperties}
        data-roomy={rowsOf(shown) <= roomyRows || undefined}
      >
        <Layout menu={menu} place={place} page={shown} moment={moment} number={{ at: (page % total) + 1, total }} />
      </article>
    </div>
  )
}

/** Returns the rows of a page without its headings; a name of two lines takes almost two. */
const rowsOf = (page: BoardPage): number =>
  page.flatMap(({ items }) => items).reduce((sum, { name }) => sum + (name.length > longName ? 1.8 : 1), 0)
/** Up to so many rows, the upright board of columns has room for larger type, and for notes below their names. */
const roomyRows = 12

interface LayoutProps {
  menu: WallMenu
  place: BoardPlace
  page: BoardPage
  moment: LocalMoment
  number: { at: number; total: number }
}

function Panel({ menu, place, page, moment, number }: LayoutProps) {
  const t = useTexts()
  const film = filmOf(menu, page)
  return (
    <>
      <header className={classes.panel}>
        <Shop place={place} />
        <h2 className={classes.title}>{menu.title}</h2>
        {film ? (
          <figure className={classes.film}>
            {film.picture ? <img src={film.picture} alt="" /> : null}
            {film.title ? (
              <figcaption>{t('board_ask_film', { name: film.title, seconds: film.seconds })}</figcaption>
            ) : null}
          </figure>
        ) : null}
        {place.phone ? (
          <p className={classes.phone} dir="ltr">
            {place.phone}
          </p>
        ) : null}
      </header>
      <Content menu={menu} page={page} moment={moment} />
      <Foot menu={menu} number={number} />
    </>
  )
}

function Columns({ menu, place, page, moment, number }: LayoutProps) {
  return (
    <>
      <header className={classes.bar}>
        <h2 className={classes.title}>{menu.title}</h2>
        <Shop place={place} />
      </header>
      <Content menu={menu} page={page} moment={moment} />
      <Foot menu={menu} number={number} phone={place.phone} />
    </>
  )
}

/** One item a page, with its picture beside it. */
function Feature({ menu, place, page, moment, number }: LayoutProps) {
  const item = page[0]?.items[0]
  const film = filmOf(menu, page)
  return (
    <>
      <div className={classes.picture}>{film?.picture ? <img src={film.picture} alt="" /> : null}</div>
      <div className={classes.one}>
        <Shop place={place} />
        {item ? (
          <div className={classes.offer}>
            <h2 className={classes.title}>{item.name}</h2>
            {item.note ? <p className={classes.note}>{item.note}</p> : null}
            <p className={classes.big}>
              <Price item={item} menu={menu} moment={moment} />
            </p>
            {item.unit ? <p className={classes.unit}>{item.unit}</p> : null}
          </div>
        ) : null}
        <Foot menu={menu} number={number} />
      </div>
    </>
  )
}

function Shop({ place: { business_name: name, logo_url: logo } }: { place: BoardPlace }) {
  return (
    <p className={classes.shop}>
      {logo ? (
        <img className={classes.logo} src={logo} alt="" />
      ) : (
        <span className={classes.mark} aria-hidden>
          {name.slice(0, 1)}
        </span>
      )}
      <span>{name}</span>
    </p>
  )
}

function Content({ menu, page, moment }: Pick<LayoutProps, 'menu' | 'page' | 'moment'>) {
  if (menu.html !== null)
    // oxlint-disable-next-line react/no-danger -- the server sanitised it when it was written and when it was read
    return <div className={classes.text} dangerouslySetInnerHTML={{ __html: menu.html }} />
  return (
    <div className={classes.sections}>
      {page.map(({ name, items }) => (
        <section key={name}>
          <h3 className={classes.section}>{name}</h3>
          <ul>
            {items.map((item) => (
              <li
                key={item.key}
                className={classes.row}
                data-out={stateOf(item, moment) === 'out' || undefined}
                data-long={item.name.length > 24 || undefined}
              >
                <span className={classes.words}>
                  <span className={classes.name}>{item.name}</span>
                  <span className={classes.note}>{[item.note, item.unit].filter(Boolean).join(' · ')}</span>
                </span>
                <Price item={item} menu={menu} moment={moment} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Price({ item, menu, moment }: { item: MenuItem; menu: WallMenu; moment: LocalMoment }) {
  const t = useTexts()
  const format = useBoardFormat(menu.currency)
  if (stateOf(item, moment) === 'out') {
    const { available } = item
    const until = available.kind === 'out' ? available.until : null
    return (
      <span className={classes.back}>
        {until ? t('board_back', { day: format.day(until, moment.day) }) : t('board_out')}
      </span>
    )
  }
  const { price } = item
  if (price.kind === 'free') return <span className={classes.price}>{t('board_free')}</span>
  return (
    <span className={classes.price}>
      {price.kind === 'from' ? <span className={classes.from}>{t('board_from')} </span> : null}
      {format.price(price.amount)}
    </span>
  )
}

function Foot({ menu, number: { at, total }, phone }: Pick<LayoutProps, 'menu' | 'number'> & { phone?: string }) {
  const t = useTexts()
  return (
    <footer className={classes.foot}>
      <span>{menu.footnote}</span>
      {phone ? <span dir="ltr">{phone}</span> : null}
      <span>{total > 1 ? t('board_page', { page: at, total }) : ''}</span>
    </footer>
  )
}

/** Returns the picture of a page: that of its first item with one, or with a film. */
function filmOf(menu: WallMenu, page: BoardPage) {
  for (const item of page.flatMap(({ items }) => items)) {
    const film = menu.films.find(({ part_id }) => part_id === item.part_id)
    if (item.picture)
      return { picture: item.picture, title: film?.title ?? '', seconds: Math.round(film?.duration ?? 0) }
    if (film) return { picture: film.poster_url, title: film.title, seconds: Math.round(film.duration) }
  }
  return undefined
}
