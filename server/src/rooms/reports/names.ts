import type { ReportRow } from '@cutaway/contract/rooms/reports/reports.ts'
import { namesInOrder } from '../../core/formats.ts'
import { text } from '../../core/texts.ts'
import * as queries from './names.queries.ts'
import type { Scope } from './scope.ts'
import type { Node } from './tree.ts'
import type { ReportCall } from './report-call.ts'

/** The names of the rows of reports. What was deleted keeps its name and gets a mark. */

/** The language of the page, for names of films. */
export const languageOf = ({ chosenLanguage, callerOrNull, site }: ReportCall): string => {
  const byId = (id: number | null | undefined) => site.languages.find(({ language_id }) => language_id === id)
  const language = chosenLanguage ?? byId(callerOrNull?.user.language_id) ?? byId(site.default_lang_id)
  return (language ?? site.languages[0]!).language_code
}

export interface FilmNames {
  /** Empty for a film that the library no longer has. */
  film(partId: string | null): string
  system(id: number): string
  /** The ids of the films whose names hold a text. */
  matching(text: string): string[]
  partsOf(system: number): string[]
}

/** Returns the names of films in the language of the page. */
export function filmNames({ services }: ReportCall, tag: string): FilmNames {
  const { library } = services
  const nameIn = (names: Readonly<Record<string, string>> | undefined) => names?.[tag] ?? names?.['en-US'] ?? ''
  const film = (partId: string | null) => {
    const found = partId === null ? undefined : library.film(partId)
    return (found?.of.texts.get(tag) ?? found?.of.texts.get('en-US'))?.name ?? ''
  }
  return {
    film,
    system: (id) => nameIn(library.systems.find((system) => system.id === id)?.name),
    matching: (part) =>
      library.films
        .filter(({ partId }) => film(partId).toLowerCase().includes(part.toLowerCase()))
        .map(({ partId }) => partId),
    partsOf: (system) => library.films.filter(({ of }) => of.system.id === system).map(({ partId }) => partId),
  }
}

type Named = Pick<ReportRow, 'class_name' | 'label_key' | 'deleted'>

/** Adds names to rows, and puts them in the order of their names; rows without one come last. */
export async function named(call: ReportCall, scope: Scope, nodes: readonly Node[]): Promise<(Node & Named)[]> {
  const { db, site, services } = call
  const tag = languageOf(call)
  const films = filmNames(call, tag)
  const ids = <Key extends 'user_id' | 'manager_id'>(key: Key) => nodes.flatMap((node) => node[key] ?? [])
  const regions = new Map((await queries.findRegions(db, site, scope.businessId)).map((r) => [r.class_id, r]))
  const locations = new Map((await queries.findLocations(db, site, scope.businessId)).map((l) => [l.location_id, l]))
  const users = new Map(
    (await queries.findUsers(db, site, [...new Set([...ids('user_id'), ...ids('manager_id')])])).map((u) => [
      u.user_id,
      u,
    ]),
  )
  const hasVideos = nodes.some(({ row_type }) => row_type === 'video' || row_type === 'film')
  const videos = new Map(hasVideos ? (await queries.findVideos(db, site)).map((video) => [video.part_id, video]) : [])
  const hasEmbeds = nodes.some(({ row_type }) => row_type === 'embed')
  const embeds = new Map(
    hasEmbeds ? (await queries.findEmbeds(db, site, scope.businessId)).map((embed) => [embed.embed_id, embed]) : [],
  )
  const shown = (name: string | undefined, isDeleted: boolean | undefined, none: string): Named => ({
    class_name: name ?? '',
    label_key: name === undefined || name === '' ? none : null,
    deleted: isDeleted ?? false,
  })
  const nameOf = (node: Node): Named => {
    switch (node.row_type) {
      case 'location_class': {
        const region = regions.get(node.class_id ?? 0)
        return shown(region?.class_name, region?.is_deleted, 'report_no_region')
      }
      case 'location': {
        const location = locations.get(node.location_id ?? 0)
        return shown(location?.name, location?.is_deleted, 'report_no_location')
      }
      case 'user': {
        const user = users.get(node.user_id ?? 0)
        return shown(user?.name, user?.is_deleted, 'report_colleagues')
      }
      case 'manager': {
        const user = users.get(node.manager_id ?? 0)
        if (user) return shown(user.name, user.is_deleted, '')
        return { ...shown(regions.get(node.class_id ?? 0)?.class_name, false, ''), label_key: 'report_no_manager' }
      }
      case 'system':
        return shown(films.system(node.system_id ?? 0), false, 'report_no_film')
      case 'channel':
        return shown(undefined, false, `report_track_${node.channel}`)
      case 'language': {
        const language = services.sites.languages().find(({ language_id }) => language_id === node.row_language)
        return shown(language?.name, false, 'report_no_language')
      }
      case 'embed': {
        const embed = embeds.get(node.embed_id ?? 0)
        if (!embed) return shown(undefined, undefined, 'report_no_film')
        const content = embed.embed_type === 'single' ? films.film(embed.part_id) || embed.part_id : ''
        const name = embed.animation_name || content || text(site, tag, `embed_type_${embed.embed_type}`)
        return shown([name, embed.domain_name].filter(Boolean).join(' · '), embed.is_deleted, '')
      }
      default: {
        const video = videos.get(node.part_id ?? '')
        return shown(films.film(node.part_id ?? null) || video?.video_name, video?.is_deleted, 'report_no_film')
      }
    }
  }
  const inOrder = namesInOrder(tag)
  return nodes
    .map((node) => ({ ...node, ...nameOf(node) }))
    .toSorted(
      (a, b) => Number(a.class_name === '') - Number(b.class_name === '') || inOrder(a.class_name, b.class_name),
    )
}
