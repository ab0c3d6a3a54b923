import type * as contract from '@cutaway/contract/rooms/player/pdf.ts'
import type { PartsPdf } from '@cutaway/contract/rooms/player/pdf.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { SerialisedResponse, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { denied, fail, HttpRefusal, notFound, Refusal } from '../../../core/http/errors.ts'
import { contentDisposition } from '../../../core/pdf/pdf.ts'
import type { Film } from '../../catalogue/library/library.ts'
import { isShownFor, mayPlay } from '../../catalogue/tiles.ts'
import { documentOf } from './document.ts'
import { defaultPdfLanguage, partsPdfOf } from './facts.ts'
import { locationOfUser } from './pdf.queries.ts'

/** Serves the PDF of a part: its facts for pages, and the file. */

export const pdf: Handlers<typeof contract> = {
  getPdfDetailsByMpdf: async (call) => {
    const { params } = call
    return {
      partsPdf: await factsFor(call, params.part_id, languageOf(call, params.language_id), call.owner.user_id),
    }
  },

  getPdfFormation: async (call) => {
    const { callerOrNull: caller } = call
    if (!caller) fail('pdf_link_required')
    if (!caller.may('allow_pdf')) denied()
    if (caller.session.requiredPasswordChange) throw new HttpRefusal(403, 'password_change_required')
    const language = languageOf(call, defaultPdfLanguage.language_id)
    return { partsPdf: await factsFor(call, call.params.part_id, language, caller.user.user_id) }
  },

  partPdf: async (call) => {
    const { params, owner, site, services, reply } = call
    const language = languageOf(call, params.language_id)
    // A browser saves any response as the file, so a refusal must not look like one.
    const facts = await factsFor(call, params.part_id, language, owner.user_id).catch((error: unknown) => {
      throw error instanceof Refusal ? new HttpRefusal(404, error.key) : error
    })
    const bytes = await services.pdfs.of(call.person, documentOf(facts, services.library.film(facts.part_id)!.of, site))
    reply.header('content-disposition', contentDisposition(`${facts.tag_name}.pdf`, `${facts.part_id}.pdf`))
    reply.header('content-language', facts.language_code)
    return new SerialisedResponse(bytes, 'application/pdf', 'private, no-cache')
  },
}

type Asking = Pick<AnyCall, 'site' | 'services' | 'caller' | 'db' | 'endTransaction'>

/** 0: none selected. */
function languageOf({ services }: Pick<Asking, 'services'>, key: string | number): Language {
  const id = String(key) === '0' ? defaultPdfLanguage.language_id : key
  return services.sites.language(String(id)) ?? notFound()
}

async function factsFor(call: Asking, partId: string, language: Language, userId: number): Promise<PartsPdf> {
  const { site, services } = call
  const film = filmOfSite(call, partId)
  const location = (await locationOfUser(call.db, site.web_site_id, userId)) ?? denied()
  // Ends the transaction before the PDF is drawn, because connections are scarce.
  await call.endTransaction()
  const view = { film, site, language, reader: { userId, location }, now: services.clock.now() }
  return partsPdfOf(view) ?? fail('pdf_not_available')
}

/** Returns a film of any brand of the site: the document has no vehicle brand. */
function filmOfSite({ site, caller, services }: Asking, partId: string): Film {
  const film = services.library.film(partId) ?? fail('Part no found')
  if (!site.brands.some(({ vehicle_kind }) => isShownFor(film, vehicle_kind, site.driverside))) fail('Part no found')
  if (!mayPlay(caller, film.kind)) fail('Part no found')
  return film
}
