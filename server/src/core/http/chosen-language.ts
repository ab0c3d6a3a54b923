import type { FastifyRequest } from 'fastify'
import type { Site } from '../tenancy.ts'

/** The cookie in which the browser stores the language that a person chose on the page, by its id. */
const languageCookie = 'cutaway_language'

/** Returns the language of the site that was chosen in this browser; undefined if there was no choice. */
export function chosenLanguage(
  request: Pick<FastifyRequest, 'cookies'>,
  site: Site,
): Site['languages'][number] | undefined {
  const chosen = Number(request.cookies[languageCookie])
  return site.languages.find(({ language_id }) => language_id === chosen)
}
