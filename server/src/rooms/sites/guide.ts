import { routes } from '@cutaway/contract/routes.ts'
import type * as contract from '@cutaway/contract/rooms/sites/guide.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SerialisedResponse, type Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { brandOfDocuments } from '../../core/pdf/brand.ts'
import { paperOf, type PdfBlock, type PdfDocument } from '../../core/pdf/document.ts'
import { contentDisposition } from '../../core/pdf/pdf.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { text } from '../../core/texts.ts'

/**
 * The user guide. library/samples/guides holds its films, captions and pictures, which scripts/user-guide-film.ts
 * records from the demo; guides.json lists them.
 */

const folder = join(import.meta.dirname, '../../../../library/samples/guides')

const GuidesFile = z.strictObject({
  format: z.literal(1),
  /** Changes with the files and is part of their URLs. */
  version: z.string(),
  /** Day of the recording. */
  date: z.iso.date(),
  width: z.int(),
  height: z.int(),
  /** Films by name: duration in seconds, the language tags of the recorded portal, and the tags of the captions. */
  films: z.record(
    z.string(),
    z.strictObject({
      duration: z.number(),
      recorded: z.array(z.string()),
      captions: z.array(z.string()),
      steps: z.array(z.string()),
    }),
  ),
  /** SHA-256 by file name. */
  media: z.record(z.string(), z.string()),
})

const guides = GuidesFile.parse(JSON.parse(await readFile(join(folder, 'guides.json'), 'utf8')))
const english = 'en-US'

/** A site may have its own guide, which then is also the help video of the first login. */
function filmOf({ features }: Pick<Site, 'features'>) {
  if (features.includes('first_login_help_video_different')) return 'workshop'
  return features.includes('motorcycle_brand') ? 'motorcycle' : 'portal'
}

const urlOf = (file: string) => `/guides/${guides.version}/${file}`

const pictureOf = (film: string, step: string, tag: string) => `${film}.${step}.${tag}.jpg`

/** Returns the language of the recorded portal: the requested one where a recording exists, else English. */
function seenIn(film: string, asked: Language, services: Services): Language {
  const { recorded } = guides.films[film]!
  return recorded.includes(asked.language_code) ? asked : services.sites.language(english)!
}

export const guide: Handlers<typeof contract> = {
  userGuidePdf: async ({ params, site, services, reply, person }) => {
    const language = services.sites.language(params.lang) ?? notFound()
    const document = documentOf(site, language, services)
    const bytes = await services.pdfs.of(person, document)
    reply.header('content-disposition', contentDisposition(`${document.title}.pdf`, 'user-guide.pdf'))
    reply.header('content-language', language.language_code)
    return new SerialisedResponse(bytes, 'application/pdf', 'private, no-cache')
  },
  getUserGuide: ({ params, site, services }) => {
    const asked = services.sites.language(params.lang) ?? notFound()
    const name = filmOf(site)
    const film = guides.films[name]!
    const { width, height } = guides
    const spoken = seenIn(name, asked, services)
    const tag = spoken.language_code
    return {
      language_id: spoken.language_id,
      language_code: tag,
      film: {
        video_url: urlOf(`${name}.${tag}.mp4`),
        poster_url: urlOf(`${name}.${tag}.webp`),
        width,
        height,
        duration: film.duration,
        captions: site.languages
          .filter(({ language_code }) => film.captions.includes(language_code))
          .map(({ language_id, language_code, name: own }) => ({
            language_id,
            language_code,
            name: own,
            url: urlOf(`${name}.${language_code}.vtt`),
          })),
      },
      pdf_url: `/api/v1/userGuidePdf/${asked.language_id}.pdf`,
      steps: film.steps.map((id) => ({
        id,
        title: `user_guide_${id}_title`,
        text: `user_guide_${id}_text`,
        picture_url: urlOf(pictureOf(name, id, tag)),
        width,
        height,
      })),
    }
  },
}

/** Returns the printable guide. Its text is in the requested language, also where its pictures are not. */
function documentOf(site: Site, language: Language, services: Services): PdfDocument {
  const { language_code: tag, direction } = language
  const say = (key: string) => text(site, tag, key)
  const film = filmOf(site)
  const seen = seenIn(film, language, services).language_code
  return {
    language: { tag, direction },
    paper: paperOf(site.country_code_iso),
    title: say('nav_user_guide'),
    date: guides.date,
    brand: brandOfDocuments(site),
    headline: say('nav_user_guide'),
    footer: `${site.company} ${text(site, tag, 'copyright_line', { year: services.clock.now().getFullYear() })}`,
    pageNumber: say('pdf_page'),
    blocks: [
      { kind: 'title', text: say('nav_user_guide'), over: site.name },
      { kind: 'lead', text: say('user_guide_lead') },
      ...guides.films[film]!.steps.flatMap((step, i): PdfBlock[] => {
        const file = pictureOf(film, step, seen)
        return [
          { kind: 'heading', text: `${i + 1}. ${say(`user_guide_${step}_title`)}` },
          {
            kind: 'pictures',
            pictures: [
              { path: join(folder, file), version: guides.media[file]!, caption: say(`user_guide_${step}_text`) },
            ],
          },
        ]
      }),
    ],
  }
}

/** Registers the media of the guides. They are public, like posters, because they show only demo data. */
export function registerGuides(app: FastifyInstance): void {
  addRoute(app, routes.guideFile, (request, reply) => {
    const { version, file } = request.params as Record<'version' | 'file', string>
    if (!Object.hasOwn(guides.media, file)) notFound()
    reply.header('cross-origin-resource-policy', 'same-origin')
    // An outdated URL still works after a new recording, but is not cached.
    const keep = version === guides.version ? 'private, max-age=31536000, immutable' : 'private, no-cache'
    reply.header('cache-control', keep)
    return reply.sendFile(file, folder, { cacheControl: false, acceptRanges: true, index: false, dotfiles: 'deny' })
  })
}
