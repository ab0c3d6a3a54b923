import { embedCode } from '@cutaway/contract/rooms/embeds/code.ts'
import { notFound } from '../../../core/http/errors.ts'
import { textFor } from '../../catalogue/library/library.ts'
import { filmPictureUrl } from '../../player/film-pictures.ts'
import type { OembedSource } from '../../player/oembed.ts'
import { embedUrl } from '../embeds.ts'
import { filmsOfEmbed } from '../films.ts'
import { findEmbed } from './page.queries.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'

/** The oEmbed description of an embed: its frame, as large as fits. Only its websites can show it. */
export const embedOembed: OembedSource = async ({ path, site, db, services, origin, maxWidth, maxHeight }) => {
  const token = /^\/e\/([\w-]{1,60})\/?$/.exec(path)?.[1]
  if (!token) return undefined
  const embed = await findEmbed(db, site, token)
  if (!embed || embed.is_over) notFound()
  const library = await withOwnFilms(db, site, services.library, [embed.part_id], embed.businessentity_id)
  const film = filmsOfEmbed(library, site, embed)[0] ?? notFound()
  const language = site.languages.find((l) => l.language_id === embed.language_id) ?? site.languages[0]!
  const title = embed.animation_name || textFor(film.of.texts, language.language_code).name
  const pixels = (size: string, whole: number, most: number) =>
    Math.min(size.endsWith('%') ? whole : Number(size), most)
  const width = pixels(embed.width, 800, maxWidth)
  const height = embed.height.endsWith('%') ? Math.round((width * 10) / 16) : Number(embed.height)
  const frame = { width: Math.max(1, width), height: Math.max(1, Math.min(height, maxHeight)) }
  return {
    type: embed.embed_type === 'single' ? 'video' : 'rich',
    title,
    provider_name: embed.business_name || site.name,
    provider_url: origin,
    ...frame,
    html: embedCode({
      url: embedUrl(origin, token),
      title,
      width: String(frame.width),
      height: String(frame.height),
    }),
    thumbnail_url: filmPictureUrl(origin, film),
    thumbnail_width: 992,
    thumbnail_height: 558,
  }
}
