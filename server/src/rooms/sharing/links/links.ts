import type * as contract from '@cutaway/contract/rooms/sharing/links.ts'
import { createHash } from 'node:crypto'
import QRCode from 'qrcode'
import { secondsAfter } from '../../../core/clock.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { webAddress } from '@cutaway/contract/web-address.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import type { RecordLoader } from '../../../core/scope.ts'
import { hostName, type Site } from '../../../core/tenancy.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import { brandOf } from '../../catalogue/brands.ts'
import { partName } from '../../catalogue/library/library.ts'
import { partsPdfOf } from '../../player/pdf/facts.ts'
import { filmFor } from '../../player/film-facts.ts'
import { filmToShare } from '../films.ts'
import { stateOf } from './link-state.ts'
import {
  countLinks,
  expiryDays,
  findLinksById,
  findLinksOf,
  findSameLink,
  insertLink,
  lockLinks,
  updateLink,
  type LinkRow,
  type NewLink,
} from './links.queries.ts'
import { newLinkKeys, tinyUrl } from './short-links.ts'
import { languageFor, originOf } from '../send/sending.ts'
import { findSender } from '../send/sends.queries.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    link: LinkRow
  }
}

export const linkRecords: RecordLoader<LinkRow> = { find: findLinksById, idOf: ({ link_id }) => link_id }

/** Links that users hand on themselves, and the operations of every link. */
export const links: Handlers<typeof contract> = {
  generateLink: async (call) => {
    const { body, owner, caller, site, db, services } = call
    const { generatelink: more } = body
    const partIds = [body.part_id].flat()
    if (partIds.length > 1) fail('message_select_only_one_animation')
    const library = await withOwnFilms(db, site, services.library, partIds, owner.businessentity_id)
    const brand_id = brandOf(site, body.brand_id ?? body.brand ?? 0).brand_id
    const language = languageFor(services, body.lang_id)
    const view = { brand: brand_id, side: body.driverside }
    const film = filmToShare(library, partIds[0]!, { site, caller }, view)
    const made = {
      language_id: language.language_id,
      brand_id,
      driverside: body.driverside,
      subject: sanitiseLine(more.subject ?? ''),
      ro_number: sanitiseLine(more.roNumber ?? ''),
      with_related: more.relatedAnimations ?? false,
      ...callToAction(body),
    }
    checkPageAddress(site, more.pageAddress)
    const { link, isOld } = await sameOrNew(call, owner.user_id, 'websitePromotion', [film.partId], made)
    const origin = originOf(call)
    const reply = {
      link_id: link.link_id,
      tiny_url: tinyUrl(origin, link),
      generated_link: `${origin}/animation_link/${link.token}`,
      already_generated: isOld ? (1 as const) : (0 as const),
      domainName: new URL(origin).host,
      expires_at: link.expires_at.toISOString(),
    }
    return answer(reply, { message: isOld ? 'link_already_generated' : 'link_generated' })
  },

  pdfShareLink: async (call) => {
    const { body, owner, caller, site, services } = call
    const language = languageFor(services, body.lang_id)
    const brand_id = brandOf(site, body.brand_id).brand_id
    const film = filmFor(services.library, body.part_id, { site, caller }, { brand: brand_id, side: body.driverside })
    const now = services.clock.now()
    if (!partsPdfOf({ film, site, language, reader: null, now })) fail('pdf_not_available')
    const made = { language_id: language.language_id, brand_id, driverside: body.driverside }
    const { link } = await sameOrNew(call, owner.user_id, 'pdf', [film.partId], made)
    return { tiny_url: tinyUrl(originOf(call), link), expires_at: link.expires_at.toISOString() }
  },

  getFbLink: () => ({ fb_link: 'https://www.facebook.com/sharer/sharer.php?u=' }),

  getGeneratedLinks: async (call) => {
    const { params, owner, caller, site, services, db } = call
    const { page, size, part_id, lang_id } = params.json
    const language = languageFor(services, lang_id ?? caller.user.language_id ?? site.default_lang_id)
    const userId = owner.user_id
    const now = services.clock.now()
    const origin = originOf(call)
    const rows = await findLinksOf(db, site, userId, { partId: part_id, limit: size, offset: (page - 1) * size })
    const ids = rows.flatMap(({ part_ids }) => part_ids)
    const library = await withOwnFilms(db, site, services.library, ids, 'any')
    return {
      total: await countLinks(db, site, userId, part_id),
      rows: rows.map((link) => ({
        link_id: link.link_id,
        kind: link.kind,
        tiny_url: tinyUrl(origin, link),
        films: link.part_ids.map((id) => ({
          part_id: id,
          part_name: partName(library, id, language.language_code),
        })),
        language_id: link.language_id,
        subject: link.subject,
        ro_number: link.ro_number,
        call_to_action_text: link.call_to_action_text,
        call_to_action_url: link.call_to_action_url,
        created_at: link.created_at.toISOString(),
        expires_at: link.expires_at.toISOString(),
        state: stateOf(link, now),
        views: link.views,
      })),
    }
  },

  revokeLink: async (call) => {
    const link = call.owned.link_id
    const now = call.services.clock.now()
    call.audit({ before: standOf(link, {}, now), after: standOf(link, { revoked_at: link.revoked_at ?? now }, now) })
    if (!link.revoked_at) await updateLink(call.db, call.site, link.link_id, { revoked_at: now })
    return answer(standOf(link, { revoked_at: link.revoked_at ?? now }, now), { message: 'link_revoked' })
  },

  extendLink: async (call) => {
    const { db, site, services } = call
    const link = call.owned.link_id
    const now = services.clock.now()
    const days = await expiryDays(db, site, link.kind)
    const change = { expires_at: secondsAfter(now, days * 86_400), revoked_at: null }
    call.audit({ before: standOf(link, {}, now), after: standOf(link, change, now) })
    await updateLink(db, site, link.link_id, change)
    return answer(standOf(link, change, now), { message: 'link_extended' })
  },

  linkQr: async (call) => {
    return QRCode.toString(tinyUrl(originOf(call), call.owned.link_id), {
      type: 'svg',
      errorCorrectionLevel: 'M',
      margin: 2,
    })
  },
}

type Asking = Pick<AnyCall, 'site' | 'db' | 'services' | 'audit'>

function standOf(link: LinkRow, change: { expires_at?: Date; revoked_at?: Date | null }, now: Date) {
  const after = { ...link, ...change }
  return { link_id: link.link_id, state: stateOf(after, now), expires_at: after.expires_at.toISOString() }
}

type Made = Omit<
  NewLink,
  'token' | 'short_code' | 'kind' | 'user_id' | 'businessentity_id' | 'location_id' | 'created_at' | 'expires_at'
>

/** Returns the active link of the same earlier request, else a new one. */
async function sameOrNew(
  { site, db, services, audit }: Asking,
  userId: number,
  kind: NewLink['kind'],
  partIds: string[],
  made: Made,
) {
  const sender = (await findSender(db, site, userId)) ?? notFound()
  const now = services.clock.now()
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([kind, partIds, Object.entries(made).toSorted()]))
    .digest('base64url')
  await lockLinks(db, site, userId)
  const old = await findSameLink(db, site, userId, fingerprint, now)
  if (old) {
    audit(false)
    return { link: old, isOld: true }
  }
  const { user_id, businessentity_id, location_id } = sender
  const expires_at = secondsAfter(now, (await expiryDays(db, site, kind)) * 86_400)
  const keys = newLinkKeys()
  const whose = { ...keys, kind, user_id, businessentity_id, location_id, fingerprint, created_at: now, expires_at }
  const link_id = await insertLink(db, site, { ...made, ...whose }, partIds)
  audit({ target: { kind: 'link', id: link_id }, after: { kind, part_ids: partIds, expires_at } })
  return { link: { link_id, ...keys, expires_at }, isOld: false }
}

/** Returns text, colour and URL of the button on the page; all empty if there is none. */
function callToAction(body: { call_to_action_text?: string; color?: string; call_to_action_url?: string }) {
  const words = sanitiseLine(body.call_to_action_text ?? '')
  const colour = body.color?.trim().toLowerCase() ?? ''
  const given = body.call_to_action_url?.trim() ?? ''
  const url = given ? (webAddress(given) ?? fail('call_to_action_url_not_valid')) : ''
  if (url && !words) fail('call_to_action_text_required')
  if (colour && !/^#[0-9a-f]{6}$/.test(colour)) fail('colour_not_valid')
  // A button without a URL would not be shown.
  if (words && !url) fail('call_to_action_url_not_valid')
  return {
    call_to_action_text: words,
    call_to_action_colour: words ? colour : '',
    call_to_action_url: url,
  }
}

/** Checks that the page on which a link will be placed belongs to the web site. */
function checkPageAddress(site: Site, given: string | undefined) {
  if (!given?.trim() || given.startsWith('/')) return
  const url = webAddress(given) ?? fail('page_address_not_valid')
  const { host } = new URL(url)
  if (!site.hosts.includes(hostName(host)) && hostName(host) !== 'localhost') fail('page_address_not_valid')
}
