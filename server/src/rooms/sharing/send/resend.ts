import type * as contract from '@cutaway/contract/rooms/sharing/receipts.ts'
import { answer, type Handler } from '../../../core/http/endpoints.ts'
import { denied, fail, notFound } from '../../../core/http/errors.ts'
import { senderProfileOf } from '../../branding/sender-profile.ts'
import { findFindings } from '../decisions/decisions.queries.ts'
import { letterWriter } from './send-email.ts'
import { textWriter } from './send-text.ts'
import { originOf, writeSend } from './sending.ts'
import { shopCardOf } from '../shop.ts'
import { takeTexts } from '../../messaging/credits.ts'
import { findSendByKey, findSender, lockSending } from './sends.queries.ts'
import { canPlay, withOwnFilms } from '../../catalogue/library/own-films.ts'

const rights = { email: 'allow_share_email', sms: 'allow_share_sms', mms: 'allow_share_mms' } as const

/** Sends the same message again to one recipient, with a new link. */
export const resend: Handler<typeof contract.resendToRecipient> = async (call) => {
  const { body, caller, site, db, services } = call
  const old = call.owned.recipient_id
  const userId = old.user_id
  if (!caller.may(rights[old.channel])) denied()
  const sender = (await findSender(db, site, userId)) ?? notFound()
  await lockSending(db, site, userId)
  const earlier = await findSendByKey(db, site, userId, body.request_key)
  if (earlier) {
    call.audit(false)
    return answer({ recipient_id: earlier.recipients[0]!.recipient_id }, { message: 'share_sent_again' })
  }

  const library = await withOwnFilms(db, site, services.library, old.part_ids, sender.businessentity_id)
  const films = old.part_ids.map((id) => library.film(id) ?? fail('Part no found'))
  if (!films.every(canPlay)) fail('Part no found')
  const found = old.link_id === null ? [] : await findFindings(db, site, old.link_id)
  const findings = found.length > 0 ? found : old.part_ids.map((part_id) => ({ part_id }))
  const origin = originOf(call)
  const side = old.driverside ?? site.driverside
  const { brand_id, language_id, part_ids, subject, message, ro_number, from_address, reply_to, banner_id, channel } =
    old
  const writer =
    channel === 'email'
      ? { segments: 0, write: await letterAgain() }
      : textWriter(call, {
          channel,
          to: old.address_key,
          film: films[0]!,
          message,
          shop: (await shopCardOf(db, site, userId)).business_name,
          languageId: language_id,
          origin,
          paidBy: sender.businessentity_id,
          locationId: sender.location_id,
        })
  if (channel !== 'email' && !(await takeTexts(db, site, sender.businessentity_id, writer.segments)))
    fail('no_texts_left')
  const { recipientIds } = await writeSend({
    db,
    site,
    services,
    sender,
    origin,
    send: {
      request_key: body.request_key,
      acting_user_id: call.caller.session.acting?.user_id ?? null,
      channel,
      brand_id,
      language_id,
      part_ids,
      subject,
      message,
      ro_number,
      from_address,
      reply_to,
      banner_id,
    },
    driverside: side,
    withRelated: old.with_related ?? false,
    notify: old.notify ?? false,
    asks: old.asks ?? 'decision',
    films: findings,
    days: undefined,
    recipients: [old.address],
    to: { language_chosen: old.language_chosen ?? false },
    resendOf: old.recipient_id,
    write: writer.write,
  })
  call.audit({ after: { recipient_id: recipientIds[0]! } })
  return answer({ recipient_id: recipientIds[0]! }, { message: 'share_sent_again' })

  async function letterAgain() {
    const brand = await senderProfileOf(db, site, userId)
    const banner = brand.banners.find(({ id }) => id === banner_id)
    return letterWriter(call, {
      sender,
      origin,
      brand,
      banner: banner ? { ...banner, href: banner.banner_url } : null,
      languageId: language_id,
      films,
      withRelated: old.with_related ?? false,
      brandId: brand_id,
      side,
      subject,
      message,
      roNumber: ro_number,
      // An address that has been removed since is no longer used as the sender.
      chosen: brand.addresses.find(({ email }) => email === (reply_to ?? from_address))?.email ?? null,
    })
  }
}
