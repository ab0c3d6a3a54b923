import { customVideoSource } from '@cutaway/contract/custom-video.ts'
import type * as contract from '@cutaway/contract/rooms/catalogue/site-films.ts'
import { mostSiteFilms, type SiteFilm } from '@cutaway/contract/rooms/catalogue/site-films.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../../core/db/database.ts'
import { answer, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import type { Site } from '../../../core/tenancy.ts'
import * as queries from './site-films.queries.ts'

/** The films that a web site shows to all its businesses. Home pages show them with their next load. */

const shown = (row: queries.SiteFilmRow): SiteFilm => ({
  ...row,
  // A source that a newer release no longer accepts is not played, but can be changed here.
  video_kind: customVideoSource(row.video_url)?.kind ?? 'link',
})
const allFilms = async (db: Db, site: Site) => (await queries.findSiteFilms(db, site)).map(shown)
const audited = ({ video_name, video_url, on_home }: queries.SiteFilmRow) => ({ video_name, video_url, on_home })

export const siteFilms: Handlers<typeof contract> = {
  getSiteFilms: ({ site, db }) => allFilms(db, site),

  saveSiteFilm: async ({ body, site, db, audit }) => {
    const { video_url, on_home } = body.film
    const film = {
      video_name: sanitiseLine(body.film.video_name),
      video_url: customVideoSource(video_url)!.url,
      on_home,
    }
    await queries.lockSiteFilms(db, site)
    const films = await queries.findSiteFilms(db, site)
    const former = films.find(({ custom_video_id }) => custom_video_id === body.item)
    if (body.item !== null && !former) notFound()
    if (former && former.revision !== body.revision) fail('site_film_changed_meanwhile')
    if (!former && films.length >= mostSiteFilms) fail('site_films_full')
    if (former)
      await queries.updateSiteFilm(db, site, former.custom_video_id, film, film.video_url !== former.video_url)
    const id =
      former?.custom_video_id ??
      (await queries.insertSiteFilm(db, site, { ...film, part_id: `site-${randomUUID().slice(0, 13)}` }))
    audit({ target: { kind: 'site_film', id }, before: former ? audited(former) : null, after: film })
    return answer(shown((await queries.findSiteFilm(db, site, id))!), { message: 'site_film_saved' })
  },

  moveSiteFilm: async ({ body, site, db, audit }) => {
    await queries.lockSiteFilms(db, site)
    const ids = (await queries.findSiteFilms(db, site)).map(({ custom_video_id }) => custom_video_id)
    const from = ids.indexOf(body.item)
    if (from === -1) notFound()
    const to = Math.min(ids.length - 1, Math.max(0, from + (body.up ? -1 : 1)))
    ids.splice(to, 0, ...ids.splice(from, 1))
    await queries.orderSiteFilms(db, site, ids)
    audit({ target: { kind: 'site_film', id: body.item }, before: { place: from + 1 }, after: { place: to + 1 } })
    return allFilms(db, site)
  },

  deleteSiteFilm: async ({ body, site, db, services, audit }) => {
    await queries.lockSiteFilms(db, site)
    const film = (await queries.findSiteFilm(db, site, body.item)) ?? notFound()
    if (body.restore && (await queries.findSiteFilms(db, site)).length >= mostSiteFilms) fail('site_films_full')
    await queries.setSiteFilmDeleted(db, site, body.item, body.restore ? null : services.clock.now())
    audit({
      target: { kind: 'site_film', id: body.item },
      ...(body.restore ? { after: audited(film) } : { before: audited(film) }),
    })
    return answer(await allFilms(db, site), { message: body.restore ? 'site_film_restored' : 'site_film_deleted' })
  },
}
