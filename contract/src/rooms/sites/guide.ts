import { z } from 'zod'
import { endpoint, file, signedIn } from '../../endpoint.ts'
import { Id, LanguageKey } from '../../fields.ts'

/** The user guide: a film of the portal, and the same content as an illustrated document. */

const GuideFilm = z.object({
  video_url: z.string(),
  poster_url: z.string(),
  width: z.int(),
  height: z.int(),
  /** Seconds. */
  duration: z.number(),
  /** Captions in the languages of the site. */
  captions: z.array(z.object({ language_id: Id, language_code: z.string(), name: z.string(), url: z.string() })),
})
export type GuideFilm = z.infer<typeof GuideFilm>

export const Guide = z.object({
  /** The language of the portal in film and pictures: the requested one if such a guide exists, else English. */
  language_id: Id,
  language_code: z.string(),
  film: GuideFilm,
  /** URL of the document as a PDF, in the requested language. */
  pdf_url: z.string(),
  /** The steps of the document: message keys of title and text, and a picture of the portal. */
  steps: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      picture_url: z.string(),
      width: z.int(),
      height: z.int(),
    }),
  ),
})
export type Guide = z.infer<typeof Guide>

export const getUserGuide = endpoint({
  method: 'GET',
  path: '/getUserGuide/:lang',
  who: signedIn,
  summary:
    'Returns the user guide of this web site in a language: its film with captions, and the steps of the document.',
  params: z.object({ lang: LanguageKey }),
  reply: Guide,
})

export const userGuidePdf = endpoint({
  method: 'GET',
  path: '/userGuidePdf/:lang.pdf',
  who: signedIn,
  summary: 'Returns the document of the user guide as a PDF, A4 or letter by the country of the site.',
  limit: { max: 60 },
  params: z.object({ lang: LanguageKey }),
  reply: file('application/pdf'),
})
